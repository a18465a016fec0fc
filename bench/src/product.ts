import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Pool, type PoolConfig } from 'pg'
import { openDatabase } from '../../apps/server/src/platform/db/database.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'

const ROOT = new URL('../../', import.meta.url).pathname

/** Creates a migrated database in the embedded PostgreSQL and imports a bundle. */
export async function makeDatabase(connection: PoolConfig, name: string, bundleFile: string): Promise<PoolConfig> {
  const admin = new Pool({ ...connection, max: 1 })
  await admin.query(`create database bench_${name}`)
  await admin.end()
  const own = { ...connection, database: `bench_${name}` }
  const database = openDatabase(own, () => {})
  await migrate(database.owner)
  await database.close()
  await finished(startNode(['apps/server/src/cli/main.ts', 'import', bundleFile], { DATABASE_URL: urlOf(own), SECRET_KEY }, 'ignore'))
  return own
}

/** Returns the URL of a database. */
export const urlOf = (connection: PoolConfig) =>
  `postgres://${connection.user}:${connection.password}@localhost/${connection.database}?host=${encodeURIComponent(connection.host ?? '')}`

/** Secret key that all servers of a benchmark share. */
export const SECRET_KEY = 'the products of a bench share this'

/** Starts a server of the product in a separate process. */
export function startProduct(connection: PoolConfig, port: number, role: string, dataDir: string, more: Record<string, string> = {}): ChildProcess {
  return startNode(
    ['apps/server/src/main.ts'],
    { DATABASE_URL: urlOf(connection), PORT: String(port), ROLE: role, DATA_DIR: dataDir, API_KEY: 'bench-key', SECRET_KEY, LOG_LEVEL: 'error', ...more },
    'ignore',
  )
}

export function startNode(args: string[], env: Record<string, string>, stdout: 'inherit' | 'ignore' = 'inherit'): ChildProcess {
  return spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', stdout, 'inherit'], env: { PATH: process.env.PATH, ...env } })
}

function finished(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ended with ${code}`)))))
}

/** Repeats a call until the server answers it. @param limit number of attempts, five a second */
export async function retry(run: () => Promise<unknown>, name: string, limit = 50): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await run()
      return
    } catch (error) {
      if (attempt > limit) throw new Error(`${name} did not start`, { cause: error })
      await new Promise((done) => setTimeout(done, 200))
    }
  }
}

/** Stops the servers of a benchmark and waits until their processes have exited. */
export async function ended(servers: readonly ChildProcess[]): Promise<void> {
  for (const server of servers) server.kill('SIGTERM')
  await Promise.all(
    servers.map((server) => new Promise((done) => (server.exitCode === null && server.signalCode === null ? server.on('exit', done) : done(null)))),
  )
}

/** Clock ticks per second in /proc, see proc(5): 100 on every Linux system. */
const TICKS = 100

/** Returns the CPU time of a process in seconds, summed over all its threads. */
export function secondsOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
