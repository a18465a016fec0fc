import { createHmac } from 'node:crypto'
import { type CustomerConfiguration, canonicalEmail, type TagNode } from '@sportello/contract'
import type { AccessMode } from '../../catalogue/access/rules.ts'
import { type Customer, periodHours } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import type { Config } from '../../platform/config.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { networkOf } from '../../platform/http/network-address.ts'
import { altchaSolution } from './altcha.ts'
import { haveSent, isUsed } from './queries.ts'
import { recaptchaKeys, recaptchaSolution } from './recaptcha.ts'
import { MAX_SOLUTION_LENGTH } from './terms.ts'

const asksOn = ({ tag }: Pick<TagNode, 'tag'>) => tag.show_captcha === true || tag.captcha === true

/** The captcha of a form for its page; null where no send is ever asked for one (wire contract, "Captcha"). */
export function captchaOf(config: Pick<Config, 'serviceName'>, customer: Customer): CustomerConfiguration['captcha'] {
  const { auth_type: modes, always_captcha: always, captcha } = customer.params
  if (!always && !captcha && !modes?.includes('FREE_CAPTCHA') && ![...customer.published.nodes.values()].some(asksOn)) return null
  const keys = recaptchaKeys(customer)
  return keys
    ? { provider: 'recaptcha', site_key: keys.siteKey, challenge_url: null }
    : { provider: 'altcha', site_key: null, challenge_url: `/${config.serviceName}/rs/v2/forms/${customer.code}/captcha` }
}

/** A send, as far as a captcha is concerned. */
interface CaptchaSend {
  mode: AccessMode
  /** Whether the form knows who sends. */
  signedIn: boolean
  node: TagNode
  /** As typed; the mailbox that is counted. */
  email: string | null
  /** The network address. */
  address: string
  /** `captcha_resolved`. */
  given: string | undefined
}

/** What a send takes with it when it is stored. */
export interface CaptchaToll {
  /** Names the solution that the send spends; null where it brings none. */
  solutionHash: Buffer | null
  /** Who is asked from the next send on, sorted; empty where the form counts nobody. */
  senders: readonly Buffer[]
  /** Hours for which they are. */
  hours: number
}

type Need = 'always' | 'repeated' | 'never'

/** docs/decisions/0011-captcha.md: who is signed in is asked by the form's `always_captcha` and the step alone, a partner's system never. */
function needOf({ params }: Customer, { mode, signedIn, node }: CaptchaSend): Need {
  if (mode.captcha === 'never') return 'never'
  if (mode.captcha === 'always' || params.always_captcha || asksOn(node)) return 'always'
  return params.captcha && !signedIn ? 'repeated' : 'never'
}

/**
 * Judges the captcha of a send, and spends nothing yet. Asked for where it need not be, a solution is not looked at.
 * @throws ApiError forms0013 where one is asked for and missing, forms0030 where it is wrong, expired, another form's or used.
 */
export async function captchaToll(services: CustomerServices, customer: Customer, send: CaptchaSend): Promise<CaptchaToll> {
  const need = needOf(customer, send)
  const hours = periodHours(customer.params)
  if (need === 'never') return { solutionHash: null, senders: [], hours }
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
  // Used ones are found here before anything expensive is done; of those used at this very moment the statement that stores the send decides.
  if (right === null || (await withCustomer(services.database.kysely, customer.code, (db) => isUsed(db, customer.code, right)))) throw apiError('forms0030')
  return right
}

/** A keyed hash of each: what is kept tells nobody who sent. */
function sendersOf({ secretKey }: Config, customerCode: string, { email, address }: CaptchaSend): Buffer[] {
  const named = [`address:${networkOf(address)}`, ...(email === null ? [] : [`email:${canonicalEmail(email)}`])]
  return named.map((name) => createHmac('sha256', secretKey).update(`captcha_sender\n${customerCode}\n${name}`).digest()).sort(Buffer.compare)
}
