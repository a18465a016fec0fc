import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { type EmbeddedDatabase, launchEmbedded } from './embedded/launcher.ts'

const folder = mkdtempSync(join(tmpdir(), 'sportello-silent-'))
let embedded: EmbeddedDatabase
let database: Database
// Starts a separate database cluster, because this test suspends a database process. In a shared cluster, that would
// block other tests.
beforeAll(async () => {
  chmodSync(folder, 0o711)
  embedded = await launchEmbedded(join(folder, 'data'), () => {})
  database = openDatabase(embedded.connection, () => {})
}, 60_000)
afterAll(async () => {
  await database.close()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a query on a database connection that hangs fails within five seconds, and the next query gets a new connection', { timeout: 30_000 }, async () => {
  let stopped = 0
  const started = performance.now()
  try {
    const asked = database.kysely.transaction().execute(async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      stopped = rows[0]?.pid ?? 0
      process.kill(stopped, 'SIGSTOP')
      return sql`select 1`.execute(db)
    })
    await expect(asked).rejects.toThrow(/timeout|terminated/)
    // The call must fail after one timeout. If the server sent a rollback on the connection that does not answer, the
    // rollback would cause a second timeout.
    expect(performance.now() - started).toBeLessThan(8_000)
    const next = performance.now()
    expect((await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid).not.toBe(stopped)
    expect(performance.now() - next).toBeLessThan(4_000)
  } finally {
    process.kill(stopped, 'SIGCONT')
  }
})
