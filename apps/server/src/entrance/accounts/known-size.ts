/** Limit in bytes for a person's known data, because a login message carries them in a URL. */
export const MAX_KNOWN_BYTES = 8_000

/** Returns whether a person's known data fit into a login message. */
export function fitsMessage(known: object): boolean {
  return Buffer.byteLength(JSON.stringify(known)) <= MAX_KNOWN_BYTES
}
