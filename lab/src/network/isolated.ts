import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Measured } from '../figure.ts'

/**
 * Runs a measurement in another process with a network namespace of its own, so that its bridge and its addresses do not
 * change this machine's network.
 * @param file module whose process sends the result over its channel to this process
 */
export async function runIsolated(file: URL, args: readonly string[]): Promise<Measured> {
  const child = spawn('unshare', ['--net', process.execPath, file.pathname, ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  let measured: Measured | undefined
  child.on('message', (message) => {
    measured = message as Measured
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (!measured) throw new Error(`the measurement in its own network ended with ${code} and without a result`)
  if (code !== 0) process.exitCode = 1
  return measured
}
