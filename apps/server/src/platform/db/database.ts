import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import type { DB } from './schema.ts'
import { SERVER_ROLE, verifyLogin, verifyServerRole } from './server-role.ts'
import { destroyConnection, openTracedPool } from './traced-pool.ts'

/** Parses bigint as a number: here it holds sizes and revisions, far below 2^53. */
types.setTypeParser(types.builtins.INT8, Number)

/** The connection pools: as the owner of the tables, and as the server's role, for which row security holds. */
export interface Database {
  /** The server's connections for requests that people wait for. */
  pool: Pool
  kysely: Kysely<DB>
  /**
   * The same for jobs, imports and exports: a pool of its own with longer timeouts, so that a slow mail server cannot hold the connections that visitors wait
   * for.
   */
  jobs: Kysely<DB>
  /** The table owner's connections, for migrations and the job queue. Never for a visitor's data. */
  owner: Pool
  /** Opens a pool of the owner's for one run of the workers. Closing it also frees what an abandoned run still holds. */
  openQueue: () => QueuePool
  /** Checks that row security isolates the customers on these connections; call it before serving. @throws UnsafeConnection. */
  verify: () => Promise<void>
  close: () => Promise<void>
}

interface QueuePool {
  pool: Pool
  /** Closes all connections, after a grace period also those in use. */
  close: () => Promise<void>
}

/**
 * Defaults of DATABASE_POOL, DATABASE_JOB_POOL and DATABASE_OWNER_POOL. Measured on two cores: 8 connections handle more submissions than 32. `jobs` is three
 * mails, three other jobs, and one import or export.
 */
const POOL_SIZES = { web: 8, jobs: 7, owner: 6 }
/** Connections of each of the two runs: three jobs, one listener, one spare. */
const QUEUE_POOL_SIZE = 5
/** Grace period for connections in use, in milliseconds. */
const QUEUE_END_MS = 1_000
/** Timeout of the queue's queries, longer than any of them takes; a connection that exceeds it is dead. */
const QUEUE_TIMEOUT_MS = 30_000

/** Timeouts in milliseconds: for a connection, for a statement in the database, and for its answer in case the database hangs. */
type Timeouts = Required<Pick<PoolConfig, 'connectionTimeoutMillis' | 'statement_timeout' | 'query_timeout'>>

/** For requests that a person waits for: they get a response within five seconds, whatever the database does. */
const SHORT: Timeouts = { connectionTimeoutMillis: 3_800, statement_timeout: 3_500, query_timeout: 3_800 }
/** For jobs, commands, imports and exports. */
const LONG: Timeouts = { connectionTimeoutMillis: 5_000, statement_timeout: 10_000, query_timeout: 12_000 }

/** Opens the pools. @param longTimeouts for commands, where nobody waits for a page */
export function openDatabase(
  connection: PoolConfig,
  log: (message: string) => void,
  { name = 'sportello', longTimeouts = false, sizes = POOL_SIZES } = {},
): Database {
  const base: PoolConfig = { ...connection, connectionTimeoutMillis: LONG.connectionTimeoutMillis, keepAlive: true }
  const server: PoolConfig = { ...base, options: `-c role=${SERVER_ROLE}`, onConnect: verifyServerRole }
  const pool = openTracedPool({ ...server, ...(longTimeouts ? LONG : SHORT), max: sizes.web, application_name: name })
  const jobPool = openTracedPool({ ...server, ...LONG, max: sizes.jobs, application_name: name })
  const owner = openTracedPool({ ...base, max: sizes.owner, application_name: name })
  // Without a listener the error of a lost idle connection would end the process; the pool replaces the connection.
  let closing = false
  const lost = (error: Error) => {
    if (!closing) log(`a database connection was lost: ${error.message}`)
  }
  const watch = (each: Pool) => each.on('error', lost).on('connect', (client) => client.on('error', lost))
  for (const each of [pool, jobPool, owner]) watch(each)
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const jobs = new Kysely<DB>({ dialect: new PostgresDialect({ pool: jobPool }) })
  return {
    pool,
    kysely,
    jobs,
    owner,
    openQueue() {
      const queue = new Pool({ ...base, max: QUEUE_POOL_SIZE, query_timeout: QUEUE_TIMEOUT_MS, application_name: name })
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
    verify: () => verifyLogin(base),
    async close() {
      closing = true
      await kysely.destroy()
      await jobs.destroy()
      await owner.end()
    },
  }
}
