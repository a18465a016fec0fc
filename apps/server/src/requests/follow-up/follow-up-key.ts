import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Returns the key in the mailed link to a request's follow-up page: the request's id and its HMAC, bound to the customer and to
 * this purpose. Nothing is stored for it.
 */
export function followUpKey(secretKey: string, customerCode: string, requestId: string): string {
  return `${requestId}.${hmacOf(secretKey, customerCode, requestId).toString('base64url')}`
}

/** Returns the id of the request to which a key belongs; undefined if the key was not made for this customer. */
export function requestOfFollowUpKey(secretKey: string, customerCode: string, key: string): string | undefined {
  const [, id, given] = /^([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\.([\w-]{43})$/.exec(key) ?? []
  if (id === undefined || given === undefined) return undefined
  return timingSafeEqual(Buffer.from(given), Buffer.from(hmacOf(secretKey, customerCode, id).toString('base64url'))) ? id : undefined
}

function hmacOf(secretKey: string, customerCode: string, requestId: string): Buffer {
  return createHmac('sha256', secretKey).update(`follow_up\n${customerCode}\n${requestId}`).digest()
}

/** Returns the name by which the page of a request says which request it shows. It opens nothing. */
export function followUpPage(customerCode: string, requestId: string): string {
  return createHash('sha256').update(`follow_up_page\n${customerCode}\n${requestId}`).digest().subarray(0, 16).toString('base64url')
}

const DIGITS = 6

/**
 * Returns the code of six digits in a mail, which opens the answers of a request. It is derived from the mail's id, so that no copy
 * of it is stored besides the mail.
 */
export function freshCode(secretKey: string, customerCode: string, requestId: string, mailId: string): string {
  const digest = createHmac('sha256', secretKey).update(`follow_up_code\n${customerCode}\n${requestId}\n${mailId}`).digest()
  return String(digest.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** Compares two texts in a time that does not depend on what they have in common. Nothing equals a missing text. */
export function isSameSecret(expected: string | null, given: string): boolean {
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  const isSame = timingSafeEqual(hashOf(expected ?? ''), hashOf(given))
  return isSame && expected !== null
}

/** Returns a new token of a follow-up session: 256 random bits. */
export function newFollowUpToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash of a session's token. The database stores only the hash. */
export function hashOfFollowUpToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
