import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'
import { type Encryption, ifReadable } from '../../platform/keys/rules.ts'

/** The context to which the encryption of a requester's comment on the satisfaction is bound. */
export const commentContext = ({ customer_code: customerCode, id }: { customer_code: string; id: string }) => ({
  customerCode,
  column: 'follow_ups.comment',
  id,
})

/** Decrypts a comment; null if there is none, or if it cannot be decrypted any more. */
export async function openComment(
  encryption: Encryption,
  db: CustomerDb | DeploymentDb,
  request: { customer_code: string; id: string },
  comment: string | null,
): Promise<string | null> {
  return comment === null ? null : ((await ifReadable(encryption.open(db, commentContext(request), comment))) ?? null)
}
