import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VirusScanner } from '../src/requests/attachments/clamd.ts'
import { eventually } from './mail-sink.ts'

const CLAMD = [process.env.CLAMD, '/usr/sbin/clamd', '/usr/bin/clamd'].find((file) => file !== undefined && existsSync(file))

/**
 * True if the virus scanner clamd is not installed. Tests that need it are then skipped. `npm test` installs clamd if
 * it has the permission.
 */
export const NO_CLAMD = CLAMD === undefined
if (NO_CLAMD) console.warn('SKIPPED: the tests that need a real clamd. Install Debian’s clamav-daemon, or name one: CLAMD=/path/to/clamd')

/**
 * The antivirus test file of EICAR, split into two strings, because virus scanners would otherwise delete this source
 * file.
 */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
/** Text that clamd reports as malware only after `learn` has added its signature. */
export const LATER = 'known-to-a-later-database-only'

const signature = (name: string, text: string) => `${name}:0:*:${Buffer.from(text).toString('hex')}\n`

export interface RunningClamd {
  url: string
  pid: number
  /** Adds one signature to clamd's database and waits until clamd has loaded it. */
  learn: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts a real virus scanner clamd with its own socket and a database that contains a single signature.
 * @param settings lines of clamd's configuration file
 */
export async function startClamd(settings: readonly string[] = []): Promise<RunningClamd> {
  const folder = await mkdtemp(join(tmpdir(), 'sportello-clamd-'))
  const socket = join(folder, 'clamd.sock')
  const lines = [`LocalSocket ${socket}`, `DatabaseDirectory ${folder}`, 'Foreground yes', 'MaxFileSize 100M', 'AlertEncrypted yes', ...settings]
  await writeFile(join(folder, 'clamd.conf'), `${lines.join('\n')}\n`)
  await writeFile(join(folder, 'test.ndb'), signature('Test.Eicar', EICAR))
  const child: ChildProcess = spawn(CLAMD ?? '', ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  const scanner = new VirusScanner({ path: socket })
  const answers = (content: string) =>
    scanner
      .scan(of(Buffer.from(content)), content.length)
      .then(({ clean }) => (clean ? 'clean' : 'found'))
      .catch(() => 'nothing')
  await eventually(
    () => answers(EICAR),
    (answer) => answer === 'found',
    20_000,
  )
  return {
    url: `unix:${socket}`,
    pid: child.pid ?? 0,
    async learn() {
      await writeFile(join(folder, 'test.ndb'), signature('Test.Eicar', EICAR) + signature('Test.Later', LATER))
      child.kill('SIGUSR2')
      await eventually(
        () => answers(LATER),
        (answer) => answer === 'found',
        20_000,
      )
    },
    async stop() {
      child.kill('SIGCONT')
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function* of(...pieces: Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces
}

/** How a fake virus scanner behaves on a connection. */
export type Misbehaviour = (socket: Socket) => void

/** Starts a fake virus scanner with the given behaviour. */
export async function startPeer(behave: Misbehaviour): Promise<{ address: { host: string; port: number }; url: string; close: () => Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    behave(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = (server.address() as { port: number }).port
  return {
    address: { host: '127.0.0.1', port },
    url: `tcp://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Calls `then` when the fake virus scanner has received the whole content of a file. */
export function afterContent(socket: Socket, then: () => void): void {
  let tail = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-4)
    if (tail.equals(Buffer.alloc(4))) then()
  })
}
