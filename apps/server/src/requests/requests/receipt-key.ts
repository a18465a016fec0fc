import { createHmac, timingSafeEqual } from 'node:crypto'

/** Number of days after the submission for which the link to the receipt is valid. */
export const RECEIPT_DAYS = 30

/**
 * Returns the key in the mailed link to a request's receipt: the request's id and its HMAC. It is made from the secret
 * key, so nothing is stored for it.
 */
export function receiptKey(secretKey: string, customerCode: string, requestId: string): string {
  return `${requestId}.${hmacOf(secretKey, customerCode, requestId)}`
}

/** Returns the id of the request to which a key belongs; undefined if the key was not made for this customer. */
export function requestOfReceiptKey(secretKey: string, customerCode: string, key: string): string | undefined {
  const [, id, given] = /^([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\.([\w-]{43})$/.exec(key) ?? []
  if (id === undefined || given === undefined) return undefined
  return timingSafeEqual(Buffer.from(given), Buffer.from(hmacOf(secretKey, customerCode, id))) ? id : undefined
}

function hmacOf(secretKey: string, customerCode: string, requestId: string): string {
  return createHmac('sha256', secretKey).update(`receipt\n${customerCode}\n${requestId}`).digest('base64url')
}
