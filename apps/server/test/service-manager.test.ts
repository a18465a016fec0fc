import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../src/platform/config.ts'
import { environment } from '../src/platform/environment.ts'
import { freePort } from './free-port.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const LIMIT_MS = 60_000

/**
 * Opens an address and starts a program with it, as systemd does: the socket is file descriptor 3, and the variables name
 * the process that may use it. `$^F` keeps the descriptor open in the program.
 */
const SYSTEMD = `
  use Socket; use POSIX ();
  $^F = 3;
  socket(my $socket, PF_INET, SOCK_STREAM, 0) or die $!;
  bind($socket, sockaddr_in(shift @ARGV, INADDR_LOOPBACK)) and listen($socket, 128) or die $!;
  POSIX::dup2(fileno($socket), 3);
  $ENV{LISTEN_FDS} = 1; $ENV{LISTEN_PID} = $$;
  exec @ARGV`

let folder: string
let server: ChildProcess | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sportello-service-'))
})
afterEach(async () => {
  if (server?.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  await rm(folder, { recursive: true })
})

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

describe('a process that a service manager starts', () => {
  test(
    'answers at the address that systemd has opened, and at no other, and says when it is ready',
    async () => {
      const [passed, own] = [await freePort(), await freePort()]
      const readyFile = join(folder, 'ready')
      const env = {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: folder,
        PORT: String(own),
        READY_FILE: readyFile,
      }
      server = spawn('perl', ['-e', SYSTEMD, String(passed), process.execPath, 'apps/server/src/main.ts'], { cwd: ROOT, stdio: 'ignore', env })
      // A call that comes before the process answers waits, and does not fail.
      await expect.poll(() => isReady(passed), { timeout: LIMIT_MS, interval: 50 }).toBe(true)
      expect(await isReady(own)).toBe(false)
      await expect.poll(() => existsSync(readyFile), { timeout: LIMIT_MS }).toBe(true)
      expect(await readFile(readyFile, 'utf8')).toBe(`${server.pid}\n`)
    },
    LIMIT_MS,
  )

  test('takes an open address only if it is meant for this process', () => {
    const socketOf = (variables: Record<string, string>) => readConfig({ SECRET_KEY: 'x'.repeat(32), ...variables }).openSocket
    expect(socketOf({ LISTEN_FDS: '1', LISTEN_PID: String(process.pid) })).toBe(3)
    expect(socketOf({ LISTEN_FDS: '1', LISTEN_PID: String(process.pid + 1) })).toBeUndefined()
    expect(socketOf({ LISTEN_FDS: '1' })).toBeUndefined()
    expect(socketOf({})).toBeUndefined()
    expect(() => socketOf({ LISTEN_FDS: '2', LISTEN_PID: String(process.pid) })).toThrow('LISTEN_FDS must be 1')
  })
})

describe('the files of the Debian package', () => {
  const read = (name: string) => readFileSync(join(ROOT, 'packaging/debian', name), 'utf8')
  const services = ['sportello.service', 'sportello-web@.service', 'sportello-worker@.service'].map((name) => ({ name, text: read(name) }))

  test('set only variables that the server knows', () => {
    const set = [
      ...[...read('sportello.env').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name),
      ...services.flatMap(({ text }) => [...text.matchAll(/(?<=^Environment=.*)\b([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)),
    ]
    // Node reads these.
    const known = new Set([...Object.keys(environment.shape), 'NODE_COMPILE_CACHE', 'TMPDIR'])
    expect(set.length).toBeGreaterThan(12)
    expect(set.filter((name) => !known.has(name ?? ''))).toEqual([])
  })

  test('restrict all services in the same way', () => {
    const restrictions = services.map(({ text }) => /^StateDirectory=.*(?=\n\[Install\])/ms.exec(text)?.[0])
    expect(restrictions[0]).toContain('ProtectSystem=strict')
    expect(new Set(restrictions).size).toBe(1)
    for (const { text } of services) expect(text).toContain('User=sportello')
  })

  test('start the services and the commands with one program and one configuration', () => {
    for (const { text } of [...services, { text: read('sportello') }]) {
      expect(text).toContain('--env-file=/etc/sportello/sportello.env')
      expect(text).toContain('TMPDIR=/var/lib/sportello/tmp')
    }
  })
})
