/** Limit in bytes for the data of a person who logs in, because the SSO message carries the data in a URL. */
export const MAX_KNOWN_BYTES = 8_000

/** Returns whether the data of a person is small enough for the SSO message of a login. */
export function fitsMessage(known: object): boolean {
  return Buffer.byteLength(JSON.stringify(known)) <= MAX_KNOWN_BYTES
}
