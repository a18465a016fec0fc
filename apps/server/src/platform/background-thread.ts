import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** Niceness of threads in which nobody waits for a page. */
const NICENESS = 10

/**
 * Lowers the priority of the calling worker thread, so that the main thread answers visitors first if all cores are
 * busy. Only Linux has a priority per thread, and only there the symbolic link `/proc/thread-self` exists; elsewhere
 * the function does nothing.
 */
export function runInBackground(): void {
  if (isMainThread) return
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICENESS)
  } catch {
    // The thread keeps the priority of the process.
  }
}
