import { createHash } from 'node:crypto'
import { SYSTEM_SETTINGS } from '@sportello/contract'
import { z } from 'zod'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { isVerified, rememberVerified } from './queries.ts'

const TIMEOUT_MS = 5_000
const verdict = z.object({ success: z.boolean() })

/** The two halves of a form's key; undefined where one is missing, since nothing could be verified then. */
export function recaptchaKeys({ params }: Pick<Customer, 'params'>): { siteKey: string; secret: string } | undefined {
  const { recaptcha_public_key: siteKey, recaptcha_secret: secret } = params
  return siteKey && secret ? { siteKey, secret } : undefined
}

/**
 * What names a solution, where Google says that it is right; else null, also when Google cannot be asked. Google says so once: it is
 * remembered, so that a send which is refused for another reason does not cost the visitor the solution.
 */
export async function recaptchaSolution(services: CustomerServices, customer: Customer, secret: string, given: string): Promise<Buffer | null> {
  const solutionHash = createHash('sha256').update(`recaptcha\n${given}`).digest()
  const verified = () => withCustomer(services.database.kysely, customer.code, (db) => isVerified(db, customer.code, solutionHash))
  if (await verified()) return solutionHash
  if (await isRight(customer.settings.get('recaptcha_verify_url') ?? SYSTEM_SETTINGS.recaptcha_verify_url.preset, secret, given)) {
    await withCustomer(services.database.kysely, customer.code, (db) => rememberVerified(db, customer.code, solutionHash))
    return solutionHash
  }
  // Of two sends at once, Google has told the other.
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
