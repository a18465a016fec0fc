import { EventEmitter } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { type EmbeddedDatabase, launchEmbedded } from '../../platform/db/embedded/launcher.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { startHeartbeat } from './heartbeat.ts'

const folder = mkdtempSync(join(tmpdir(), 'sportello-silent-heartbeat-'))
let embedded: EmbeddedDatabase
let database: Database
// A database cluster of its own, because this test suspends processes of it.
beforeAll(async () => {
  chmodSync(folder, 0o711)
  embedded = await launchEmbedded(join(folder, 'data'), () => {})
  database = openDatabase(embedded.connection, () => {})
  await migrate(database.owner, undefined, () => {})
}, 60_000)
afterAll(async () => {
  await database.close()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('the heartbeat of a worker continues before the worker counts as dead, if a connection to the database falls silent', { timeout: 40_000 }, async () => {
  const heartbeat = startHeartbeat(database.owner, new EventEmitter() as WorkerEvents, () => {})
  const watching = new Client({ ...embedded.admin, database: embedded.connection.database })
  await watching.connect()
  /** Returns the age of the heartbeat in seconds. */
  async function age(): Promise<number> {
    const { rows } = await watching.query<{ age: number | null }>('select extract(epoch from now() - max(seen_at))::float8 as age from worker_heartbeats')
    return rows[0]?.age ?? Number.POSITIVE_INFINITY
  }
  await expect.poll(age).toBeLessThan(2)
  const { rows } = await database.owner.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and query ilike '%worker_heartbeats%' or pid = pg_backend_pid()",
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
  try {
    const ends = Date.now() + 20_000
    let oldest = 0
    while (Date.now() < ends) {
      oldest = Math.max(oldest, await age())
      await sleep(250)
    }
    // It was not renewed for a while, and then it was. A worker counts as dead after 15 s.
    expect(oldest).toBeGreaterThan(4)
    expect(oldest).toBeLessThan(14.5)
    expect(await age()).toBeLessThan(6)
  } finally {
    for (const { pid } of rows) process.kill(pid, 'SIGCONT')
    await heartbeat.stop()
    await watching.end()
  }
})
