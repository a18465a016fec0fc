import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, QueryResultRow } from 'pg'

/** How often a statement tries to lock busy tables, and how long it pauses between two attempts. */
const LOCK_TRIES = 50
const LOCK_PAUSE_MS = 500
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Runs a statement that locks busy tables for a moment and gives up after 200 ms, so that nobody waits for long behind it.
 * Repeats it for half a minute.
 * @returns the rows; undefined if the tables stayed busy, for example during a backup
 */
export async function queryBusyTables<T extends QueryResultRow>(owner: Pool, text: string, values: unknown[] = []): Promise<T[] | undefined> {
  for (let attempt = 1; attempt <= LOCK_TRIES; attempt++) {
    try {
      return (await owner.query<T>(text, values)).rows
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
      await sleep(LOCK_PAUSE_MS)
    }
  }
  return undefined
}

/**
 * Makes the partitions of the coming three months. A request without a partition could not be stored. Runs daily, and when
 * a process starts, because the last one may have stopped long ago. While the tables are busy, leaves it to a later run.
 * @throws if the tables stay busy although there is no partition for the next seven days.
 */
export async function makePartitions(owner: Pool): Promise<void> {
  if (await queryBusyTables(owner, 'select make_request_partitions()')) return
  const { rows } = await owner.query<{ enough: boolean }>("select max(time_of_id(to_id)) > now() + interval '7 days' as enough from request_partitions")
  if (!rows[0]?.enough) throw new Error('the tables of the requests are busy, so no partitions could be made for the coming days')
}
