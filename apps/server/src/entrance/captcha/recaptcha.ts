import { createHash } from 'node:crypto'
import { SYSTEM_SETTINGS } from '@sportello/contract'
import { z } from 'zod'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { isVerified, rememberVerified } from './queries.ts'

const TIMEOUT_MS = 5_000
const verdict = z.object({ success: z.boolean() })

/**
 * Returns the reCAPTCHA site key and secret of a form; undefined if one of them is missing, because the server then
 * cannot verify solutions.
 */
export function recaptchaKeys({ params }: Pick<Customer, 'params'>): { siteKey: string; secret: string } | undefined {
  const { recaptcha_public_key: siteKey, recaptcha_secret: secret } = params
  return siteKey && secret ? { siteKey, secret } : undefined
}

/**
 * Verifies a reCAPTCHA solution with Google and stores the result. Google accepts each solution only once. Because of
 * the
 * stored result, the visitor can send the same solution again if the server rejects the submission for another reason.
 * @returns the hash that identifies the solution; null if Google rejects the solution or does not respond
 */
export async function recaptchaSolution(services: CustomerServices, customer: Customer, secret: string, given: string): Promise<Buffer | null> {
  const solutionHash = createHash('sha256').update(`recaptcha\n${given}`).digest()
  const verified = () => withCustomer(services.database.kysely, customer.code, (db) => isVerified(db, customer.code, solutionHash))
  if (await verified()) return solutionHash
  if (await isRight(customer.settings.get('recaptcha_verify_url') ?? SYSTEM_SETTINGS.recaptcha_verify_url.preset, secret, given)) {
    await withCustomer(services.database.kysely, customer.code, (db) => rememberVerified(db, customer.code, solutionHash))
    return solutionHash
  }
  // Two parallel submissions may contain the same token, of which Google accepts only the first. The stored result of
  // the first is valid for both.
  return (await verified()) ? solutionHash : null
}

async function isRight(url: string, secret: string, response: string): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ secret, response }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return verdict.parse(await answer.json()).success
  } catch {
    return false
  }
}
