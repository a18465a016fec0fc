import { randomInt } from 'node:crypto'

/**
 * Alphabet of codes that people read: Crockford's base32. The letters I, L, O and U are missing, because people confuse
 * them when they read a code aloud or copy it by hand.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a random code that people can read aloud and copy by hand. Each character encodes five random bits. */
export function readableCode(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
