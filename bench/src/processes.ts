import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolConfig } from 'pg'
import { buildApp } from '../../apps/server/src/app.ts'
import { Catalog } from '../../apps/server/src/catalogue/customers/catalog.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { followClock } from '../../apps/server/src/platform/db/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/db/database.ts'
import { type EmbeddedDatabase, launchEmbedded } from '../../apps/server/src/platform/db/embedded/launcher.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { SERVER_ROLE } from '../../apps/server/src/platform/db/server-role.ts'
import { makeMetrics } from '../../apps/server/src/platform/http/metrics.ts'
import { AttachmentStore } from '../../apps/server/src/requests/attachments/store.ts'
import { makeServices } from '../../apps/server/src/services.ts'
import { startWorker } from '../../apps/server/src/surfaces/jobs/worker.ts'
import { hasPooler, startPooler } from '../../apps/server/test/pooler.ts'
import { sampleBundle } from '../../apps/server/test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../apps/server/test/send.ts'
import { makeDatabase, SECRET_KEY } from './product.ts'

/** Number of simulated processes, of which one in `OF_ALL` also runs jobs. */
const PROCESSES = Number(process.env.PROCESSES ?? 50)
const OF_ALL = 8
const IDLE_MS = 60_000
const LOAD_MS = 30_000
const VISITORS = 16
const POOLED_PASSWORD = 'pooled'
const quiet = () => {}
const FORM = '/forms-service/rs/v2/forms/quick'
const KEY = { 'X-Api-Key': 'bench-key' }

/**
 * Counts the database connections, statements and notifications of many processes with pools of two, idle and with a
 * little load, directly and through PgBouncer. The environment variable `PROCESSES` sets their number, 50 by default.
 */
export async function benchProcesses(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sportello-bench-'))
  chmodSync(folder, 0o711)
  const settings = { max_connections: String(100 + PROCESSES * 20), shared_preload_libraries: 'pg_stat_statements' }
  const embedded = await launchEmbedded(join(folder, 'data'), () => {}, process.env.POSTGRESQL, settings)
  try {
    mkdirSync(join(folder, 'files'))
    const bundle = join(folder, 'bundle.json')
    writeFileSync(bundle, JSON.stringify({ ...sampleBundle({ code: 'quick', params: { auth_type: ['DATACOLLECTION'] } }), settings: UNLIMITED }))
    const connection = await makeDatabase(embedded.connection, 'processes', bundle)
    await count('directly', embedded, connection, folder)
    if (hasPooler) await countThroughPooler(embedded, connection, folder)
  } finally {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const UNLIMITED = [{ code: 'calls_per_minute', value: '1000000' }]

async function countThroughPooler(embedded: EmbeddedDatabase, connection: PoolConfig, folder: string): Promise<void> {
  const admin = new Pool({ ...embedded.admin, max: 1 })
  await admin.query(`alter role ${SERVER_ROLE} login password '${POOLED_PASSWORD}'`)
  await admin.query(`alter role ${SERVER_ROLE} set statement_timeout = '10s'`)
  await admin.end()
  const lines = ['default_pool_size = 20', 'max_client_conn = 1000', 'server_idle_timeout = 600']
  const pooler = await startPooler({ host: String(connection.host), users: { [SERVER_ROLE]: POOLED_PASSWORD }, lines })
  try {
    const pooled = { host: '127.0.0.1', port: pooler.port, user: SERVER_ROLE, password: POOLED_PASSWORD, database: String(connection.database) }
    await count('through PgBouncer with a pool of 20', embedded, connection, folder, pooled)
  } finally {
    await pooler.stop()
  }
}

async function count(how: string, embedded: EmbeddedDatabase, connection: PoolConfig, folder: string, pooler?: PoolConfig): Promise<void> {
  const database = new Pool({ ...embedded.admin, database: connection.database, max: 3 })
  await database.query('create extension if not exists pg_stat_statements')
  const processes: Simulated[] = []
  const all = Math.max(1, Math.round(PROCESSES / OF_ALL))
  try {
    console.log(`processes: ${PROCESSES - all} with ROLE=web, then ${all} with ROLE=all, pools of 2, ${how}`)
    for (const [role, wanted] of [
      ['web', PROCESSES - all],
      ['all', all],
    ] as const) {
      for (let started = 0; started < wanted; started++) processes.push(await simulateProcess(role, connection, join(folder, 'files'), pooler))
      await reportIdle(`${processes.length} processes idle, the last with ROLE=${role}`, database)
    }
    await reportLoad(
      database,
      processes.map(({ url }) => url),
    )
  } finally {
    await Promise.all(processes.map((each) => each.stop()))
    await database.end()
  }
}

interface Simulated {
  url: string
  stop: () => Promise<void>
}

/**
 * Starts all parts of a server process that use the database, in this process: fifty processes would need 12 GB of memory
 * and minutes to start.
 */
async function simulateProcess(role: 'web' | 'all', connection: PoolConfig, dataDir: string, pooler?: PoolConfig): Promise<Simulated> {
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, API_KEY: KEY['X-Api-Key'], SECRET_KEY, LOG_LEVEL: 'silent' })
  const database = openDatabase(connection, quiet, { sizes: { web: 2, jobs: 2, owner: 2 }, ...(pooler && { pooler }) })
  await database.verify()
  await migrate(database.owner)
  const clock = await followClock(database.pool)
  const catalog = new Catalog(database.kysely, database.listening, quiet)
  await catalog.start()
  const services = makeServices({ config, database, catalog, attachments: new AttachmentStore(config), metrics: makeMetrics() })
  const worker = role === 'all' ? await startWorker(services, quiet) : undefined
  const app = await buildApp(services, { render: async () => ({ redirect: '/notfound' }), assetsFolder: dataDir })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    async stop() {
      await worker?.stop()
      await app.close()
      await catalog.stop()
      clock.stop()
      await database.close()
    },
  }
}

/** Prints the connections and the statements a minute of idle processes. */
async function reportIdle(what: string, database: Pool): Promise<void> {
  await sleep(5_000)
  await database.query('select pg_stat_statements_reset()')
  await sleep(IDLE_MS)
  const { rows } = await database.query<{ query: string; calls: number }>(STATEMENTS)
  const perMinute = (rows.reduce((sum, { calls }) => sum + calls, 0) * 60_000) / IDLE_MS
  console.log(`  ${what}: ${await connectionsOf(database)}; ${Math.round(perMinute)} statements a minute`)
  for (const { query, calls } of rows.slice(0, 8)) console.log(`    ${String(calls).padStart(6)}  ${query.replace(/\s+/g, ' ').slice(0, 90)}`)
}

/** Statements of the processes, most frequent first, without those of this benchmark. */
const STATEMENTS = `
  select query, sum(calls)::int as calls from pg_stat_statements
  where dbid = (select oid from pg_database where datname = current_database()) and query !~ 'pg_stat_' group by query order by calls desc`

/** Counts the connections by login: through PgBouncer, calls log in as the server's role. */
async function connectionsOf(database: Pool): Promise<string> {
  const { rows } = await database.query<{ usename: string; n: number }>(`
    select usename, count(*)::int as n from pg_stat_activity
    where datname = current_database() and usename <> current_user and backend_type = 'client backend' group by usename order by usename`)
  return `connections ${rows.map(({ usename, n }) => `${n} of ${usename}`).join(', ') || '0'}`
}

/** Prints the most connections, and the notifications, while visitors read and send at all processes. */
async function reportLoad(database: Pool, urls: readonly string[]): Promise<void> {
  const listener = await database.connect()
  const notifications = new Map<string, number>()
  listener.on('notification', ({ channel }) => notifications.set(channel, (notifications.get(channel) ?? 0) + 1))
  for (const channel of ['catalog_changed', 'draft_changed', 'jobs:insert']) await listener.query(`listen "${channel}"`)
  const until = Date.now() + LOAD_MS
  const statuses = new Map<number, number>()
  let next = 0
  const visitors = Array.from({ length: VISITORS }, async () => {
    while (Date.now() < until) {
      const url = urls[next++ % urls.length]
      await (await fetch(`${url}${FORM}`, { headers: KEY })).arrayBuffer()
      const body = sendForm(freshAnswers(), { email: undefined, confirmed_email: undefined })
      const answer = await fetch(`${url}${FORM}`, { method: 'POST', body, headers: { ...KEY, 'Idempotency-Key': randomUUID() } })
      await answer.arrayBuffer()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    }
  })
  const seen: string[] = []
  const looking = (async () => {
    for (; Date.now() < until; await sleep(2_000)) seen.push(await connectionsOf(database))
  })()
  try {
    await Promise.all([...visitors, looking])
  } finally {
    listener.release(true)
  }
  const sent = [...statuses].map(([status, times]) => `${status} × ${times}`).join(', ')
  const told = [...notifications].map(([channel, times]) => `${times} of ${channel}`).join(', ') || 'none'
  console.log(`  with load: ${seen.at(-1)}; sends in ${LOAD_MS / 1_000} s: ${sent}; notifications: ${told}`)
}
