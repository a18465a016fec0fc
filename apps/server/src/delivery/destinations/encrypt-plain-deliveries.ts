import { sql } from 'kysely'
import { encryptPlainRows, keyIdOf } from '../../platform/keys/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { encryptedAnswer, encryptedBody } from './encrypted-deliveries.ts'

/**
 * Encrypts the stored payloads and responses of deliveries that are still in plain text.
 * @returns the number of encrypted deliveries.
 */
export function encryptPlainDeliveries(services: RequestServices): Promise<number> {
  return encryptPlainRows(
    services,
    (db, limit) =>
      db
        .selectFrom('deliveries')
        .select(['customer_code', 'id', 'request_id', 'body', 'last_answer'])
        .where(sql<boolean>`(substr(body, 1, 8) <> 'sealed1.'::bytea or (last_answer is not null and not starts_with(last_answer, 'sealed1.')))`)
        // The query does not need an order. PostgreSQL's planner overestimates the number of matching rows and would
        // scan the table; ORDER BY makes it use the index.
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
          // Encrypts each column only if it is still in plain text. A parallel delivery attempt may already have
          // encrypted one of the two columns.
          ...(keyIdOf(body.toString('latin1')) === null && { body: encryptedBody(key, { customerCode: customer_code, requestId: request_id }, body) }),
          ...(last_answer !== null && keyIdOf(last_answer) === null && { last_answer: encryptedAnswer(key, { customer_code, id }, last_answer) }),
        })
        .where('customer_code', '=', customer_code)
        .where('id', '=', id)
        .execute(),
  )
}
