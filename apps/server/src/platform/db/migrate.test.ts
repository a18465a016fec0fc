import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { codegenArguments } from '../../../test/codegen.ts'
import { cloneDatabase } from '../../../test/test-server.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate, UUIDV7 } from './migrate.ts'

const run = promisify(execFile)

let clone: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  clone = await cloneDatabase()
})
afterAll(() => clone.drop())

/** SQL condition that leaves out partitions. */
const lasting = (name: string) => `${name} not in (select relname from pg_class where relispartition)`

/** Returns the complete schema of a database as text, without the partitions, which depend on the time. */
async function shapeOf(database: Database): Promise<string> {
  const { rows } = await database.owner.query(`
    select table_schema, table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema in ('public', 'graphile_worker') and ${lasting('table_name')} order by 1, 2, ordinal_position`)
  const { rows: indexes } = await database.owner.query(`select indexdef from pg_indexes where schemaname = 'public' and ${lasting('tablename')} order by 1`)
  const { rows: policies } = await database.owner.query(`select tablename, policyname, qual from pg_policies where ${lasting('tablename')} order by 1, 2`)
  const { rows: grants } = await database.owner.query(
    `select table_name, privilege_type from information_schema.role_table_grants where grantee = 'sportello_server' and ${lasting('table_name')} order by 1, 2`,
  )
  return JSON.stringify({ rows, indexes, policies, grants })
}

describe('migrations', () => {
  test('change nothing when they run a second time', async () => {
    const before = await shapeOf(clone.database)
    expect(await migrate(clone.database.owner)).toEqual([])
    expect(await shapeOf(clone.database)).toBe(before)
  })

  test('run only once when four servers start in parallel on an empty database', async () => {
    const name = `empty_${process.pid}`
    await clone.database.owner.query(`create database ${name}`)
    const servers = Array.from({ length: 4 }, () => openDatabase({ ...inject('cluster'), database: name }, () => {}))
    try {
      const ran = await Promise.all(servers.map((server) => migrate(server.owner)))
      const names = ran.flat()
      expect(names.length).toBeGreaterThanOrEqual(7)
      expect(new Set(names).size).toBe(names.length)
      expect(await shapeOf(servers[0] ?? clone.database)).toBe(await shapeOf(clone.database))
    } finally {
      await Promise.all(servers.map((server) => server.close()))
      await clone.database.owner.query(`drop database ${name}`)
    }
  })

  test.each([
    ['the migration leaves encryption off for a deployment with forms, until all its servers run the new version', true, [{ value: 'false' }]],
    ['the migration leaves encryption on for a deployment without forms', false, []],
  ])('%s', async (_what, old, set) => {
    const name = `gate_${process.pid}_${old}`
    await clone.database.owner.query(`create database ${name}`)
    const { owner, close } = openDatabase({ ...inject('cluster'), database: name }, () => {})
    try {
      await migrate(owner, '0036-operator-sessions-seen')
      if (old)
        await owner.query(`insert into definitions (code_tag) values ('d');
          insert into customers (customer_code, description, code_tag, client_url, active, params, logo_params, template_params, live_chat_params)
          values ('c', '', 'd', '', true, '{}', '[]', '{}', '{}')`)
      await migrate(owner)
      expect((await owner.query("select value from settings where code = 'seal_answers'")).rows).toEqual(set)
    } finally {
      await close()
      await clone.database.owner.query(`drop database ${name}`)
    }
  })

  test('that only a newer release contains are accepted, so that a server of this release can restart; older migrations that this release does not contain are rejected', async () => {
    const { owner } = clone.database
    await owner.query("insert into kysely_migration (name, timestamp) values ('9999-of-a-later-version', '2026-01-01')")
    const before = await shapeOf(clone.database)
    expect(await migrate(owner)).toEqual([])
    expect(await shapeOf(clone.database)).toBe(before)
    await owner.query("update kysely_migration set name = '0000-of-something-else' where name = '9999-of-a-later-version'")
    await expect(migrate(owner)).rejects.toThrow(/0000-of-something-else/)
    await owner.query("delete from kysely_migration where name = '0000-of-something-else'")
    expect(await migrate(owner)).toEqual([])
  })

  test('create the schema that the generated types describe', async () => {
    await expect(run(process.execPath, codegenArguments(clone.connection, '--verify'))).resolves.toBeDefined()
    await clone.database.owner.query('alter table settings add column unknown_to_the_types integer')
    await expect(run(process.execPath, codegenArguments(clone.connection, '--verify'))).rejects.toThrow()
  })

  /** Creates a database, runs its migrations up to and including `last`, and passes the database to `work`. */
  async function migratedTo(last: string, work: (database: Database) => Promise<void>): Promise<void> {
    const name = `partly_${process.pid}_${last.slice(0, 4)}`
    await clone.database.owner.query(`create database ${name}`)
    const database = openDatabase({ ...inject('cluster'), database: name }, () => {})
    try {
      await migrate(database.owner, last)
      await work(database)
    } finally {
      await database.close()
      await clone.database.owner.query(`drop database ${name}`)
    }
  }

  test('wait for a lock without blocking other statements, and run as soon as they get the lock', async () => {
    await migratedTo('0037-sealed-texts', async ({ owner }) => {
      const reader = await owner.connect()
      await reader.query('begin; select from customers')
      const messages: string[] = []
      const migrating = migrate(owner, undefined, (message) => messages.push(message))
      const waits: number[] = []
      for (const ends = performance.now() + 3_500; performance.now() < ends; ) {
        const asked = performance.now()
        await owner.query('select from customers')
        waits.push(performance.now() - asked)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      await reader.query('commit')
      reader.release()
      expect(await migrating).toContain('0038-catalog-notices')
      expect(messages).toEqual(['the migration 0038-catalog-notices waits for a lock of another transaction, retrying'])
      // The migration makes other statements wait for at most one second. The limit is higher because tests run in
      // parallel.
      expect(Math.max(...waits)).toBeLessThan(2_000)
    })
  })

  test('rebuild an invalid index that an interrupted migration left behind', async () => {
    await migratedTo('0038-catalog-notices', async ({ owner }) => {
      await owner.query('create index requests_by_retention on requests (state)')
      await owner.query("update pg_index set indisvalid = false where indexrelid = 'requests_by_retention'::regclass")
      await migrate(owner)
      const { rows } = await owner.query("select indisvalid as valid, indnatts as columns from pg_index where indexrelid = 'requests_by_retention'::regclass")
      expect(rows).toEqual([{ valid: true, columns: 6 }])
    })
  })
})

test('the ids that the product generates on older versions have the form and the order of uuidv7', async () => {
  const { owner } = clone.database
  await owner.query(UUIDV7.replace('public.uuidv7()', 'public.older_uuidv7()'))
  const { rows } = await owner.query<{ id: string; at: string }>(
    'select older_uuidv7() as id, (extract(epoch from clock_timestamp()) * 1000)::bigint as at, pg_sleep(0.001) from generate_series(1, 300)',
  )
  await owner.query('drop function older_uuidv7()')
  const ids = rows.map(({ id }) => id)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids.map((id) => id.slice(15, 18))).size, 'the fraction of a millisecond is used').toBeGreaterThan(100)
  for (const { id, at } of rows) expect(Math.abs(Number.parseInt(id.replace('-', '').slice(0, 12), 16) - Number(at))).toBeLessThan(50)
})
