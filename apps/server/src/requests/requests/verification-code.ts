import { createHash, createHmac } from 'node:crypto'

/**
 * Returns the code of a request's confirmation link: 256 bits, derived from the deployment's secret key, the customer,
 * the request and the purpose. The mail job derives the code again. Therefore the database stores no copy of it, and
 * every attempt mails the same link.
 */
export function confirmationCode(secretKey: string, customerCode: string, requestId: string): string {
  return createHmac('sha256', secretKey).update(`confirm_request\n${customerCode}\n${requestId}`).digest('base64url')
}

/** Returns the hash of a confirmation code. The database stores only the hash. */
export function hashOfCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
