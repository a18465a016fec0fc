import { sql } from 'kysely'
import { keyIdOf, sealOpen } from '../../platform/keys/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { sealedAnswer, sealedBody } from './sealed-deliveries.ts'

/** Encrypts the deliveries that are stored as plain text. @returns the number of deliveries. */
export function sealOpenDeliveries(services: RequestServices): Promise<number> {
  return sealOpen(
    services,
    (db, limit) =>
      db
        .selectFrom('deliveries')
        .select(['customer_code', 'id', 'request_id', 'body', 'last_answer'])
        .where(sql<boolean>`(substr(body, 1, 8) <> 'sealed1.'::bytea or (last_answer is not null and not starts_with(last_answer, 'sealed1.')))`)
        // The planner has no statistics on this condition and assumes that most rows match; the order makes it use the index instead of a table scan.
        .orderBy('customer_code')
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute(),
    (db, { customer_code, id, request_id, body, last_answer }, key) =>
      db
        .updateTable('deliveries')
        .set({
          // A parallel attempt may have encrypted one of the two columns already.
          ...(keyIdOf(body.toString('latin1')) === null && { body: sealedBody(key, { customerCode: customer_code, requestId: request_id }, body) }),
          ...(last_answer !== null && keyIdOf(last_answer) === null && { last_answer: sealedAnswer(key, { customer_code, id }, last_answer) }),
        })
        .where('customer_code', '=', customer_code)
        .where('id', '=', id)
        .execute(),
  )
}
