import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { grantAsCreator } from '../../../test/grant-as-creator.ts'
import { hasPooler, startPooler } from '../../../test/pooler.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { UnsafeConnection, verifyServerRole } from './server-role.ts'

const name = `role_${randomUUID().replaceAll('-', '').slice(0, 12)}`
const cluster = inject('cluster')
let admin: Client
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sportello-role-'))
  admin = new Client({ ...cluster, database: 'postgres' })
  await admin.connect()
  await admin.query(`create role ${name} login createrole password 'x'`)
  await grantAsCreator(admin, name)
  await admin.query(`create database ${name} owner ${name}`)
})
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`)
  await admin.query(`drop role ${name}`)
  await admin.end()
  await rm(folder, { recursive: true, force: true })
})

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))

/**
 * Starts a server process with database URLs that the process must reject.
 * @returns the exit code and the standard error of the process
 */
async function startServer(variables: Readonly<Record<string, string>>) {
  const env = { ...process.env, ...variables, DATA_DIR: join(folder, 'data'), PORT: '0', DEMO: '0' }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const said = text(child.stderr)
  const [code] = await once(child, 'exit')
  return { code, said: (await said).trim() }
}

const urlOf = (user: string, password: string, host: string, database: string, port?: number) =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost${port === undefined ? '' : `:${port}`}/${database}${host.startsWith('/') ? `?host=${encodeURIComponent(host)}` : ''}`

test('a server whose database login is a superuser does not start, and prints a one-line instruction', async () => {
  const { code, said } = await startServer({ DATABASE_URL: urlOf(cluster.user, cluster.password, cluster.host, name) })
  expect(code).toBe(1)
  expect(said).toMatch(/^DATABASE_URL logs in as "sportello", which has SUPERUSER or BYPASSRLS.*Create a role for the server/)
  expect(said.split('\n')).toHaveLength(1)
  const left = new Client({ ...cluster, database: name })
  await left.connect()
  expect((await left.query("select from pg_tables where schemaname = 'public'")).rowCount, 'nothing was migrated').toBe(0)
  await left.end()
})

test('a database login that can bypass row security is rejected, and an unprivileged login is accepted', async () => {
  const open = () => openDatabase({ ...cluster, user: name, password: 'x', database: name }, () => {})
  const database = open()
  await expect(database.verify()).resolves.toBeUndefined()
  await admin.query(`alter role ${name} bypassrls`)
  await expect(database.verify()).rejects.toThrow(UnsafeConnection)
  await admin.query(`alter role ${name} nobypassrls`)
  await database.close()
})

test('a connection whose role is not the server’s role is rejected before its first query', async () => {
  const migrated = openDatabase({ ...cluster, user: name, password: 'x', database: name }, () => {})
  await migrate(migrated.owner)
  expect((await migrated.pool.query('select current_user as role')).rows).toEqual([{ role: 'sportello_server' }])
  await migrated.close()
  // Simulates a connection pooler that ignores start-up options: the connection has the login's own role instead of the
  // server's role.
  const pool = new Pool({ ...cluster, user: name, password: 'x', database: name, onConnect: verifyServerRole })
  await expect(pool.query('select 1')).rejects.toThrow(`as "${name}" instead of "sportello_server"`)
  await pool.end()
  const inside = new Client({ ...cluster, database: name })
  await inside.connect()
  // Makes the server's role the owner of a table, because PostgreSQL by default does not apply row security to a
  // table's owner.
  await inside.query('alter table requests no force row level security; alter table requests owner to sportello_server')
  const unguarded = new Pool({ ...cluster, user: name, password: 'x', database: name, options: '-c role=sportello_server', onConnect: verifyServerRole })
  await expect(unguarded.query('select 1')).rejects.toThrow('Row security does not hold')
  await unguarded.end()
  await inside.query(`alter table requests force row level security; alter table requests owner to ${name}`)
  await inside.end()
})

test.skipIf(!hasPooler).each([
  ['refuses start-up options', []],
  ['ignores start-up options', ['ignore_startup_parameters = extra_float_digits,options']],
])('a server behind PgBouncer in transaction mode that %s refuses to start with a one-line instruction', async (_which, lines) => {
  const pooler = await startPooler({ host: cluster.host, users: { [name]: 'x' }, lines })
  try {
    const { code, said } = await startServer({ DATABASE_URL: urlOf(name, 'x', '127.0.0.1', name, pooler.port) })
    expect(said).toMatch(/^Between server and database something drops the start-up parameter "options".*let DATABASE_URL lead to PostgreSQL itself/)
    expect([code, said.split('\n').length]).toEqual([1, 1])
  } finally {
    await pooler.stop()
  }
})
