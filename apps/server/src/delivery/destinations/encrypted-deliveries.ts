import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { type CustomerKey, type Encryption, ifReadable, keyIdOf, stored } from '../../platform/keys/rules.ts'

interface Owner {
  customerCode: string
  requestId: string
}

const bodyPlace = ({ customerCode, requestId }: Owner) => ({ customerCode, column: 'deliveries.body', id: requestId })
const answerPlace = (customerCode: string, id: string) => ({ customerCode, column: 'deliveries.last_answer', id })

/** Encrypts the payload of a delivery for storage. */
export function encryptedBody(key: CustomerKey | null, owner: Owner, body: Buffer): Buffer {
  return Buffer.from(stored(key, bodyPlace(owner), body.toString()))
}

/**
 * Decrypts the payload of a delivery. Takes no transaction as a parameter, because none is open during a delivery
 * attempt.
 * @throws Unreadable.
 */
export async function decryptBody(encryption: Encryption, row: { customer_code: string; request_id: string; body: Buffer }): Promise<Buffer> {
  const text = row.body.toString('latin1')
  return keyIdOf(text) === null
    ? row.body
    : Buffer.from(await encryption.open(null, bodyPlace({ customerCode: row.customer_code, requestId: row.request_id }), text))
}

/**
 * Encrypts the response of a ticket destination before it is stored. The destination may repeat the visitor's data in
 * its
 * response.
 */
export function encryptedAnswer(key: CustomerKey | null, { customer_code, id }: { customer_code: string; id: string }, answer: string | null): string | null {
  return answer === null ? null : stored(key, answerPlace(customer_code, id), answer)
}

/** Decrypts the response of a ticket destination for display; null if it can no longer be decrypted. */
export async function decryptAnswer(
  encryption: Encryption,
  db: DeploymentDb,
  row: { form: string; id: string; last_answer: string | null },
): Promise<string | null> {
  return row.last_answer === null ? null : ((await ifReadable(encryption.open(db, answerPlace(row.form, row.id), row.last_answer))) ?? null)
}
