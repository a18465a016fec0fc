import type { CustomerConfiguration } from '@sportello/contract'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IMPORT_CONFIG } from '../../../test/import-config.ts'
import { eventually } from '../../../test/mail-sink.ts'
import { PostgresServers } from '../../../test/postgres-servers.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { importBundle } from '../../surfaces/bundle/import-bundle.ts'
import { readBundle } from '../../surfaces/bundle/read-bundle.ts'
import { Catalog } from './catalog.ts'

let server: TestServer
let other: Database
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
  const { host, user, password, database } = server.database.owner.options as { host: string; user: string; password: string; database: string }
  other = openDatabase({ host, user, password, database }, () => {})
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const titleOf = async () => (await server.call<CustomerConfiguration>('GET', '/forms/sample')).body.data?.form_title

/**
 * Imports a changed form through the database connections of another process.
 * @returns the milliseconds until this server shows the change
 */
async function shownAfter(form_title: string): Promise<number> {
  const { bundle } = await readBundle(sampleBundle({ params: { form_title } }), '.')
  if (!bundle) throw new Error('the sample is wrong')
  await importBundle(other.kysely, bundle, IMPORT_CONFIG)
  const started = performance.now()
  expect(await eventually(titleOf, (title) => title === form_title, 5_000)).toBe(form_title)
  return performance.now() - started
}

const listeners = () => rowsOf(server, "select pid from pg_stat_activity where datname = current_database() and query = 'listen catalog_changed'")

test('a form changed by another process is visible within a second', async () => {
  await titleOf()
  expect(await shownAfter('Changed elsewhere')).toBeLessThan(1_000)
})

test('a changed form is visible even if the catalogue’s LISTEN connection was terminated just before the change', async () => {
  await titleOf()
  const [listener] = await listeners()
  await rowsOf(server, 'select pg_terminate_backend($1)', [listener?.pid])
  expect(await shownAfter('Changed unheard')).toBeLessThan(2_500)
})

test('the catalogue listens again after its LISTEN connection was terminated', async () => {
  const found = await eventually(listeners, (rows) => rows.length === 1, 5_000)
  expect(found).toHaveLength(1)
  expect(await shownAfter('Heard again')).toBeLessThan(1_000)
})

test('the catalogue listens on a connection of its own and leaves a pool of two to the calls', async () => {
  const { host, user, password, database } = other.owner.options as { host: string; user: string; password: string; database: string }
  const small = openDatabase({ host, user, password, database }, () => {}, { sizes: { web: 2, jobs: 2, owner: 2 } })
  const catalog = new Catalog(small.kysely, small.listening, () => {})
  await catalog.start()
  try {
    const clients = await Promise.all([small.pool.connect(), small.pool.connect()])
    for (const client of clients) client.release()
    expect(clients).toHaveLength(2)
  } finally {
    await catalog.stop()
    await small.close()
  }
})

test('cached() still returns a customer whose cached copy is marked as stale', async () => {
  const catalog = new Catalog(other.kysely, other.pool, () => {})
  expect(await catalog.cached('sample')).toBeUndefined()
  const before = await catalog.customer('sample')
  catalog.forget()
  catalog.forget()
  expect(await catalog.cached('sample')).toBe(before)
  const after = await catalog.customer('sample')
  expect(after).not.toBe(before)
  expect(await catalog.cached('sample')).toBe(after)
})

test('a customer is served after its import, even if its code was requested and cached as unknown before', async () => {
  expect((await server.call('GET', '/forms/newcomer')).status).toBe(404)
  const { bundle } = await readBundle(sampleBundle({ code: 'newcomer' }), '.')
  if (bundle) await importBundle(other.kysely, bundle, IMPORT_CONFIG)
  const status = await eventually(
    async () => (await server.call('GET', '/forms/newcomer')).status,
    (found) => found === 200,
    3_000,
  )
  expect(status).toBe(200)
})

test('requests for unknown codes evict no cached customer, and the catalogue caches unknown codes too', async () => {
  const catalog = new Catalog(other.kysely, other.pool, () => {}, { maxAbsent: 20 })
  const kept = await catalog.customer('sample')
  for (let at = 0; at < 50; at++) expect(await catalog.customer(`invented-${at}`)).toBeUndefined()
  expect(await catalog.customer('sample')).toBe(kept)
  const busy = await Promise.all(Array.from({ length: other.pool.options.max ?? 0 }, () => other.pool.connect()))
  const late = new Promise((resolve) => setTimeout(resolve, 500, 'late'))
  expect(await Promise.race([catalog.customer('invented-49'), late])).toBeUndefined()
  for (const client of busy) client.release()
})

test('a catalogue that is stopped while it opens its LISTEN connection closes the connection', async () => {
  const taken = await other.pool.connect()
  const released = Promise.withResolvers<unknown>()
  const gate = Promise.withResolvers<void>()
  const slow = {
    async connect() {
      await gate.promise
      return Object.assign(taken, { release: released.resolve })
    },
  } as unknown as Pool
  const release = taken.release.bind(taken)
  const catalog = new Catalog(other.kysely, slow, () => {})
  const starting = catalog.start()
  await catalog.stop()
  gate.resolve()
  await starting
  const outcome = await Promise.race([released.promise, new Promise((resolve) => setTimeout(resolve, 500, 'kept'))])
  release(true)
  expect(outcome).toBe(true)
})

test('the catalogue holds only one database connection after it has waited for a full connection pool', async () => {
  const { listening: pool } = server.database
  const [listener] = await eventually(listeners, (rows) => rows.length === 1, 5_000)
  await rowsOf(server, 'select pg_terminate_backend($1)', [listener?.pid])
  const taken = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()))
  // Waits until the catalogue has attempted twice to listen for changes. The wait must be shorter than the connection
  // timeout.
  await new Promise((resolve) => setTimeout(resolve, 4_500))
  for (const client of taken) client.release()
  await eventually(listeners, (rows) => rows.length > 0, 5_000)
  const held = await eventually(
    async () => pool.totalCount - pool.idleCount,
    (count) => count === 1,
    3_000,
  )
  expect(held).toBe(1)
})

const follow = async () => {
  const catalog = new Catalog(other.kysely, other.pool, () => {})
  await catalog.start()
  return catalog
}
/**
 * Changes a row in another process, then a second row. Waits until the catalogue of this process has processed the
 * notification of the second change. Notifications arrive in order, so the first one is then processed too.
 */
async function afterChange(catalog: Catalog, statement: string): Promise<void> {
  await rowsOf(server, statement)
  const mark = `mark-${performance.now()}`
  await rowsOf(
    server,
    "insert into settings (code, value) values ('time_zone', 'Europe/Rome'), ($1, '') on conflict (code) do update set value = excluded.value",
    [mark],
  )
  expect(await eventually(async () => (await catalog.settings()).has(mark), Boolean, 3_000)).toBe(true)
}

test('a change of a customer or of its form definition reloads only this customer; saving a draft reloads no customer', async () => {
  const { bundle } = await readBundle(sampleBundle({ code: 'neighbour' }), '.')
  if (bundle) await importBundle(other.kysely, bundle, IMPORT_CONFIG)
  const catalog = await follow()
  try {
    const definitions = async () => {
      const both = await Promise.all(['sample', 'neighbour'].map((code) => catalog.customer(code)))
      return both.map((customer) => customer?.published)
    }
    const first = await definitions()
    await afterChange(catalog, "update definitions set draft = '{}' where code_tag in ('sample-root', 'neighbour-root')")
    expect((await definitions()).map((each, at) => each === first[at])).toEqual([true, true])
    await afterChange(catalog, "update customers set description = 'Changed' where customer_code = 'sample'")
    const second = await definitions()
    expect(second.map((each, at) => each === first[at])).toEqual([false, true])
    expect((await catalog.customer('sample'))?.setting.description).toBe('Changed')
    await afterChange(
      catalog,
      `insert into definition_versions (code_tag, version, document, document_hash)
         select code_tag, version + 1, document, 'other' from definition_versions where code_tag = 'neighbour-root';
       update definitions set live_version = live_version + 1 where code_tag = 'neighbour-root'`,
    )
    const third = await definitions()
    expect(third.map((each, at) => each === second[at])).toEqual([true, false])
    expect(third[1]?.version).toBe(2)
  } finally {
    await catalog.stop()
  }
})

test('the catalogue evicts the least recently used customers when the cached customers exceed its limit in bytes', async () => {
  for (const code of ['kept-1', 'kept-2', 'kept-3']) {
    const { bundle } = await readBundle(sampleBundle({ code }), '.')
    if (bundle) await importBundle(other.kysely, bundle, IMPORT_CONFIG)
  }
  const measuring = new Catalog(other.kysely, other.pool, () => {})
  await measuring.customer('kept-1')
  const maxBytes = Math.floor(measuring.bytes * 2.5)
  const catalog = new Catalog(other.kysely, other.pool, () => {}, { maxBytes })
  const first = await catalog.customer('kept-1')
  const second = await catalog.customer('kept-2')
  await catalog.customer('kept-3')
  expect(catalog.bytes).toBeLessThanOrEqual(maxBytes)
  expect(await catalog.customer('kept-2')).toBe(second)
  expect(await catalog.customer('kept-1')).not.toBe(first)
})

test('a customer comes from a replica, but not from one that lacks a change of which the process knows', { timeout: 120_000 }, async () => {
  const cluster = await PostgresServers.withStandby()
  const replicated = openDatabase({ connectionString: cluster.urlOf(['one']) }, () => {}, { replicas: { urls: [cluster.urlOf(['two'])], lagMs: 600_000 } })
  const { kysely, listening, owner, replicas } = replicated
  const [aware, unaware] = [1, 2].map(() => new Catalog(kysely, listening, () => {}, { replicas })) as [Catalog, Catalog]
  const importAs = async (form_title: string) => {
    const { bundle } = await readBundle(sampleBundle({ params: { form_title } }), '.')
    if (bundle) await importBundle(kysely, bundle, IMPORT_CONFIG)
  }
  const shownBy = async (catalog: Catalog) => (await catalog.customer('sample'))?.params.form_title
  try {
    await migrate(owner, undefined, () => {})
    await importAs('Before')
    await aware.start()
    replicas.start()
    const revision = 'select revision from catalog_revision'
    await expect.poll(() => cluster.ask('two', revision), { timeout: 10_000 }).toEqual((await owner.query(revision)).rows)
    await expect.poll(() => replicas.state.replicas, { timeout: 10_000 }).toMatchObject([{ isFresh: true }])
    expect(await shownBy(aware)).toBe('Before')
    await cluster.ask('two', 'select pg_wal_replay_pause()')
    await importAs('After')
    await aware.catchUp()
    expect([await shownBy(aware), await shownBy(unaware)]).toEqual(['After', 'Before'])
    expect(replicas.state).toMatchObject({ primaryReads: 0, replicas: [{ reads: 3 }] })
  } finally {
    await aware.stop()
    await replicated.close()
    await cluster.close()
  }
})

test('the server answers requests again after all its database connections were terminated', async () => {
  await other.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'sportello'",
  )
  const status = await eventually(
    async () => (await server.call('GET', '/forms/sample/tags/report')).status,
    (found) => found === 200,
    5_000,
  )
  expect(status).toBe(200)
})
