import { createHmac } from 'node:crypto'
import { type CustomerConfiguration, canonicalEmail, type TagNode } from '@sportello/contract'
import type { AccessMode } from '../../catalogue/access/rules.ts'
import { type Customer, periodHours } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { asksCaptcha } from '../../catalogue/definitions/rules.ts'
import type { Config } from '../../platform/config.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { networkOf } from '../../platform/http/network-address.ts'
import { altchaSolution } from './altcha.ts'
import { haveSent, isUsed } from './queries.ts'
import { recaptchaKeys, recaptchaSolution } from './recaptcha.ts'
import { MAX_SOLUTION_LENGTH } from './terms.ts'

/**
 * Returns the kind of captcha that a form's page loads; null if the form never requires a captcha (wire contract,
 * section “Captcha”).
 */
export function captchaOf(config: Pick<Config, 'serviceName'>, customer: Customer): CustomerConfiguration['captcha'] {
  // A preview needs no captcha, because the server stores nothing that is submitted in it.
  if (customer.preview) return null
  const { auth_type: modes, always_captcha: always, captcha } = customer.params
  if (!always && !captcha && !modes?.includes('FREE_CAPTCHA') && !customer.published.asksCaptcha) return null
  const keys = recaptchaKeys(customer)
  return keys
    ? { provider: 'recaptcha', site_key: keys.siteKey, challenge_url: null }
    : { provider: 'altcha', site_key: null, challenge_url: `/${config.serviceName}/rs/v2/forms/${customer.code}/captcha` }
}

/** The properties of a submission that decide whether it needs a captcha. */
interface CaptchaSend {
  mode: AccessMode
  /** True if the visitor who submits has a session. */
  signedIn: boolean
  node: TagNode
  /** The e-mail address that the visitor typed. The captcha rules count submissions per mailbox of this address. */
  email: string | null
  /** The network address of the visitor who submits. */
  address: string
  /** The captcha solution in the submission's field `captcha_resolved`. */
  given: string | undefined
}

/**
 * The database rows that record a submission's captcha. The statement that stores the request also stores these rows.
 */
export interface CaptchaToll {
  /** The hash of the captcha solution that the submission uses up; null if the submission contains no solution. */
  solutionHash: Buffer | null
  /**
   * Sorted hashes of the sender's mailbox and network address. The next submission with one of these hashes needs a
   * captcha. Empty if the form does not count submissions per sender.
   */
  senders: readonly Buffer[]
  /** Hours for which the server stores the hashes of the sender's mailbox and network address. */
  hours: number
}

type Need = 'always' | 'repeated' | 'never'

/**
 * Returns whether a submission requires a captcha (docs/decisions/0011-captcha.md). For a visitor with a session, only
 * `always_captcha` and the step can require one. A partner's system never needs one.
 */
function needOf({ params }: Customer, { mode, signedIn, node }: CaptchaSend): Need {
  if (mode.captcha === 'never') return 'never'
  if (mode.captcha === 'always' || params.always_captcha || asksCaptcha(node)) return 'always'
  return params.captcha && !signedIn ? 'repeated' : 'never'
}

/**
 * Verifies the captcha solution of a submission without marking the solution as used. Ignores the solution if the
 * submission needs no captcha.
 * @throws ApiError forms0013 if a required solution is missing, forms0030 if the solution is wrong, expired, for
 * another form or already used.
 */
export async function captchaToll(services: CustomerServices, customer: Customer, send: CaptchaSend): Promise<CaptchaToll> {
  const need = needOf(customer, send)
  const hours = periodHours(customer.params)
  if (need === 'never' || customer.preview) return { solutionHash: null, senders: [], hours }
  const senders = customer.params.captcha && !send.signedIn ? sendersOf(services.config, customer.code, send) : []
  if (send.given) return { solutionHash: await solutionOf(services, customer, send.given), senders, hours }
  if (need === 'always' || (await withCustomer(services.database.kysely, customer.code, (db) => haveSent(db, customer.code, senders))))
    throw apiError('forms0013')
  return { solutionHash: null, senders, hours }
}

async function solutionOf(services: CustomerServices, customer: Customer, given: string): Promise<Buffer> {
  const keys = recaptchaKeys(customer)
  const right =
    given.length > MAX_SOLUTION_LENGTH
      ? null
      : keys
        ? await recaptchaSolution(services, customer, keys.secret, given)
        : await altchaSolution(services.config, customer.code, given)
  // Rejects used captcha solutions early, before the expensive steps of a submission. If parallel submissions contain
  // the same solution, the statement that stores the request accepts only one of them.
  if (right === null || (await withCustomer(services.database.kysely, customer.code, (db) => isUsed(db, customer.code, right)))) throw apiError('forms0030')
  return right
}

/** Returns keyed hashes of the sender's mailbox and network address. The stored rows thus reveal neither. */
function sendersOf({ secretKey }: Config, customerCode: string, { email, address }: CaptchaSend): Buffer[] {
  const named = [`address:${networkOf(address)}`, ...(email === null ? [] : [`email:${canonicalEmail(email)}`])]
  return named.map((name) => createHmac('sha256', secretKey).update(`captcha_sender\n${customerCode}\n${name}`).digest()).sort(Buffer.compare)
}
