import { sql } from 'kysely'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'

/** A change of state as a mail tells it, under the names of the follow-up page's events. */
export interface ToldChange {
  /** Time in ISO format. */
  at: string
  kind: 'closed' | 'reopened' | 'merged' | 'desk_state' | 'ticket_state'
  /** Name of the state, if the form shows it. */
  text: string | null
}

/** A request that a mail lists. */
export interface ToldRequest {
  id: string
  ticket: string
  opens_ticket: boolean
  created_at: Date
  changes: readonly ToldChange[]
}

/**
 * Reads the requests that a mail about changes of state lists, newest first, and counts them. Requests that were erased, withdrawn or
 * cancelled meanwhile are missing.
 */
export async function readToldRequests(db: CustomerDb | DeploymentDb, customerCode: string, mailId: string, limit: number) {
  const { rows } = await sql<ToldRequest & { count: number }>`
    select r.id, r.ticket, r.opens_ticket, r.created_at, s.changes, (count(*) over ())::int as count
    from state_mail_requests s join requests r on r.customer_code = s.customer_code and r.id = s.request_id
    where s.customer_code = ${customerCode} and s.mail_id = ${mailId} and r.state = 'processed'
    order by r.created_at desc, r.id desc limit ${limit}`.execute(db)
  return { requests: rows.map(({ count: _, ...row }): ToldRequest => row), count: rows[0]?.count ?? 0 }
}
