import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasPooler, startPooler } from '../../../test/pooler.ts'
import { openDatabase } from './database.ts'
import { type EmbeddedDatabase, launchEmbedded } from './embedded/launcher.ts'
import { migrate } from './migrate.ts'
import { SERVER_ROLE, UnsafeConnection } from './server-role.ts'
import { acrossCustomers, withCustomer } from './with-customer.ts'

const folder = mkdtempSync(join(tmpdir(), 'sportello-pooled-'))
/** Password with which the server's role logs in. */
const PASSWORD = 'y'
let cluster: EmbeddedDatabase
let owner: { user: string; password: string; database: string; host: string }

// Starts a database cluster of its own, because the tests let the server's role log in. Roles belong to the whole cluster.
beforeAll(async () => {
  if (!hasPooler) return
  chmodSync(folder, 0o711)
  cluster = await launchEmbedded(join(folder, 'data'), () => {}, process.env.POSTGRESQL)
  const { user, password, database, host } = cluster.connection
  owner = { user: String(user), password: String(password), database: String(database), host: String(host) }
  const first = openDatabase(cluster.connection, () => {})
  await migrate(first.owner)
  await first.owner.query(`alter role ${SERVER_ROLE} login password '${PASSWORD}'`)
  await first.close()
}, 60_000)
afterAll(async () => {
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens the database through a pooler with the given options. */
async function openThrough(options: Partial<Parameters<typeof startPooler>[0]>, login: { user: string; password: string }) {
  const pooler = await startPooler({ host: owner.host, users: { [login.user]: login.password }, ...options })
  const { database: name } = owner
  const database = openDatabase(cluster.connection, () => {}, { pooler: { host: '127.0.0.1', port: pooler.port, database: name, ...login } })
  return {
    database,
    async close() {
      await database.close()
      await pooler.stop()
    },
  }
}

/** Sets the timeout of the server's role. It applies to connections that PgBouncer opens afterwards. */
async function setTimeoutOf(value: string): Promise<void> {
  const { owner: pool, close } = openDatabase(cluster.connection, () => {})
  await pool.query(`alter role ${SERVER_ROLE} set statement_timeout = '${value}'`)
  await close()
}

const served = { user: SERVER_ROLE, password: PASSWORD }

test.skipIf(!hasPooler)('a server with DATABASE_DIRECT_URL rejects a pooler that logs in as the owner of the tables', async () => {
  await setTimeoutOf('10s')
  const { user, password } = owner
  for (const [options, login] of [
    [{}, { user, password }],
    // PgBouncer connects to PostgreSQL with the owner's login, although the client logs in as the server's role.
    [{ users: { [user]: password, [SERVER_ROLE]: PASSWORD }, login: user }, served],
  ] as const) {
    const through = await openThrough(options, login)
    try {
      await expect(through.database.verify()).rejects.toThrow(UnsafeConnection)
      await expect(through.database.pool.query('select from requests')).rejects.toThrow(/instead of "sportello_server": customers would not be isolated/)
    } finally {
      await through.close()
    }
  }
})

test.skipIf(!hasPooler)('a server with DATABASE_DIRECT_URL rejects a login without a timeout, and sends no start-up parameters', async () => {
  await setTimeoutOf('0')
  const without = await openThrough({}, served)
  await expect(without.database.verify()).rejects.toThrow(/^Statements through the pooler have no timeout: .*alter role sportello_server set statement_timeout/)
  await without.close()
  await setTimeoutOf('300ms')
  const limited = await openThrough({}, served)
  try {
    await limited.database.verify()
    await expect(limited.database.pool.query('select pg_sleep(5)')).rejects.toThrow(/statement timeout/)
  } finally {
    await limited.close()
  }
})

test.skipIf(!hasPooler)('transactions of several customers share one connection, and each sees only its own rows', async () => {
  await setTimeoutOf('10s')
  const { database, close } = await openThrough({ lines: ['max_db_connections = 1'] }, served)
  try {
    await acrossCustomers(database.kysely, (db) =>
      sql`insert into mapping_logs (customer_code, code_client, action) values ('uno', 'a', 0), ('due', 'b', 0), ('tre', 'c', 0)`.execute(db),
    )
    const seen = await Promise.all(
      Array.from({ length: 60 }, (_, at) => {
        const wanted = ['uno', 'due', 'tre'][at % 3] ?? ''
        return withCustomer(database.kysely, wanted, async (db) => {
          await sql`select pg_sleep(0.005)`.execute(db)
          const { rows } = await sql<{ code: string; session: number }>`
            select customer_code as code, pg_backend_pid() as session from mapping_logs`.execute(db)
          return rows.map((row) => ({ ...row, wanted }))
        })
      }),
    )
    expect(seen.flat().filter(({ code, wanted }) => code !== wanted)).toEqual([])
    expect(seen.flat()).toHaveLength(60)
    expect(new Set(seen.flat().map(({ session }) => session)).size).toBe(1)
    // Not even a setting that somebody else's session leaves on the connection opens other customers' rows.
    await database.pool.query("set sportello.across_customers = 'on'; set sportello.reached_customers = 'due'")
    expect(await withCustomer(database.kysely, 'uno', (db) => db.selectFrom('mapping_logs').select('customer_code').execute())).toEqual([
      { customer_code: 'uno' },
    ])
    await database.pool.query('reset sportello.across_customers; reset sportello.reached_customers')
    // Outside a customer's transaction, nothing is left over from an earlier one.
    expect((await database.pool.query('select from mapping_logs')).rowCount).toBe(0)
  } finally {
    await close()
  }
})

test.skipIf(!hasPooler)('a server whose two addresses lead to different databases does not start', async () => {
  await setTimeoutOf('10s')
  const other = openDatabase(cluster.connection, () => {})
  await other.owner.query('create database elsewhere')
  await other.close()
  const pooler = await startPooler({ host: owner.host, users: { [SERVER_ROLE]: PASSWORD } })
  const database = openDatabase(cluster.connection, () => {}, { pooler: { host: '127.0.0.1', port: pooler.port, database: 'elsewhere', ...served } })
  try {
    await expect(database.verify()).rejects.toThrow(/^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases/)
  } finally {
    await database.close()
    await pooler.stop()
  }
})

test.skipIf(!hasPooler)('named statements work although each transaction may get another connection to PostgreSQL', async () => {
  const { database, close } = await openThrough({ lines: ['max_db_connections = 3'] }, served)
  try {
    const sessions = new Set<number>()
    for (let round = 0; round < 20; round++) {
      const statement = { name: 'named', text: 'select pg_backend_pid() as session, pg_sleep(0.01)' }
      const answers = await Promise.all(Array.from({ length: 6 }, () => database.pool.query<{ session: number }>(statement)))
      for (const { rows } of answers) sessions.add(rows[0]?.session ?? 0)
    }
    expect(sessions.size).toBeGreaterThan(1)
  } finally {
    await close()
  }
})

test.skipIf(!hasPooler)('notifications arrive although calls go through the pooler', async () => {
  const { database, close } = await openThrough({}, served)
  try {
    const client = await database.listening.connect()
    const notified = new Promise((resolve) => client.once('notification', ({ payload }) => resolve(payload)))
    await client.query('listen pooled_test')
    await database.pool.query("select pg_notify('pooled_test', 'here')")
    expect(await notified).toBe('here')
    client.release()
  } finally {
    await close()
  }
})
