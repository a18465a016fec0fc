import { randomInt } from 'node:crypto'

/** Crockford's base32, without I, L, O and U, which people confuse when they read a code aloud or copy it by hand. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a random code; each character has five bits. */
export function readableCode(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
