import { accessForm } from '../../apps/server/test/access-bundle.ts'
import { EASY } from '../../apps/server/test/captcha.ts'
import { sampleBundle } from '../../apps/server/test/sample-bundle.ts'
import { HISTORY_FORM } from './history-form.ts'

/** Signing secret of the webhooks in the reliability lab (fault-injection tests). */
export const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`

/**
 * Maximum number of requests that one person may submit to the form `limited` of the reliability lab (fault-injection
 * tests).
 */
export const LIMIT = 10

/** Code of the form that visitors of the reliability lab (fault-injection tests) open by SSO. */
export const SSO_FORM = 'known'

/** Code of the form for which visitors of the reliability lab (fault-injection tests) solve a captcha. */
export const CAPTCHA_FORM = 'captcha'

/** Code of the form whose requests visitors of the reliability lab (fault-injection tests) save, to go on later. */
export const SAVING_FORM = 'paused'

/** Code of the form whose requests visitors of the reliability lab (fault-injection tests) follow. */
export const FOLLOWED_FORM = 'followed'

/**
 * Maximum size in MB of a file in the form `large` of the reliability lab (fault-injection tests). It equals the
 * product's default.
 */
export const LARGE_MB = 20

/** The parts of a form bundle that the reliability lab (fault-injection tests) uses. */
type Parts = Record<'definitions' | 'forms', object[]>

/**
 * Returns the bundle with the forms of the reliability lab (fault-injection tests): `parked` requires confirmation by
 * mail, `direct` does not, `paused` lets visitors save requests, `followed` lets them follow them, `limited` accepts ten requests per person, `captcha` requires a captcha, and `large` accepts
 * large files.
 * @param webhooks further forms like `direct`, each with its own destination
 */
export function labBundle(webhooks: readonly { form: string; url: string }[]): object {
  const direct = { auth_type: ['DATACOLLECTION'] }
  const destinations = webhooks.map(({ form, url }) => formOf(form, { ...direct, destination: { kind: 'webhook', url, secret: WEBHOOK_SECRET } }))
  const known = accessForm({ code: SSO_FORM, authTypes: ['SSO'], mappings: [{ client: 'lab' }] })
  const forms: Parts[] = [
    known,
    formOf('parked', {}),
    formOf('direct', direct),
    formOf('limited', { max_requests: LIMIT, max_period: 24 }),
    formOf(CAPTCHA_FORM, { auth_type: ['FREE_CAPTCHA'] }),
    largeForm(),
    formOf(SAVING_FORM, { ...direct, save_and_resume: {} }),
    formOf(FOLLOWED_FORM, { follow_up: { active: true } }),
    formOf(HISTORY_FORM, direct),
    ...destinations,
  ]
  return {
    ...known,
    definitions: forms.flatMap(({ definitions }) => definitions),
    forms: forms.flatMap((each) => each.forms),
    settings: [...EASY, ...['calls_per_minute', 'captchas_per_minute'].map((code) => ({ code, value: '1000000' }))],
  }
}

const formOf = (code: string, params: Record<string, unknown>) => sampleBundle({ code, params }) as Parts

/** Returns the bundle of the form `large`, which is like `direct` but accepts larger files. */
function largeForm(): Parts {
  const form = JSON.stringify(formOf('large', { auth_type: ['DATACOLLECTION'] }))
  return JSON.parse(form.replace('"max_size":1024', `"max_size":${LARGE_MB * 1_024}`)) as Parts
}
