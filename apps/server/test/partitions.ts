import type { Pool } from 'pg'

const TABLES = ['requests', 'answers', 'attachments', 'deliveries', 'mails', 'tax_codes', 'verification_codes']

/**
 * Gives a database without requests the partitions of a deployment that has been running for years: one for each given
 * start, and those of the coming months. A new database would keep all requests of its first month in the partition of
 * the requests from before the partitions.
 * @param starts SQL expressions of the times at which the partitions start, the earliest first
 */
export async function agePartitions(owner: Pool, starts: readonly string[]): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ suffix: string }>("select suffix from request_partitions where suffix <> '_before'")
    for (const { suffix } of rows) for (const table of TABLES.toReversed()) await client.query(`drop table ${table}${suffix}`)
    for (const table of TABLES) {
      await client.query(`alter table ${table} detach partition ${table}_before`)
      await client.query(`alter table ${table}_before drop constraint if exists ${table}_before_bound`)
      const bounds =
        table === 'mails'
          ? 'default'
          : (await client.query<{ bounds: string }>(`select format('for values from (minvalue) to (%L)', first_id_at(${starts[0]})) as bounds`)).rows[0]?.bounds
      await client.query(`alter table ${table} attach partition ${table}_before ${bounds}`)
    }
    for (const [at, start] of starts.entries()) {
      const end = starts[at + 1]
      if (end !== undefined) await client.query(`select add_request_partition('_old_${at + 1}', first_id_at(${start}), first_id_at(${end}))`)
    }
    await client.query('select make_request_partitions()')
    await client.query('commit')
  } finally {
    client.release()
  }
}
