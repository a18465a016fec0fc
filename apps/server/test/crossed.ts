import type { PoolClient } from 'pg'
import { eventually } from './mail-sink.ts'
import type { TestServer } from './test-server.ts'
import { rowsOf } from './traces.ts'

/**
 * Runs `work` in a transaction of its own, which stays open while the server runs other transactions. Then rolls it
 * back.
 */
export async function beside<T>(server: TestServer, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await server.database.owner.connect()
  try {
    await client.query('begin')
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/**
 * Waits until the database has let a connection of the server wait for a lock for so many milliseconds.
 * @returns the number of connections that wait; 0 if none does after ten seconds
 */
export async function waitForLock(server: TestServer, sinceMs: number): Promise<number> {
  const waits = () =>
    rowsOf(
      server,
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and application_name = 'sportello'
       and clock_timestamp() - query_start > $1 * interval '1 millisecond'`,
      [sinceMs],
    )
  const waiting = await eventually(waits, (rows) => rows.length > 0)
  return waiting.length
}

/** An SQL statement with the values of its parameters. */
type Statement = [text: string, values: unknown[]]

/**
 * Provokes a deadlock between this transaction and `call`. First locks the rows that `call` locks last. Then requests
 * the
 * rows that `call` locks first. PostgreSQL aborts the transaction that has waited longer, which is the one of `call`.
 */
export async function crossed<T>(server: TestServer, holds: Statement, call: () => Promise<T>, takes: Statement): Promise<T> {
  const [answer] = await beside(server, async (client) => {
    await client.query("set local deadlock_timeout = '1min'")
    await client.query(...holds)
    const waiting = call()
    // A submission waits 100 ms at first, and then as long as it must.
    if ((await waitForLock(server, 200)) === 0) throw new Error('the call does not wait for what is held')
    await client.query(...takes)
    return [waiting]
  })
  return answer
}

/** Returns the number of deadlocks that the database has detected and resolved so far. */
export async function deadlocks(server: TestServer): Promise<number> {
  await rowsOf(server, 'select pg_stat_force_next_flush()')
  return Number((await rowsOf(server, 'select deadlocks from pg_stat_database where datname = current_database()'))[0]?.deadlocks)
}

/**
 * Waits until the database has counted more than `before` deadlocks, and returns their number. A transaction that
 * `crossed` makes fail may fail twice: if its retry starts before the other transaction wakes up, it takes the same locks
 * in the same order again.
 */
export async function deadlocksAfter(server: TestServer, before: number): Promise<number> {
  return eventually(
    () => deadlocks(server),
    (n) => n > before,
  )
}
