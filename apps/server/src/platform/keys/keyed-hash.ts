import { createHmac } from 'node:crypto'

/**
 * Returns an HMAC that identifies a content without revealing it. Without the customer's key, nobody can guess answers
 * and compare their hashes; after the key was deleted, not even the server can.
 * @param purpose separates the hashes by purpose: the same content has a different hash for each purpose
 */
export function keyedHash(key: Buffer, purpose: string, ...parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHmac('sha256', key).update(`${purpose}\n`)
  for (const part of parts) hash.update(part)
  return hash.digest()
}
