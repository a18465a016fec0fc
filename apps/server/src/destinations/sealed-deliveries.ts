import type { DeploymentDb } from '../db/with-customer.ts'
import { type CustomerKey, ifReadable, keyIdOf, type Sealing, stored } from '../keys/rules.ts'

interface Owner {
  customerCode: string
  requestId: string
}

const bodyPlace = ({ customerCode, requestId }: Owner) => ({ customerCode, column: 'deliveries.body', id: requestId })
const answerPlace = (customerCode: string, id: string) => ({ customerCode, column: 'deliveries.last_answer', id })

/** What a destination is sent at every try, as it is stored. */
export function sealedBody(key: CustomerKey | null, owner: Owner, body: Buffer): Buffer {
  return Buffer.from(stored(key, bodyPlace(owner), body.toString()))
}

/** Outside of any transaction: none is open while a destination is asked. @throws Unreadable. */
export async function openBody(sealing: Sealing, row: { customer_code: string; request_id: string; body: Buffer }): Promise<Buffer> {
  const text = row.body.toString('latin1')
  return keyIdOf(text) === null
    ? row.body
    : Buffer.from(await sealing.open(null, bodyPlace({ customerCode: row.customer_code, requestId: row.request_id }), text))
}

/** What a destination has answered, which may repeat what it was sent, as it is stored. */
export function sealedAnswer(key: CustomerKey | null, { customer_code, id }: { customer_code: string; id: string }, answer: string | null): string | null {
  return answer === null ? null : stored(key, answerPlace(customer_code, id), answer)
}

/** For who looks at it: null where nobody can read it any more. */
export async function openAnswer(sealing: Sealing, db: DeploymentDb, row: { form: string; id: string; last_answer: string | null }): Promise<string | null> {
  return row.last_answer === null ? null : ((await ifReadable(sealing.open(db, answerPlace(row.form, row.id), row.last_answer))) ?? null)
}
