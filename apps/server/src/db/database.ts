import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import type { DB } from './schema.ts'
import { proveLogin, proveRole, SERVER_ROLE } from './server-role.ts'
import { destroyConnection, openTracedPool } from './traced-pool.ts'

/** PostgreSQL's bigint counts sizes and revisions here, far below 2^53. */
types.setTypeParser(types.builtins.INT8, Number)

/** The two ways to the database: as the owner of the tables, and as the server, for which row security holds. */
export interface Database {
  /** The server's connections, for what people wait for. */
  pool: Pool
  kysely: Kysely<DB>
  /**
   * The same for jobs, and for calls that carry much in or out, apart and with more patience: a mail server that takes its time must not hold the
   * connections that visitors wait for.
   */
  jobs: Kysely<DB>
  /** The owner's: migrations and the job queue. Never a visitor's data. */
  owner: Pool
  /** Connections of the owner's for one run of the workers: whatever it holds on to when it is given up, goes with them. */
  openQueue: () => QueuePool
  /** Checks that the isolation of customers can hold on these connections; to be called before serving. @throws UnsafeConnection. */
  prove: () => Promise<void>
  close: () => Promise<void>
}

interface QueuePool {
  pool: Pool
  /** Ends all connections, in the end also those that somebody holds and waits on. */
  close: () => Promise<void>
}

/**
 * Presets of DATABASE_POOL, DATABASE_JOB_POOL and DATABASE_OWNER_POOL. Measured on two cores: 8 connections carry more submits than 32. Of jobs: three mails,
 * three others, and one call that carries much in or out.
 */
const POOL_SIZES = { web: 8, jobs: 7, owner: 6 }
/** Of each of the two runs: three jobs, one that listens, one to spare. */
const QUEUE_POOL_SIZE = 5
/** Whoever has not given a connection back by then never will. */
const QUEUE_END_MS = 1_000
/** Longer than any query of the queue takes; a connection that no longer answers is not waited for. */
const QUEUE_TIMEOUT_MS = 30_000

/** How long is waited: for a connection, for a statement as the database counts it, and for its answer, should the database itself stand still. */
type Patience = Required<Pick<PoolConfig, 'connectionTimeoutMillis' | 'statement_timeout' | 'query_timeout'>>

/** Of what a person waits for: whatever the database does, they have their answer within five seconds. */
const SHORT: Patience = { connectionTimeoutMillis: 3_800, statement_timeout: 3_500, query_timeout: 3_800 }
/** Of jobs, commands, and what carries much in or out. */
const LONG: Patience = { connectionTimeoutMillis: 5_000, statement_timeout: 10_000, query_timeout: 12_000 }

/** @param patient where nobody waits for a page: commands */
export function openDatabase(
  connection: PoolConfig,
  log: (message: string) => void,
  { name = 'sportello', patient = false, sizes = POOL_SIZES } = {},
): Database {
  const base: PoolConfig = { ...connection, connectionTimeoutMillis: LONG.connectionTimeoutMillis, keepAlive: true }
  const server: PoolConfig = { ...base, options: `-c role=${SERVER_ROLE}`, onConnect: proveRole }
  const pool = openTracedPool({ ...server, ...(patient ? LONG : SHORT), max: sizes.web, application_name: name })
  const jobPool = openTracedPool({ ...server, ...LONG, max: sizes.jobs, application_name: name })
  const owner = openTracedPool({ ...base, max: sizes.owner, application_name: name })
  // An idle connection that the database cut: the pool replaces it, and the process must not end for it.
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
    prove: () => proveLogin(base),
    async close() {
      closing = true
      await kysely.destroy()
      await jobs.destroy()
      await owner.end()
    },
  }
}
