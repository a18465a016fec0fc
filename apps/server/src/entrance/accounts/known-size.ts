/** Limit in bytes for a person's known data, because the SSO message of a login carries them in a URL. */
export const MAX_KNOWN_BYTES = 8_000

/** Returns whether a person's known data fit into the SSO message of a login. */
export function fitsMessage(known: object): boolean {
  return Buffer.byteLength(JSON.stringify(known)) <= MAX_KNOWN_BYTES
}
