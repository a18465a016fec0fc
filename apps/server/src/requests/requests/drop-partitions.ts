import type { RetainedState } from '@sportello/contract'
import type { Pool } from 'pg'
import { queryBusyTables } from '../../platform/db/partitions.ts'

/** A retention period: the number of days for which a form keeps its requests of a final state. */
export interface RetentionPeriod {
  form: string
  state: RetainedState
  days: number
}

/**
 * Age in days of the end of a partition's period, before which the partition stays. By then the idempotency keys of its
 * requests have expired, and no server's clock can be so wrong that it stores a new request there.
 */
const SETTLED_DAYS = 7

/**
 * Drops the partitions whose requests may all be erased. That takes a moment, while erasing them row by row takes minutes
 * for a million requests. The files of the requests then have no database row, and the daily cleanup removes them.
 * @param owner connection pool of the tables' owner
 * @returns the number of erased requests.
 */
export async function dropExpiredPartitions(owner: Pool, periods: readonly RetentionPeriod[]): Promise<number> {
  try {
    return await dropPartitions(owner, periods)
  } finally {
    await eraseLeftovers(owner)
  }
}

/** Number of rows that one statement deletes, so that operators who change the same tables never wait for long. */
const LEFTOVERS = 5_000

/** Deletes the operators' work on the requests of dropped partitions. What an interrupted run leaves, the next one deletes. */
async function eraseLeftovers(owner: Pool): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    const { rows } = await owner.query<{ is_left: boolean }>('select erase_leftovers($1) as is_left', [LEFTOVERS])
    isLeft = rows[0]?.is_left ?? false
  }
}

async function dropPartitions(owner: Pool, periods: readonly RetentionPeriod[]): Promise<number> {
  if (periods.length === 0) return 0
  const shortest = Math.min(...periods.map(({ days }) => days))
  const { rows } = await owner.query<{ suffix: string }>(
    `select suffix from request_partitions where time_of_id(to_id) < now() - make_interval(days => $1)
     and time_of_id(from_id) < now() - make_interval(secs => $2::float8 * 86400) order by from_id`,
    [SETTLED_DAYS, shortest],
  )
  let erased = 0
  for (const { suffix } of rows) {
    // If the tables stay busy, the requests are erased row by row, or by the next run.
    const dropped = await queryBusyTables<{ erased: number | null }>(owner, 'select drop_request_partition($1, $2) as erased', [
      suffix,
      JSON.stringify(periods),
    ])
    erased += dropped?.[0]?.erased ?? 0
  }
  return erased
}
