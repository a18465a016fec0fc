import type { Attention } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { managed } from '../../management/calls.ts'
import { readInOrder } from '../../management/paging.ts'
import { withinReach } from '../../management/reach.ts'
import type { RequestServices } from '../../requests/requests/services.ts'

/**
 * Maximum number of failed rows that the server counts per state. The number is limited because the dashboard requests
 * the counts often.
 */
const COUNTED = 10_000

/**
 * Registers the endpoint that counts failed requests, deliveries and mails for the dashboard's navigation. The query
 * reads the oldest rows of each state through an index.
 */
export function getAttention(app: FastifyInstance, services: RequestServices): void {
  managed(app, endpoints.getAttention, ({ operator }) =>
    withinReach(services.database.kysely, operator, async (db) => {
      await readInOrder(db)
      const { rows } = await sql<Attention>`
        select ${oldest('requests', 'failed')} as requests,
          ${oldest('deliveries', 'dead')} + ${oldest('deliveries', 'queued')} as deliveries,
          ${oldest('mails', 'failed')} + ${oldest('mails', 'queued')} as mails`.execute(db)
      return rows[0] ?? { requests: 0, deliveries: 0, mails: 0 }
    }),
  )
}

/**
 * SQL expression for the number of requests, deliveries or mails in a given state. A queued row is counted only after a
 * failed attempt, which sets `next_attempt_at`.
 */
function oldest(table: 'requests' | 'deliveries' | 'mails', state: string) {
  const counts = state === 'queued' ? sql`next_attempt_at is not null` : sql`true`
  const column = state === 'queued' ? sql`next_attempt_at` : sql`id`
  return sql`(select count(*) filter (where ${counts})::int from (
    select ${column} from ${sql.table(table)} where state = ${state} order by created_at, id limit ${sql.lit(COUNTED)}) as found)`
}
