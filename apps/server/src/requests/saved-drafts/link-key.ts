import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { type CustomerKey, keyedHash } from '../../platform/keys/rules.ts'

/** Returns the key of a new link: 256 random bits as 43 characters. */
export const newLinkKey = (): string => randomBytes(32).toString('base64url')

/** Returns the hash by which the database finds a saved draft. The key cannot be computed from it. */
export const linkHash = (linkKey: string): Buffer => createHash('sha256').update(linkKey).digest()

/**
 * Derives the key that encrypts a saved draft and its files. It needs the link's key, which the database does not have, and the
 * customer's key, which the link does not have.
 */
export function contentKey(linkKey: string, customerKey: CustomerKey, customerCode: string): CustomerKey {
  const secret = Buffer.concat([Buffer.from(linkKey), customerKey.key])
  return { id: customerKey.id, key: Buffer.from(hkdfSync('sha256', secret, '', `saved-draft-v1\n${customerCode}`, 32)) }
}

/** Returns the hash of the `Idempotency-Key` with which a draft was saved. */
export const saveHash = (customerKey: Buffer, idempotencyKey: string): Buffer => keyedHash(customerKey, 'saved-draft-save-v1', idempotencyKey)
