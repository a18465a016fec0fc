import { createHash, createHmac } from 'node:crypto'

/**
 * The code of a request's confirmation link: 256 bits, made from the deployment's secret and the request, so that the job which
 * mails it needs no copy in the database and every try mails the same link. Bound to customer, request and purpose.
 */
export function confirmationCode(secretKey: string, customerCode: string, requestId: string): string {
  return createHmac('sha256', secretKey).update(`confirm_request\n${customerCode}\n${requestId}`).digest('base64url')
}

/** What the database keeps of a code. */
export function hashOfCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
