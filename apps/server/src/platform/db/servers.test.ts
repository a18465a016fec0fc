import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { environment, urlsOfHosts } from '../environment.ts'
import { type Database, openDatabase } from './database.ts'
import { prepareHome } from './embedded/home.ts'
import { type EmbeddedDatabase, launchEmbedded } from './embedded/launcher.ts'
import { FollowingClient } from './following-client.ts'
import { Servers } from './servers.ts'

const POSTGRESQL = process.env.POSTGRESQL || undefined
const folder = mkdtempSync(join(tmpdir(), 'sportello-servers-'))
const folderOf = (name: string) => join(folder, name)
const homeOf = (name: string) => prepareHome(folderOf(name), POSTGRESQL)
const running = new Map<string, EmbeddedDatabase>()
let database: Database
let url: string
const said: string[] = []

async function start(name: string): Promise<void> {
  running.set(name, await launchEmbedded(folderOf(name), () => {}, POSTGRESQL))
}

async function stop(name: string): Promise<void> {
  await running.get(name)?.stop()
  running.delete(name)
}

/** Makes a stopped server a standby of another one. */
function follow(name: string, primary: string): void {
  const { cluster, user } = homeOf(name)
  const { host, user: login, password } = running.get(primary)?.admin ?? { host: '', user: '', password: '' }
  for (const [file, text] of Object.entries({
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = 'host=${host} user=${login} password=${password}'\n`,
  })) {
    writeFileSync(join(cluster, file), text, { mode: 0o600 })
    if (user) chownSync(join(cluster, file), user.uid, user.gid)
  }
}

/** Asks one server, as superuser. */
async function askDirectly(name: string, sql = 'select pg_is_in_recovery() as standby'): Promise<{ standby: boolean }> {
  const client = new Client(running.get(name)?.admin)
  await client.connect()
  try {
    const { rows } = await client.query<{ standby: boolean }>(sql)
    return rows[0] ?? { standby: true }
  } finally {
    await client.end()
  }
}

const promote = (name: string) => askDirectly(name, 'select not pg_promote() as standby')

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

const primaryIs = (name: string) => ({ host: homeOf(name).socketDir, standby: false })

beforeAll(async () => {
  await chmod(folder, 0o711)
  await start('one')
  await stop('one')
  // A standby begins as a copy of the primary.
  execFileSync('cp', ['-a', folderOf('one'), folderOf('two')])
  await start('one')
  follow('two', 'one')
  await start('two')
  const { user, password, database: name } = running.get('one')?.connection ?? { user: '', password: '', database: '' }
  const hosts = ['two', 'one'].map((each) => encodeURIComponent(homeOf(each).socketDir)).join(',')
  url = `postgres://${user}:${encodeURIComponent(password)}@${hosts}/${name}`
  database = openDatabase({ connectionString: url }, (message) => said.push(message))
}, 120_000)
afterAll(async () => {
  await database?.close()
  for (const name of running.keys()) await stop(name)
  rmSync(folder, { recursive: true, force: true })
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
    await stop('one')
    const early = database.pool.query('select 1')
    await expect(early).rejects.toThrow(/primary|terminated|timeout/)
    await promote('two')
    const started = performance.now()
    await expect.poll(() => look().catch(() => undefined), { timeout: 10_000, interval: 50 }).toEqual(primaryIs('two'))
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(said).toContainEqual(`the primary of the database is now ${homeOf('two').socketDir}:5432`)
  })

  test('is not reached at the old primary, which comes back with an earlier timeline', { timeout: 60_000 }, async () => {
    await start('one')
    expect((await askDirectly('one')).standby).toBe(false)
    const servers = new Servers(urlsOfHosts(url) ?? [], () => {})
    expect(await servers.primary()).toEqual({ host: homeOf('two').socketDir, port: 5432 })
    await stop('one')
  })

  test('is reached at the new primary if the known one has become a standby without a lost connection', { timeout: 60_000 }, async () => {
    // It knows the primary, and keeps no connection to it.
    const servers = new Servers(urlsOfHosts(url) ?? [], () => {})
    expect(await servers.primary()).toEqual({ host: homeOf('two').socketDir, port: 5432 })
    await stop('two')
    execFileSync('cp', ['-a', homeOf('two').cluster, `${homeOf('one').cluster}.new`])
    rmSync(homeOf('one').cluster, { recursive: true })
    renameSync(`${homeOf('one').cluster}.new`, homeOf('one').cluster)
    await start('one')
    follow('two', 'one')
    await start('two')
    const client = new FollowingClient({ connectionString: urlsOfHosts(url)?.[0] ?? '', servers })
    await expect(client.connect()).rejects.toThrow('is not the primary of the database any more')
    const next = new FollowingClient({ connectionString: urlsOfHosts(url)?.[0] ?? '', servers })
    await next.connect()
    expect(next.host).toBe(homeOf('one').socketDir)
    await next.end()
  })

  test('that has no primary fails with the reason, within the time of a call, for each caller', { timeout: 60_000 }, async () => {
    const servers = new Servers(urlsOfHosts(url) ?? [], () => {})
    const known = await servers.primary()
    await stop('one')
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
