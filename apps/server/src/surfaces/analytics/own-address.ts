import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../platform/config.ts'

type Secret = Pick<Config, 'secretKey'>

/**
 * Returns the code in the mail that confirms an operator's address: 256 bits, derived from the secret key, the operator
 * and the address, so that nothing is stored for it. It confirms no other address, and counts only in a session of this
 * operator.
 */
export function addressCode({ secretKey }: Secret, username: string, email: string): string {
  return createHmac('sha256', secretKey)
    .update(`operator_address\n${JSON.stringify([username, email])}`)
    .digest('base64url')
}

/** Returns true if a code confirms the address of an operator. */
export function isAddressCode(config: Secret, username: string, email: string, code: string): boolean {
  const wanted = Buffer.from(addressCode(config, username, email))
  const given = Buffer.from(code)
  return email !== '' && given.length === wanted.length && timingSafeEqual(given, wanted)
}
