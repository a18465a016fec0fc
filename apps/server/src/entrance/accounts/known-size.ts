/** What is known of a person travels in the message of a login, which an address still has to carry. */
export const MAX_KNOWN_BYTES = 8_000

/** Whether what is known of a person fits there. */
export function fitsMessage(known: object): boolean {
  return Buffer.byteLength(JSON.stringify(known)) <= MAX_KNOWN_BYTES
}
