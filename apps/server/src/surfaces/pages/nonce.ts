import { randomFillSync } from 'node:crypto'

const BYTES = 16
/** Random bytes for the next nonces. Asking for 16 bytes at a time takes 15 times as long for each nonce. */
const random = Buffer.alloc(256 * BYTES)
let used = random.length

/** Returns a new nonce for the Content-Security-Policy of one response: 16 random bytes in base64, 24 characters. */
export function newNonce(): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  used += BYTES
  return random.toString('base64', used - BYTES, used)
}
