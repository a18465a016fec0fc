import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolConfig } from 'pg'
import { objectStorageAt } from '../../apps/server/src/platform/addresses.ts'
import { prepareHome } from '../../apps/server/src/platform/db/embedded/home.ts'
import { type EmbeddedDatabase, launchEmbedded } from '../../apps/server/src/platform/db/embedded/launcher.ts'
import { adminConnectionOf, connectionOf, isAlive } from '../../apps/server/src/platform/db/embedded/postmaster.ts'
import { SERVER_ROLE } from '../../apps/server/src/platform/db/server-role.ts'
import type { StorePlace } from '../../apps/server/src/requests/attachments/store.ts'
import { childrenOf } from '../../apps/server/test/child-processes.ts'
import type { PatroniCluster } from '../../apps/server/test/patroni.ts'
import { type Pooler, startPooler } from '../../apps/server/test/pooler.ts'
import { API_KEY } from './client.ts'
import { type DatabaseProxy, openProxy } from './database-proxy.ts'
import { labBundle } from './lab-bundle.ts'
import { type PatroniDatabase, startPatroniDatabase } from './patroni-database.ts'
import { runCommand, type ServerHost, ServerProcess } from './server-process.ts'

/**
 * Folder with the programs of another PostgreSQL than the packaged one, whether the servers' calls go through
 * PgBouncer, and whether the database is a cluster of Patroni. These variables also choose how the server's tests run, which some figures start.
 */
const { POSTGRESQL, POOLER, PATRONI } = process.env

/** Password of the server's role, with which it logs in to PgBouncer. */
const POOLED_PASSWORD = 'pooled'

/** Secret key that all servers of the reliability lab (fault-injection tests) share. */
export const SECRET_KEY = 'the servers of the lab share this key'
/** Milliseconds after which a connection of the lab's own to the database fails. */
const CONNECT_LIMIT_MS = 60_000
const quiet = () => {}

interface LabOptions {
  /**
   * The process that runs the database. With `first server`, as with `npm start`, the first server runs it. With `lab`,
   * the
   * reliability lab (fault-injection tests) itself runs it; then any server can be stopped gracefully, and the servers'
   * connections to the database go through proxies. With `patroni`, three servers under Patroni are the database, which the
   * servers reach directly; the variable `PATRONI` chooses it for all deployments.
   */
  database?: 'first server' | 'lab' | 'patroni'
  /** True if the servers read from the standbys of `patroni` what may be slightly old. */
  readsFromReplicas?: boolean
  /** Additional environment variables of the servers that the reliability lab starts. */
  env?: Record<string, string>
  /** Webhook URLs to which the forms of the reliability lab deliver tickets. */
  webhooks?: readonly { form: string; url: string }[]
  /** Folder in which the reliability lab creates a folder for the deployment's data. */
  under?: string
  /** Number of servers of the deployment; two by default. */
  servers?: number
  /**
   * Number of the deployment's servers that the reliability lab starts at the beginning; by default it starts all
   * servers.
   */
  started?: number
  /**
   * Root folders of other copies of the product, which the first servers run. All other servers run the copy that
   * contains the reliability lab.
   */
  roots?: readonly string[]
  /**
   * Hosts of the servers; by default all servers run on the host of the reliability lab. A server on another host reaches
   * the database by its Unix socket, without a proxy.
   */
  hosts?: readonly ServerHost[]
  /** Further settings of the PostgreSQL that the reliability lab runs; they may depend on the deployment's data folder. */
  postgresql?: Readonly<Record<string, string>> | ((dataDir: string) => Readonly<Record<string, string>>)
  /** Folder with the programs of the PostgreSQL that the reliability lab runs; by default that of `POSTGRESQL`. */
  programs?: string
}

/**
 * A deployment for the reliability lab (fault-injection tests), which causes failures in it. Several servers share one
 * database and one data folder.
 */
export interface Lab {
  dataDir: string
  /** The place where the servers store attachments. */
  place: StorePlace
  servers: readonly ServerProcess[]
  /** The database proxies of the servers; they exist only if the reliability lab runs the database. */
  lines: readonly DatabaseProxy[]
  /** Connection pool with the cluster's superuser. It bypasses the proxies and row security. */
  owner: Pool
  database: PoolConfig
  /** The cluster, if the database is one of Patroni. */
  cluster: PatroniCluster | undefined
  /** Returns a random server of the deployment. */
  anyServer: () => ServerProcess
  postmaster: () => number
  /** Returns the process ids of the PostgreSQL main process (postmaster) and its children. */
  databaseProcesses: () => number[]
  /** Waits until the deployment's database accepts connections. */
  untilDatabase: () => Promise<void>
  close: () => Promise<void>
}

export async function startLab({
  database = PATRONI ? 'patroni' : 'first server',
  readsFromReplicas = false,
  env = {},
  webhooks = [],
  under = tmpdir(),
  servers: count = 2,
  started = count,
  roots = [],
  hosts = [],
  postgresql = {},
  programs = POSTGRESQL,
}: LabOptions = {}): Promise<Lab> {
  const dataDir = mkdtempSync(join(under, 'sportello-lab-'))
  // Makes the data folder accessible to the system user that runs PostgreSQL, so that the database cluster can be
  // created in it and is deleted with it.
  chmodSync(dataDir, 0o711)
  if (database === 'patroni' && POOLER) throw new Error('not with PATRONI and POOLER at the same time')
  const keeper = database === 'patroni' || !(programs || POOLER) ? database : 'lab'
  const servers: ServerProcess[] = []
  const lines: DatabaseProxy[] = []
  let pooler: Pooler | undefined
  let embedded: EmbeddedDatabase | undefined
  let patroni: PatroniDatabase | undefined
  let owner: Pool | undefined
  async function close(): Promise<void> {
    // Stops the first server last. It may run the database, and the other servers need the database for a graceful
    // stop.
    for (const server of servers.toReversed()) await server.stop().catch(reportFailure)
    await owner?.end()
    await pooler?.stop()
    for (const line of lines) await line.close()
    await embedded?.stop()
    await patroni?.cluster.stop()
    process.off('exit', cutOff)
    rmSync(dataDir, { recursive: true, force: true })
  }
  const cutOff = () => {
    endPostmaster(dataDir)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', cutOff)
  try {
    const bundle = join(dataDir, 'bundle.json')
    writeFileSync(bundle, JSON.stringify(labBundle(webhooks)))
    if (keeper === 'lab') embedded = await launchEmbedded(dataDir, quiet, programs, typeof postgresql === 'function' ? postgresql(dataDir) : postgresql)
    if (keeper === 'patroni') patroni = await startPatroniDatabase(join(dataDir, 'cluster'))
    const kept = patroni?.connection ?? embedded?.connection
    await runCommand(['import', bundle], { DATA_DIR: dataDir, SECRET_KEY, ...(kept && { DATABASE_URL: urlOf(kept) }) }, roots[0])
    const connection = kept ?? connectionOf(prepareHome(dataDir))
    owner =
      patroni?.openOwner() ??
      new Pool({ ...adminConnectionOf(prepareHome(dataDir, programs), String(connection.database)), max: 4, connectionTimeoutMillis: CONNECT_LIMIT_MS })
    owner.on('error', quiet)
    owner.on('connect', (client) => client.on('error', quiet))
    if (POOLER) pooler = await startPoolerFor(owner, connection)
    const common = { DATA_DIR: dataDir, API_KEY, SECRET_KEY, LOG_LEVEL: 'fatal', OUTBOUND_ALLOW: '127.0.0.0/8', PUBLIC_URL: 'http://sportello.example', ...env }
    for (let at = 0; at < count; at++) {
      const line = keeper === 'lab' && !hosts[at] ? await openProxy({ path: join(String(connection.host), '.s.PGSQL.5432') }) : undefined
      if (line) lines.push(line)
      const direct = line ? urlOf({ ...connection, host: '127.0.0.1', port: line.port }) : patroni || at > 0 || hosts[at] ? urlOf(connection) : undefined
      const server = await ServerProcess.make(
        {
          ...common,
          ...urlsOf(direct, pooler && pooledOf(connection, pooler)),
          ...(readsFromReplicas && direct !== undefined && { DATABASE_REPLICA_URLS: direct }),
        },
        join(dataDir, `server-${at + 1}.log`),
        roots[at],
        hosts[at],
      )
      servers.push(server)
      if (at >= started) continue
      server.start()
      await server.untilReady()
    }
    const postmaster = () => postmasterOf(dataDir)
    return {
      dataDir,
      place: { dataDir, ...(env.S3_URL !== undefined && { objectStorage: objectStorageAt(env.S3_URL) }) },
      servers,
      lines,
      owner,
      database: connection,
      cluster: patroni?.cluster,
      anyServer: () => servers[Math.floor(Math.random() * servers.length)] as ServerProcess,
      postmaster,
      databaseProcesses: () => [postmaster(), ...childrenOf(postmaster())],
      untilDatabase: () => untilAnswers(connection),
      close,
    }
  } catch (error) {
    await close().catch(quiet)
    throw error
  }
}

/** The variables by which a server reaches its database; none if it runs the database itself. */
const urlsOf = (direct: string | undefined, pooled: string | undefined) => ({
  ...(direct !== undefined && { DATABASE_URL: pooled ?? direct }),
  ...(pooled !== undefined && direct !== undefined && { DATABASE_DIRECT_URL: direct }),
})

const pooledOf = (connection: PoolConfig, { folder, port }: Pooler) =>
  urlOf({ ...connection, host: folder, port, user: SERVER_ROLE, password: POOLED_PASSWORD })

/** Lets the server's role log in by itself, and starts PgBouncer. */
async function startPoolerFor(owner: Pool, { host }: PoolConfig): Promise<Pooler> {
  await owner.query(`alter role ${SERVER_ROLE} login password '${POOLED_PASSWORD}'; alter role ${SERVER_ROLE} set statement_timeout = '10s'`)
  return startPooler({ host: String(host), users: { [SERVER_ROLE]: POOLED_PASSWORD }, lines: ['default_pool_size = 16'] })
}

const postmasterOf = (dataDir: string) => Number(readFileSync(join(dataDir, 'postgresql', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])

/**
 * If the process of the reliability lab is killed, the database would continue to run. Stops the database in this case.
 */
function endPostmaster(dataDir: string): void {
  try {
    process.kill(postmasterOf(dataDir), 'SIGQUIT')
  } catch {
    // Ignores the error: the database was not started, or it has already stopped.
  }
}

/**
 * Reports a server that did not stop gracefully. The reliability lab's run then fails at the end, but its measured
 * results are kept.
 */
function reportFailure(error: unknown): void {
  console.error(error)
  process.exitCode = 1
}

export const urlOf = ({ connectionString, host, port = 5_432, user, password, database }: PoolConfig) =>
  connectionString ??
  (host?.startsWith('/')
    ? `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgres://${user}:${password}@${host}:${port}/${database}`)

async function untilAnswers(connection: PoolConfig): Promise<void> {
  for (;;) {
    const pool = new Pool({ ...connection, max: 1, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
    pool.on('error', quiet)
    try {
      await pool.query('select 1')
      return
    } catch {
      await sleep(20)
    } finally {
      await pool.end().catch(quiet)
    }
  }
}

/** Sends a signal to those of the given processes that still exist. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, name)
}
