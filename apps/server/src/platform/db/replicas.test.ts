import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PostgresServers } from '../../../test/postgres-servers.ts'
import { readConfig } from '../config.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { acrossCustomers, withCustomer } from './with-customer.ts'

const LAG_MS = 3_000
/** So long that no replica becomes too old during a test. */
const LONG_LAG_MS = 600_000
let cluster: PostgresServers
const opened: Database[] = []
const said: string[] = []

/** Opens the database as a process does. */
function open(replicas: readonly string[], lagMs = LAG_MS): Database {
  const database = openDatabase({ connectionString: cluster.urlOf(['one']) }, (message) => said.push(message), { replicas: { urls: replicas, lagMs } })
  opened.push(database)
  return database
}

/** Returns whether a read comes from a standby, and the newest subject in the audit log that it sees. */
function look(database: Database, kind: 'calls' | 'jobs' = 'calls', by?: string) {
  return database.replicas.read(
    async (db) => {
      const { rows } = await acrossCustomers(db, (all) =>
        sql<{ standby: boolean; newest: string | null }>`
          select pg_is_in_recovery() as standby, (select subject from audit_lines order by logged_at desc limit 1) as newest`.execute(all),
      )
      return rows[0]
    },
    kind,
    by,
  )
}

const write = (database: Database, subject: string, customer = 'ours') =>
  withCustomer(database.kysely, customer, (db) =>
    db
      .insertInto('audit_lines')
      .values({ customer_code: customer, operator: 'a', action: 'b', subject })
      .execute()
      .then(() => undefined),
  )

const isUsed = (database: Database) => expect.poll(async () => (await look(database))?.standby, { timeout: 10_000, interval: 50 }).toBe(true)
const isLeft = (database: Database) => expect.poll(async () => (await look(database))?.standby, { timeout: 10_000, interval: 50 }).toBe(false)

beforeAll(async () => {
  cluster = await PostgresServers.withStandby()
  await migrate(open([]).owner, undefined, () => {})
}, 120_000)
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
  said.length = 0
})
afterAll(() => cluster?.close())

describe('the list of replicas', () => {
  const read = (DATABASE_REPLICA_URLS: string | undefined, more = {}) =>
    readConfig({
      DATABASE_URL: 'postgres://a@one/b',
      SECRET_KEY: 'x'.repeat(32),
      ...(DATABASE_REPLICA_URLS !== undefined && { DATABASE_REPLICA_URLS }),
      ...more,
    }).databaseReplicas

  test('has spaces or commas between URLs, each of which may name several hosts', () => {
    expect(read(undefined)).toEqual({ urls: [], lagMs: 5_000 })
    expect(read('').urls).toEqual([])
    expect(read('postgres://a:b,c@two/b, postgres://three/b\npostgresql://four,five:1/b').urls).toEqual([
      'postgres://a:b,c@two/b',
      'postgres://three/b',
      'postgresql://four/b',
      'postgresql://five:1/b',
    ])
    expect(read('postgres://two/b', { DATABASE_REPLICA_LAG_SECONDS: '7' }).lagMs).toBe(7_000)
  })

  test('is refused with the reason', () => {
    expect(() => read('mysql://two/b')).toThrow('DATABASE_REPLICA_URLS must be addresses with postgres or postgresql')
    expect(() => read('postgres://two,three:x/b')).toThrow('DATABASE_REPLICA_URLS must be addresses')
    expect(() => read('postgres://two/b', { DATABASE_REPLICA_LAG_SECONDS: '2' })).toThrow('DATABASE_REPLICA_LAG_SECONDS')
    expect(() => read('postgres://two/b', { DATABASE_URL: '' })).toThrow('DATABASE_REPLICA_URLS must stand beside DATABASE_URL')
  })
})

describe('a read that may be slightly old', () => {
  test('comes from the primary without replicas, and before it is known how fresh they are', async () => {
    const database = open([])
    database.replicas.start()
    expect((await look(database))?.standby).toBe(false)
    const waiting = open([cluster.urlOf(['two'])])
    expect((await look(waiting))?.standby).toBe(false)
  })

  test('comes from a replica with the server’s role, which sees one customer only', { timeout: 30_000 }, async () => {
    const database = open([cluster.urlOf(['two'])])
    await write(database, 'of ours')
    await write(database, 'of theirs', 'theirs')
    database.replicas.start()
    await isUsed(database)
    expect((await look(database, 'jobs'))?.standby).toBe(true)
    const seen = await database.replicas.read((db) =>
      withCustomer(db, 'ours', async (own) => ({
        rows: await own.selectFrom('audit_lines').select('subject').execute(),
        who: (await sql<{ who: string; standby: boolean }>`select current_user as who, pg_is_in_recovery() as standby`.execute(own)).rows,
      })),
    )
    expect(seen).toEqual({ rows: [{ subject: 'of ours' }], who: [{ who: 'sportello_server', standby: true }] })
    await expect(database.replicas.read((db) => db.selectFrom('audit_lines').select('subject').execute())).resolves.toEqual([])
    expect(database.replicas.state).toMatchObject({ primaryReads: expect.any(Number), replicas: [{ isPrimary: false, isFresh: true }] })
    expect(database.replicas.state.replicas[0]?.reads).toBeGreaterThanOrEqual(4)
    expect(database.replicas.state.replicas[0]?.ageMs).toBeLessThan(LAG_MS)
  })

  test('does not come from a replica that lacks what the process did before its start, though it is fresh enough', { timeout: 30_000 }, async () => {
    const database = open([cluster.urlOf(['two'])])
    const [{ mark } = { mark: '' }] = await cluster.ask<{ mark: string }>(
      'one',
      'update replica_mark set written_at = clock_timestamp() returning written_at::text as mark',
    )
    const shown = () => cluster.ask<{ mark: string }>('two', 'select written_at::text as mark from replica_mark')
    await expect.poll(shown, { interval: 10 }).toEqual([{ mark }])
    await cluster.ask('two', 'select pg_wal_replay_pause()')
    await write(database, 'before the start')
    database.replicas.start()
    const ends = performance.now() + LAG_MS
    while (performance.now() < ends) expect(await look(database)).toEqual({ standby: false, newest: 'before the start' })
    await cluster.ask('two', 'select pg_wal_replay_resume()')
    await isUsed(database)
  })

  test('that writes is an error, and is not repeated on the primary', { timeout: 30_000 }, async () => {
    const database = open([cluster.urlOf(['two'])])
    database.replicas.start()
    await isUsed(database)
    const before = await database.owner.query('select count(*) from audit_lines')
    await expect(database.replicas.read((db) => write({ ...database, kysely: db }, 'wrong'))).rejects.toMatchObject({ code: '25006' })
    expect((await database.owner.query('select count(*) from audit_lines')).rows).toEqual(before.rows)
  })

  test('is never older than the limit while a replica falls behind, and comes from the replica again when that has caught up', {
    timeout: 60_000,
  }, async () => {
    const database = open([cluster.urlOf(['two'])])
    database.replicas.start()
    await isUsed(database)
    await cluster.ask('two', 'select pg_wal_replay_pause()')
    // A number for each moment. What is read may lack only the numbers of the last `LAG_MS`.
    let worst = 0
    const ends = performance.now() + LAG_MS + 3_000
    const written: number[] = []
    let fromStandby = 0
    for (; performance.now() < ends; ) {
      await write(database, String(written.length))
      written.push(performance.now())
      const asked = performance.now()
      const seen = await look(database)
      if (seen?.standby) fromStandby++
      const next = written[(seen?.newest?.match(/^\d+$/) ? Number(seen.newest) : -1) + 1]
      if (next !== undefined) worst = Math.max(worst, asked - next)
    }
    expect(fromStandby).toBeGreaterThan(0)
    expect(worst).toBeGreaterThan(500)
    expect(worst).toBeLessThanOrEqual(LAG_MS)
    expect((await look(database))?.standby).toBe(false)
    await cluster.ask('two', 'select pg_wal_replay_resume()')
    await isUsed(database)
  })

  test('comes from the primary when the replica stops, without an error', { timeout: 60_000 }, async () => {
    const database = open([cluster.urlOf(['two'])])
    database.replicas.start()
    await isUsed(database)
    await cluster.stop('two')
    await write(database, 'while it is stopped')
    for (let i = 0; i < 20; i++) expect(await look(database)).toEqual({ standby: false, newest: 'while it is stopped' })
    expect(said.filter((line) => line.includes('is not used')).length).toBeGreaterThan(0)
    await cluster.start('two')
    await isUsed(database)
    expect(said).toContainEqual(expect.stringMatching(/^the database replica .* is used again$/))
  })

  test('comes from the same replica in the same session, and from all replicas otherwise', { timeout: 30_000 }, async () => {
    // Two addresses of one server count as two replicas.
    const database = open([cluster.urlOf(['two']), cluster.urlOf(['two'])], LONG_LAG_MS)
    database.replicas.start()
    await expect.poll(() => database.replicas.state.replicas.map(({ isFresh }) => isFresh), { timeout: 10_000 }).toEqual([true, true])
    /** Reads eight times, and returns how many of the reads each replica has served. */
    const servedBy = async (sessionOf: (at: number) => string | undefined) => {
      const readsNow = () => database.replicas.state.replicas.map(({ reads }) => reads)
      const before = readsNow()
      for (let at = 0; at < 8; at++) await look(database, 'calls', sessionOf(at))
      return readsNow().map((reads, at) => reads - (before[at] ?? 0))
    }
    expect(await servedBy(() => undefined)).toEqual([4, 4])
    expect((await servedBy(() => 'session-1')).toSorted()).toEqual([0, 8])
    expect(await servedBy((at) => `session-${at % 2}`)).toEqual([4, 4])
  })

  test('fails when all connections to the replica are in use, and does not burden the primary', { timeout: 30_000 }, async () => {
    const database = open([cluster.urlOf(['two'])], LONG_LAG_MS)
    database.replicas.start()
    await isUsed(database)
    const before = database.replicas.state
    const gate = Promise.withResolvers<void>()
    let held = 0
    const reading = Array.from({ length: 8 }, () =>
      database.replicas.read((db) =>
        db.connection().execute(async (one) => {
          await sql`select`.execute(one)
          held++
          await gate.promise
        }),
      ),
    )
    await expect.poll(() => held, { timeout: 10_000 }).toBe(8)
    await expect(look(database)).rejects.toThrow('timeout exceeded when trying to connect')
    expect(database.replicas.state).toMatchObject({ primaryReads: before.primaryReads, replicas: [{ isFresh: true }] })
    expect(said).toEqual([])
    gate.resolve()
    await Promise.all(reading)
    expect((await look(database))?.standby).toBe(true)
  })

  test('that fails late on the replica is not repeated on the primary', { timeout: 30_000 }, async () => {
    const database = open([cluster.urlOf(['two'])], LONG_LAG_MS)
    database.replicas.start()
    await isUsed(database)
    const before = database.replicas.state
    const slow = database.replicas.read((db) =>
      db.transaction().execute(async (one) => {
        await sql`set local statement_timeout = '1600ms'`.execute(one)
        await sql`select pg_sleep(60)`.execute(one)
      }),
    )
    await expect(slow).rejects.toMatchObject({ code: '57014' })
    expect(database.replicas.state).toMatchObject({ primaryReads: before.primaryReads, replicas: [{ isFresh: true }] })
  })

  test('does not come from a replica whose login could see all customers', { timeout: 30_000 }, async () => {
    const database = open([cluster.urlOf(['two'], cluster.superuserOf('two'))])
    database.replicas.start()
    await expect.poll(() => said, { timeout: 10_000 }).toContainEqual(expect.stringContaining('is not used: its login has SUPERUSER or BYPASSRLS'))
    expect((await look(database))?.standby).toBe(false)
  })

  test('does not come from the primary by the address of a replica', { timeout: 30_000 }, async () => {
    const database = open([cluster.urlOf(['one'])])
    database.replicas.start()
    await expect.poll(() => said, { timeout: 10_000 }).toContainEqual(expect.stringContaining('is not used: it is no replica, but takes writes'))
    expect(database.replicas.state.replicas).toMatchObject([{ isPrimary: true, isFresh: false, ageMs: Number.POSITIVE_INFINITY, reads: 0 }])
  })

  test('does not come from a replica that is cut off, though it knows of nothing that it lacks', { timeout: 60_000 }, async () => {
    const database = open([cluster.urlOf(['two'])])
    database.replicas.start()
    await isUsed(database)
    await cluster.cutOff('two')
    await isLeft(database)
    await write(database, 'after the cut')
    expect(await look(database)).toEqual({ standby: false, newest: 'after the cut' })
  })

  test('does not come from a replica that does not follow the primary to another timeline', { timeout: 60_000 }, async () => {
    await cluster.stop('two')
    cluster.follow('two', 'one')
    await cluster.start('two')
    const database = open([cluster.urlOf(['two'])], LONG_LAG_MS)
    database.replicas.start()
    await isUsed(database)
    await cluster.cutOff('two')
    await cluster.stop('one')
    // What the replica has is still young enough.
    expect((await look(database))?.standby).toBe(true)
    cluster.follow('one', 'two')
    await cluster.start('one')
    await cluster.promote('one')
    await isLeft(database)
    await write(database, 'on the new timeline')
    // The replica still shows a mark, which the process knew. It is asked at least once more.
    const ends = performance.now() + 2_500
    while (performance.now() < ends) expect(await look(database)).toEqual({ standby: false, newest: 'on the new timeline' })
    expect(database.replicas.state.replicas).toMatchObject([{ isPrimary: false, isFresh: false, ageMs: Number.POSITIVE_INFINITY }])
  })

  test('does not come from a replica that was promoted without the primary', { timeout: 60_000 }, async () => {
    const database = open([cluster.urlOf(['two'])])
    await cluster.promote('two')
    database.replicas.start()
    await expect.poll(() => said, { timeout: 10_000 }).toContainEqual(expect.stringContaining('it is no replica, but takes writes'))
    expect((await look(database))?.standby).toBe(false)
  })
})
