import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { grantAsCreator } from '../../../test/grant-as-creator.ts'
import { eventually } from '../../../test/mail-sink.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { UnsafeConnection, verifyServerRole } from './server-role.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'
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
 * Starts a server process with a database URL that the process must reject.
 * @returns the exit code and the standard error of the process
 */
async function startServer(url: string) {
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: join(folder, 'data'), PORT: '0', DEMO: '0' }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const said = text(child.stderr)
  const [code] = await once(child, 'exit')
  return { code, said: (await said).trim() }
}

const urlOf = (user: string, password: string, host: string, database: string, port?: number) =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost${port === undefined ? '' : `:${port}`}/${database}${host.startsWith('/') ? `?host=${encodeURIComponent(host)}` : ''}`

test('a server whose database login is a superuser does not start, and prints a one-line instruction', async () => {
  const { code, said } = await startServer(urlOf(cluster.user, cluster.password, cluster.host, name))
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

test.skipIf(!existsSync(PGBOUNCER)).each([
  ['refuses start-up options', ''],
  ['ignores start-up options', 'ignore_startup_parameters = extra_float_digits,options'],
])('a server behind PgBouncer in transaction mode that %s refuses to start with a one-line instruction', async (_which, line) => {
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  await writeFile(users, `"${name}" "x"\n`)
  await writeFile(
    file,
    `[databases]\n${name} = host=${cluster.host} dbname=${name} user=${name} password=x\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = plain\nauth_file = ${users}\npool_mode = transaction\n${line}\n`,
  )
  // Starts PgBouncer as the system user that owns the embedded cluster's socket (“nobody” or “postgres”), because
  // PgBouncer does not run as root.
  const { uid, gid } = await stat(cluster.host)
  for (const path of [folder, file, users]) await chown(path, uid, gid)
  const pooler = spawn(PGBOUNCER, ['-q', file], { stdio: 'ignore', ...(process.getuid?.() === 0 && { uid, gid }) })
  try {
    expect(await eventually(() => reachable(port), Boolean, 5_000)).toBe(true)
    const { code, said } = await startServer(urlOf(name, 'x', '127.0.0.1', name, port))
    expect(said).toMatch(/^Between server and database something drops the start-up parameter "options".*let DATABASE_URL lead to PostgreSQL itself/)
    expect([code, said.split('\n').length]).toEqual([1, 1])
  } finally {
    pooler.kill()
    await once(pooler, 'exit')
  }
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function reachable(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.end()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
