import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolConfig, types } from 'pg'
import type { DB } from './schema.ts'

/** PostgreSQL's bigint counts sizes and revisions here, far below 2^53. */
types.setTypeParser(types.builtins.INT8, Number)

/** The two ways to the database: as the owner of the tables, and as the server, for which row security holds. */
export interface Database {
  /** The server's connections. */
  pool: Pool
  kysely: Kysely<DB>
  /** The same for jobs, apart: a mail server that takes its time must not hold the connections that visitors wait for. */
  jobs: Kysely<DB>
  /** The owner's: migrations and the job queue. Never a visitor's data. */
  owner: Pool
  close: () => Promise<void>
}

/** Measured on two cores: 8 connections carry more submits than 32. */
const POOL_SIZE = 8
const JOB_POOL_SIZE = 5
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 10_000

export function openDatabase(connection: PoolConfig, log: (message: string) => void, name = 'sportello'): Database {
  const base: PoolConfig = { ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true }
  const server: PoolConfig = {
    ...base,
    options: '-c role=sportello_server',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + 2_000,
  }
  const pool = new Pool({ ...server, max: POOL_SIZE, application_name: name })
  const jobPool = new Pool({ ...server, max: JOB_POOL_SIZE, application_name: name })
  const owner = new Pool({ ...base, max: 6, application_name: name })
  // An idle connection that the database cut: the pool replaces it, and the process must not end for it.
  let closing = false
  const lost = (error: Error) => {
    if (!closing) log(`a database connection was lost: ${error.message}`)
  }
  for (const each of [pool, jobPool, owner]) {
    each.on('error', lost)
    each.on('connect', (client) => client.on('error', lost))
  }
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const jobs = new Kysely<DB>({ dialect: new PostgresDialect({ pool: jobPool }) })
  return {
    pool,
    kysely,
    jobs,
    owner,
    async close() {
      closing = true
      await kysely.destroy()
      await jobs.destroy()
      await owner.end()
    },
  }
}
