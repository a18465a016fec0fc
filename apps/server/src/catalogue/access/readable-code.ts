import { randomInt } from 'node:crypto'

/** Crockford's base32: no I, L, O, U, so that a code read aloud or copied by hand stays itself. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Random characters, five bits each. */
export function readableCode(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
