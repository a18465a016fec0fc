import { sql } from 'kysely'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { eraseCases } from '../desk/queries.ts'
import { eraseFollowUps } from '../follow-up/queries.ts'
import { eraseStateMails } from '../state-mails/rules.ts'
import { eraseTicketStates } from '../ticket-states/queries.ts'
import type { RequestServices } from './services.ts'

export interface ErasableRequest {
  customerCode: string
  id: string
  ticket: string
}

/**
 * Erases requests with their answers, mails, codes, idempotency keys, words for the search, the operators' work on them, the
 * states of their tickets in ticket systems, the messages and sessions of their follow-up pages, and the mails about several requests
 * that list them.
 * @returns a function that removes the requests' files; the caller must call it after the commit. If the process
 * crashes before that, or the object store is unavailable, the next cleanup removes the files, because they have no
 * database row.
 */
export async function eraseRequests(
  db: DeploymentDb,
  { attachments }: Pick<RequestServices, 'attachments'>,
  requests: readonly ErasableRequest[],
): Promise<() => Promise<void>> {
  const files: { customerCode: string; id: string }[] = []
  for (const [customerCode, own] of Map.groupBy(requests, (request) => request.customerCode)) {
    const ids = own.map(({ id }) => id)
    const rows = await db.selectFrom('attachments').select('id').where('customer_code', '=', customerCode).where('request_id', 'in', ids).execute()
    files.push(...rows.map(({ id }) => ({ customerCode, id })))
    const tickets = own.map(({ ticket }) => ticket)
    await db.deleteFrom('idempotency_keys').where('customer_code', '=', customerCode).where(sql<string>`answer->>'ticket'`, 'in', tickets).execute()
    await db.deleteFrom('request_fingerprints').where('customer_code', '=', customerCode).where('request_id', 'in', ids).execute()
    await db.deleteFrom('requests').where('customer_code', '=', customerCode).where('id', 'in', ids).execute()
    // Last, because operators and jobs that store something about a request hold it, and the statement before waits for them.
    await eraseCases(db, customerCode, ids)
    await db.deleteFrom('search_words').where('customer_code', '=', customerCode).where('request_id', 'in', ids).execute()
    await eraseTicketStates(db, customerCode, ids)
    await eraseFollowUps(db, customerCode, ids)
    await eraseStateMails(db, customerCode, ids)
  }
  return () => attachments.removeUnnamed(files)
}
