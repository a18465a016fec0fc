import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive } from '../src/platform/db/embedded/postmaster.ts'
import { freePort } from './free-port.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const LIMIT_MS = 60_000

let folder: string
let port: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sportello-start-'))
  port = await freePort()
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const postmasterFile = () => join(folder, 'postgresql', 'cluster', 'postmaster.pid')
const answers = () =>
  fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Starts the product with npm, as a supervisor does, and waits until it is ready. */
async function startByNpm(): Promise<{ npm: ChildProcess; postmaster: number }> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: folder, DEMO: '0' }
  const npm = spawn('npm', ['start'], { cwd: ROOT, stdio: 'ignore', env, detached: true })
  try {
    await expect.poll(answers, { timeout: LIMIT_MS, interval: 200 }).toBe(true)
  } catch (error) {
    if (npm.pid !== undefined && isAlive(-npm.pid)) process.kill(-npm.pid, 'SIGTERM')
    throw error
  }
  return { npm, postmaster: Number((await readFile(postmasterFile(), 'utf8')).split('\n')[0]) }
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
  'npm start stops the server and its database gracefully when the npm process receives %s',
  async (signal) => {
    const { npm, postmaster } = await startByNpm()
    try {
      expect(isAlive(postmaster)).toBe(true)
      // Sends the signal only to the npm process and not to its process group.
      npm.kill(signal)
      await expect.poll(() => isAlive(postmaster), { timeout: LIMIT_MS, interval: 100 }).toBe(false)
      // PostgreSQL removes its pid file only if the server has stopped it gracefully; if it was killed, the file
      // remains.
      expect(existsSync(postmasterFile())).toBe(false)
      expect(await answers()).toBe(false)
    } finally {
      if (isAlive(postmaster)) process.kill(postmaster, 'SIGINT')
      if (npm.pid !== undefined && isAlive(-npm.pid)) process.kill(-npm.pid, 'SIGKILL')
    }
  },
  3 * LIMIT_MS,
)
