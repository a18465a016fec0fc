import { createHmac } from 'node:crypto'

/**
 * Names what somebody has sent without telling it: a hash that nobody can recompute from guessed answers without the customer's key, and nobody at all once that key
 * is deleted.
 * @param purpose keeps hashes of different kinds apart
 */
export function keyedHash(key: Buffer, purpose: string, ...parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHmac('sha256', key).update(`${purpose}\n`)
  for (const part of parts) hash.update(part)
  return hash.digest()
}
