/**
 * Limit in bytes for the personal data that a login adds to the session, because the login's message carries the data
 * in a URL.
 */
export const MAX_KNOWN_BYTES = 8_000

/** Returns whether the personal data of an account or token is small enough for the message of a login. */
export function fitsMessage(known: object): boolean {
  return Buffer.byteLength(JSON.stringify(known)) <= MAX_KNOWN_BYTES
}
