import { readdirSync, readFileSync } from 'node:fs'

/** Returns the process ids of a process's children. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === parent)
    .map(Number)
}

function parentOf(pid: string): number | undefined {
  try {
    // Reads /proc/PID/stat (man page proc(5)). The process name in parentheses may contain any character; after it come
    // the state and the parent process.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return undefined
  }
}
