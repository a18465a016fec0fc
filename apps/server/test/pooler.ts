import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { eventually } from './mail-sink.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'

/** True if PgBouncer is installed. */
export const hasPooler = existsSync(PGBOUNCER)

interface PoolerOptions {
  /** Folder of PostgreSQL's Unix socket. */
  host: string
  /** Names and passwords of the logins. */
  users: Readonly<Record<string, string>>
  /** Login that PgBouncer uses for every connection to PostgreSQL instead of the client's own. */
  login?: string
  /** Further lines of the configuration. */
  lines?: readonly string[]
}

/** A running PgBouncer. It listens on a port of 127.0.0.1, and on a Unix socket for that port in a folder. */
export interface Pooler {
  port: number
  folder: string
  stop: () => Promise<void>
}

/** Starts PgBouncer in transaction mode in front of all databases of a cluster, on a free port. */
export async function startPooler({ host, users, login, lines = [] }: PoolerOptions): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'sportello-pooler-'))
  const port = await freePort()
  const [file, logins] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  await writeFile(
    logins,
    Object.entries(users)
      .map(([name, password]) => `"${name}" "${password}"\n`)
      .join(''),
  )
  const settings = [
    '[databases]',
    `* = host=${host}${login === undefined ? '' : ` user=${login} password=${users[login]}`}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    `unix_socket_dir = ${folder}`,
    'auth_type = plain',
    `auth_file = ${logins}`,
    'pool_mode = transaction',
    'max_client_conn = 500',
    'default_pool_size = 4',
    // The tests delete their databases.
    'server_idle_timeout = 2',
    ...lines,
  ]
  await writeFile(file, `${settings.join('\n')}\n`)
  // Starts PgBouncer as the system user that owns the socket of PostgreSQL, because PgBouncer does not run as root.
  const { uid, gid } = await stat(host)
  for (const path of [folder, file, logins]) await chown(path, uid, gid)
  const pooler = spawn(PGBOUNCER, ['-q', file], { stdio: 'ignore', ...(process.getuid?.() === 0 && { uid, gid }) })
  const exited = once(pooler, 'exit')
  if (!(await eventually(() => reachable(port), Boolean, 5_000))) throw new Error('PgBouncer did not start')
  return {
    port,
    folder,
    async stop() {
      pooler.kill()
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function reachable(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
