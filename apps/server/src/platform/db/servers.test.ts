import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PostgresServers } from '../../../test/postgres-servers.ts'
import { urlsOfHosts } from '../addresses.ts'
import { environment } from '../environment.ts'
import { type Database, openDatabase } from './database.ts'
import { FollowingClient, type ServersConfig } from './following-client.ts'
import { Servers } from './servers.ts'

let cluster: PostgresServers
let database: Database
let url: string
const said: string[] = []

/** Returns where a new or an idle connection leads, and whether that server can write. */
async function look(): Promise<{ host: string; standby: boolean }> {
  const client = await database.owner.connect()
  try {
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    return { host: client.host, standby: rows[0]?.standby ?? true }
  } finally {
    client.release()
  }
}

/** Options of a pool whose connections follow the primary. */
const late = (servers: Servers): PoolConfig & ServersConfig => ({
  connectionString: urlsOfHosts(url)?.[0] ?? '',
  servers,
  Client: FollowingClient,
  application_name: 'late',
})

const primaryIs = (name: string) => ({ host: cluster.homeOf(name).socketDir, standby: false })

beforeAll(async () => {
  cluster = await PostgresServers.withStandby()
  url = cluster.urlOf(['two', 'one'])
  database = openDatabase({ connectionString: url }, (message) => said.push(message))
}, 120_000)
afterAll(async () => {
  await database?.close()
  await cluster?.close()
})

test('the URL of a database may name several hosts', () => {
  expect(urlsOfHosts('postgres://a:b@one:5433,two,[::1]:5434/name?sslmode=require')).toEqual([
    'postgres://a:b@one:5433/name?sslmode=require',
    'postgres://a:b@two/name?sslmode=require',
    'postgres://a:b@[::1]:5434/name?sslmode=require',
  ])
  expect(urlsOfHosts('postgresql://one/name')).toEqual(['postgresql://one/name'])
  const read = (DATABASE_URL: string) => environment.safeParse({ DATABASE_URL })
  expect(read('postgres://a:b@one:5433,two:5434/name').success).toBe(true)
  // As with one host before: none, a raw @ or a comma in the password, and white space around.
  expect(read('postgres:///name?host=/run/postgresql').success).toBe(true)
  expect(urlsOfHosts('postgres://a:b@c,d@one/name')).toEqual(['postgres://a:b@c,d@one/name'])
  expect(read(' postgres://one/name\n').data?.DATABASE_URL).toBe('postgres://one/name')
  for (const wrong of ['postgres://a:b@one:x,two/name', 'postgres://a:b@one,two:y/name', 'mysql://one,two/name', 'one,two'])
    expect(read(wrong).error?.issues[0]?.message, wrong).toBe('must be an address with postgres or postgresql')
})

describe('a database with several servers', () => {
  test('is reached at its primary, also if a standby is named first', { timeout: 20_000 }, async () => {
    expect(await look()).toEqual(primaryIs('one'))
    expect((await database.pool.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')).rows).toEqual([{ standby: false }])
    await expect(database.verify()).resolves.toBeUndefined()
  })

  test('is reached at the promoted standby when the primary is gone, and nobody says so', { timeout: 60_000 }, async () => {
    await cluster.stop('one')
    const early = database.pool.query('select 1')
    await expect(early).rejects.toThrow(/primary|terminated|timeout/)
    await cluster.promote('two')
    const started = performance.now()
    await expect.poll(() => look().catch(() => undefined), { timeout: 10_000, interval: 50 }).toEqual(primaryIs('two'))
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(said).toContainEqual(`the primary of the database is now ${cluster.homeOf('two').socketDir}:5432`)
  })

  test('is not reached at the old primary, which comes back with an earlier timeline', { timeout: 60_000 }, async () => {
    await cluster.start('one')
    expect(await cluster.isStandby('one')).toBe(false)
    const servers = new Servers(urlsOfHosts(url) ?? [], () => {})
    expect(await servers.primary()).toEqual({ host: cluster.homeOf('two').socketDir, port: 5432 })
    await cluster.stop('one')
  })

  test('is reached at the new primary if the known one has become a standby without a lost connection', { timeout: 60_000 }, async () => {
    // It knows the primary, and keeps no connection to it.
    const servers = new Servers(urlsOfHosts(url) ?? [], () => {})
    expect(await servers.primary()).toEqual({ host: cluster.homeOf('two').socketDir, port: 5432 })
    await cluster.stop('two')
    cluster.copy('two', 'one')
    await cluster.start('one')
    cluster.follow('two', 'one')
    await cluster.start('two')
    const client = new FollowingClient({ connectionString: urlsOfHosts(url)?.[0] ?? '', servers })
    await expect(client.connect()).rejects.toThrow('is not the primary of the database any more')
    const next = new FollowingClient({ connectionString: urlsOfHosts(url)?.[0] ?? '', servers })
    await next.connect()
    expect(next.host).toBe(cluster.homeOf('one').socketDir)
    await next.end()
  })

  test('is asked again if the primary was doubted while it was asked', { timeout: 20_000 }, async () => {
    const servers = new Servers(urlsOfHosts(url) ?? [], () => {})
    const known = await servers.primary()
    servers.doubt(known)
    const started = performance.now()
    const asked = servers.primary()
    servers.doubt(known)
    expect(await asked).toEqual(known)
    // The pause before the second round, which one round alone would not have.
    expect(performance.now() - started).toBeGreaterThanOrEqual(250)
  })

  test('is still reached at the known primary if that has no free connection to say so', { timeout: 20_000 }, async () => {
    const servers = new Servers(urlsOfHosts(url) ?? [], () => {})
    const known = await servers.primary()
    const limit = (most: number) => cluster.ask('one', `alter role ${new URL(cluster.urlOf(['one'])).username} connection limit ${most}`)
    await limit(0)
    try {
      servers.doubt(known)
      expect(await servers.primary()).toEqual(known)
      const other = new Servers(urlsOfHosts(url) ?? [], () => {})
      await expect(other.primary()).rejects.toThrow('none of the database servers is the primary')

      // The pool gives up before the primary says what it is, and the connection is not opened after that.
      const pool = new Pool({ ...late(new Servers(urlsOfHosts(url) ?? [], () => {})), connectionTimeoutMillis: 300 })
      await expect(pool.query('select 1')).rejects.toThrow(/timeout/)
      await limit(-1)
      await sleep(1_000)
      expect(await cluster.ask('one', "select from pg_stat_activity where application_name = 'late'")).toEqual([])
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      await pool.end()
    } finally {
      await limit(-1)
    }
  })

  test('that has no primary fails with the reason, within the time of a call, for each caller', { timeout: 60_000 }, async () => {
    const servers = new Servers(urlsOfHosts(url) ?? [], () => {})
    const known = await servers.primary()
    await cluster.stop('one')
    // Nobody has doubted it yet.
    servers.doubt({ host: 'other', port: 5432 })
    expect(await servers.primary()).toEqual(known)
    servers.doubt(known)
    const started = performance.now()
    const answers = await Promise.allSettled([servers.primary(), servers.primary(), servers.primary()])
    expect(performance.now() - started).toBeLessThan(3_700)
    for (const answer of answers) {
      // The error handler answers this SQLSTATE with 503.
      expect(answer).toMatchObject({
        status: 'rejected',
        reason: {
          code: '57P03',
          message: expect.stringMatching(/^none of the database servers is the primary \((?=.*: is a standby)(?=.*: connect ).*\)$/),
        },
      })
    }
  })
})
