import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { EmbeddedHome } from './home.ts'

const SUPERUSER = 'sportello'
const DATABASE = 'sportello'

/** Creates the cluster where there is none. @throws when initdb fails; a half-made cluster is removed. */
export function initCluster(home: EmbeddedHome): void {
  if (existsSync(join(home.cluster, 'PG_VERSION'))) return
  const passwordCopy = join(home.socketDir, 'initdb-password')
  writeFileSync(passwordCopy, readFileSync(home.passwordFile), { mode: 0o600 })
  if (home.user) chownSync(passwordCopy, home.user.uid, home.user.gid)
  try {
    execFileSync(
      join(home.bin, 'initdb'),
      [
        '-D',
        home.cluster,
        '-U',
        SUPERUSER,
        `--pwfile=${passwordCopy}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--locale=C.UTF-8',
        '--no-instructions',
      ],
      { ...identity(home), stdio: ['ignore', 'ignore', 'pipe'] },
    )
  } catch (error) {
    const reason = String((error as { stderr?: Buffer }).stderr ?? error).trim()
    rmSync(join(home.cluster, 'PG_VERSION'), { force: true })
    throw new Error(`The embedded database could not be created: ${reason}`)
  } finally {
    rmSync(passwordCopy, { force: true })
  }
}

/** Starts a postmaster in a process group of its own: Ctrl-C in the terminal reaches the server, which stops the database last. */
export function spawnPostmaster(home: EmbeddedHome): ChildProcess {
  const log = openSync(home.logFile, 'a')
  const settings = {
    listen_addresses: '',
    unix_socket_directories: home.socketDir,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    max_wal_size: '1GB',
    jit: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(join(home.bin, 'postgres'), ['-D', home.cluster, ...flags], { ...identity(home), detached: true, stdio: ['ignore', log, log] })
}

function identity(home: EmbeddedHome) {
  const env = { PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: home.lib, DYLD_LIBRARY_PATH: home.lib, LC_ALL: 'C.UTF-8' }
  return { cwd: '/', env, ...home.user }
}

/** The process id of a live postmaster of this cluster, be it ours or one that a killed server left behind. */
export function livePostmaster(home: EmbeddedHome): number | undefined {
  const pid = Number(readLine(join(home.cluster, 'postmaster.pid'), 0))
  if (!pid || !isAlive(pid)) return undefined
  const command = readLine(`/proc/${pid}/cmdline`, 0)
  if (command === undefined || command.includes('postgres')) return pid
  // The number was given to another program since: the file is stale, and would keep a new postmaster from starting.
  rmSync(join(home.cluster, 'postmaster.pid'), { force: true })
  return undefined
}

function readLine(file: string, line: number): string | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n')[line]
  } catch {
    return undefined
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** How to connect as the database's owner. */
export function connectionOf(home: EmbeddedHome, database = DATABASE) {
  return { host: home.socketDir, user: SUPERUSER, password: readFileSync(home.passwordFile, 'utf8'), database }
}

/**
 * Waits until the database answers, through recovery after a crash, and creates the product's database.
 * @throws after `limitMs`, or at once when `gone` says that the postmaster has ended.
 */
export async function waitUntilReady(home: EmbeddedHome, gone: () => boolean, limitMs = 60_000): Promise<void> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const client = new Client(connectionOf(home, 'postgres'))
    try {
      await client.connect()
      const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
      if (!rowCount) await client.query(`create database ${DATABASE}`)
      return
    } catch (error) {
      if (gone() || Date.now() > deadline) throw error
      await sleep(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
