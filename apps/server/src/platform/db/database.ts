import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { Client, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { urlsOfHosts } from '../addresses.ts'
import { FollowingClient, type ServersConfig } from './following-client.ts'
import { Replicas } from './replicas.ts'
import type { DB } from './schema.ts'
import { SERVER_ROLE, verifyLogin, verifyPooledLogin, verifyServerRole } from './server-role.ts'
import { Servers } from './servers.ts'
import { destroyConnection, openPoolerPool, openTracedPool } from './traced-pool.ts'

/**
 * Parses PostgreSQL's bigint as a number. The product's bigint columns contain only sizes and revision numbers, far
 * below 2^53.
 */
types.setTypeParser(types.builtins.INT8, Number)

/**
 * The database connection pools of a process. One pool connects as the owner of the tables; the others connect with the
 * server's role, to which row security applies.
 */
export interface Database {
  /** Connection options for a thread of the process, which opens its own connections directly to PostgreSQL. */
  connection: PoolConfig
  /**
   * Connection pool for HTTP requests, where a person waits for the response. Connects with the server's database role.
   */
  pool: Pool
  kysely: Kysely<DB>
  /**
   * Connection pool for LISTEN, with the server's database role. It is separate, because a listener keeps its connection:
   * with a pool of two, the calls would share one connection. It always leads directly to PostgreSQL: a pooler gives a
   * connection to somebody else after each transaction.
   */
  listening: Pool
  /**
   * Connection pool for jobs, imports and exports. Connects with the server's database role and has longer timeouts.
   * The
   * pool is separate, so that slow jobs cannot use up the connections for visitors.
   */
  jobs: Kysely<DB>
  /** Reads that may be slightly old, from replicas if there are any. */
  replicas: Replicas
  /** Connection pool with the table owner's role, for migrations and the job queue. Never used for visitors' data. */
  owner: Pool
  /**
   * Opens a connection pool for one run of the job workers, with the role that owns the tables. An abandoned run may
   * still
   * use connections of its pool; closing the pool also closes these connections.
   */
  openQueue: () => QueuePool
  /**
   * Checks that row security separates the customers on connections with the server's role. The process must call it
   * before it answers requests.
   * @throws UnsafeConnection.
   */
  verify: () => Promise<void>
  close: () => Promise<void>
}

interface QueuePool {
  pool: Pool
  /** Closes all connections of the job queue's pool. Closes connections that are still in use after a grace period. */
  close: () => Promise<void>
}

/**
 * Default sizes of the pools (DATABASE_POOL, DATABASE_JOB_POOL, DATABASE_OWNER_POOL). Measured on two cores: 8
 * connections process more submissions than 32. The 7 connections for jobs serve three mails, three other jobs, and one
 * import or export.
 */
const POOL_SIZES = { web: 8, jobs: 7, owner: 6 }
/**
 * Maximum number of connections for one run of the job workers: three for jobs, one for the listener, one in reserve.
 */
const QUEUE_POOL_SIZE = 5
/**
 * When the job queue's pool is closed, connections that are in use get this many milliseconds before they are closed
 * too.
 */
const QUEUE_END_MS = 1_000
/**
 * Timeout of the job queue's queries in milliseconds, longer than any query should take. If a query exceeds it, its
 * connection is treated as broken.
 */
const QUEUE_TIMEOUT_MS = 30_000

/**
 * An idle connection asks after this many milliseconds whether its server is still there, then each second. After ten
 * questions without an answer it is closed: a lost machine says nothing.
 */
const KEEP_ALIVE_MS = 5_000

/** Maximum number of connections for LISTEN: one for the catalogue, one while it is replaced. */
const LISTENING_POOL_SIZE = 2

/**
 * Timeouts of a connection pool in milliseconds: for getting a connection, for a statement in the database, and for the
 * arrival of the statement's result.
 */
type Timeouts = Required<Pick<PoolConfig, 'connectionTimeoutMillis' | 'statement_timeout' | 'query_timeout'>>

/**
 * Database timeouts for HTTP requests whose response a person waits for. They ensure a response within five seconds
 * even if the database hangs.
 */
const SHORT: Timeouts = { connectionTimeoutMillis: 3_800, statement_timeout: 3_500, query_timeout: 3_800 }
/** Database timeouts for jobs, commands, imports and exports. */
const LONG: Timeouts = { connectionTimeoutMillis: 5_000, statement_timeout: 10_000, query_timeout: 12_000 }

/** How long a call waits for a connection to a replica, in milliseconds, before it uses the primary. */
const REPLICA_CONNECT_MS = 1_000

interface OpenOptions {
  /** Name of the process in PostgreSQL's list of connections. */
  name?: string
  /** True for commands of the command line, because no visitor waits for them. */
  longTimeouts?: boolean
  sizes?: typeof POOL_SIZES
  /**
   * Connection options for the same database through a pooler such as PgBouncer in transaction mode. Calls then use the
   * pooler. Their login must be the server's role itself, because a pooler passes on no start-up options.
   */
  pooler?: PoolConfig | undefined
  /** URLs of the database's replicas, and how many milliseconds old what they return may be. */
  replicas?: { urls: readonly string[]; lagMs: number }
}

/** Returns host and port of the server to which a URL leads. */
function hostOf(url: string): string {
  const { host, port } = new Client({ connectionString: url })
  return `${host}:${port}`
}

/** Lets the connections follow the primary if the URL of the database names several hosts. */
function withServers(connection: PoolConfig, log: (message: string) => void): PoolConfig & ServersConfig {
  const urls = connection.connectionString === undefined ? undefined : urlsOfHosts(connection.connectionString)
  return urls === undefined || urls.length < 2 ? connection : { ...connection, connectionString: urls[0], servers: new Servers(urls, log) }
}

const NO_REPLICAS = { urls: [], lagMs: 0 }

/** Opens the database's connection pools. @param connection options of the owner's login, directly to PostgreSQL */
export function openDatabase(
  connection: PoolConfig,
  log: (message: string) => void,
  { name = 'sportello', longTimeouts = false, sizes = POOL_SIZES, pooler, replicas: { urls, lagMs } = NO_REPLICAS }: OpenOptions = {},
): Database {
  const common: PoolConfig = { connectionTimeoutMillis: LONG.connectionTimeoutMillis, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS }
  const base = { ...withServers(connection, log), ...common }
  const direct = { ...base, options: `-c role=${SERVER_ROLE}`, onConnect: verifyServerRole }
  const web = { ...(longTimeouts ? LONG : SHORT), max: sizes.web, application_name: name }
  const pooled = pooler && { ...withServers(pooler, log), ...common }
  const pool = pooled ? openPoolerPool({ ...pooled, ...web, onConnect: verifyServerRole }) : openTracedPool({ ...direct, ...web })
  // Jobs do not share the pooler's connections: one that waits for a mail server holds its connection for up to a minute.
  const jobPool = openTracedPool({ ...direct, ...LONG, max: sizes.jobs, application_name: name })
  const listening = openTracedPool({ ...direct, ...SHORT, max: LISTENING_POOL_SIZE, application_name: name })
  const owner = openTracedPool({ ...base, max: sizes.owner, application_name: name })
  // Handles errors of idle database connections, because an unhandled error event would end the process. The pool
  // replaces the lost connection.
  let closing = false
  const lost = (error: Error) => {
    if (!closing) log(`a database connection was lost: ${error.message}`)
  }
  const watch = (each: Pool) => each.on('error', lost).on('connect', (client) => client.on('error', lost))
  for (const each of [pool, jobPool, listening, owner]) watch(each)
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const jobs = new Kysely<DB>({ dialect: new PostgresDialect({ pool: jobPool }) })
  const replicas = new Replicas({
    primary: { calls: kysely, jobs },
    marking: listening,
    lagMs,
    log,
    replicas: urls.map((connectionString) => {
      const open = (rest: PoolConfig) => watch(openTracedPool({ ...direct, servers: undefined, connectionString, application_name: name, ...rest }))
      const calls = open({ ...web, connectionTimeoutMillis: REPLICA_CONNECT_MS })
      return { name: hostOf(connectionString), calls, jobs: open({ ...LONG, max: sizes.jobs }), asking: open({ ...SHORT, max: 1 }) }
    }),
  })
  return {
    connection,
    pool,
    kysely,
    listening,
    jobs,
    replicas,
    owner,
    openQueue() {
      const queue = new Pool({ ...base, Client: FollowingClient, max: QUEUE_POOL_SIZE, query_timeout: QUEUE_TIMEOUT_MS, application_name: name })
      const clients = new Set<PoolClient>()
      watch(queue)
        .on('connect', (client) => clients.add(client))
        .on('remove', (client) => clients.delete(client))
      return {
        pool: queue,
        async close() {
          await Promise.race([queue.end(), sleep(QUEUE_END_MS)])
          for (const client of clients) void destroyConnection(client)
        },
      }
    },
    async verify() {
      await verifyLogin(base)
      if (pooled) await verifyPooledLogin(pooled, base)
    },
    async close() {
      closing = true
      await kysely.destroy()
      await jobs.destroy()
      await replicas.close()
      await listening.end()
      await owner.end()
    },
  }
}
