/**
 * Limit in bytes for the personal data that a login adds to the session. The data is limited because the encrypted
 * login message carries it in a URL.
 */
export const MAX_KNOWN_BYTES = 8_000

/**
 * Returns true if the personal data of an account or token is small enough to fit into the encrypted message that a
 * login
 * creates.
 */
export function fitsMessage(known: object): boolean {
  return Buffer.byteLength(JSON.stringify(known)) <= MAX_KNOWN_BYTES
}
