import { createHmac } from 'node:crypto'

/**
 * Returns an HMAC that identifies content without revealing it: nobody can recompute it from guessed answers without the customer's key, and nobody at all once
 * that key is deleted.
 * @param purpose domain separation: the same content has another hash for another purpose
 */
export function keyedHash(key: Buffer, purpose: string, ...parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHmac('sha256', key).update(`${purpose}\n`)
  for (const part of parts) hash.update(part)
  return hash.digest()
}
