import { accessForm } from '../../apps/server/test/access-bundle.ts'
import { sampleBundle } from '../../apps/server/test/sample-bundle.ts'
import { HISTORY_FORM } from './history-form.ts'

/** What the lab's webhooks are signed with. */
export const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`

/** How many requests of one person the form `limited` takes. */
export const LIMIT = 10

/** The form that its customer's own site leads people into. */
export const SSO_FORM = 'known'

/** What the form `large` takes in one file; what a deployment takes unless told. */
export const LARGE_MB = 20

/** A bundle as far as it is put together here. */
type Parts = Record<'definitions' | 'forms', object[]>

/**
 * `parked` waits for the link in its mail, `direct` is confirmed at once, `limited` takes ten requests of one person, `large`
 * large files. @param webhooks forms like `direct`, each with a destination of its own
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
    largeForm(),
    formOf(HISTORY_FORM, direct),
    ...destinations,
  ]
  return {
    ...known,
    definitions: forms.flatMap(({ definitions }) => definitions),
    forms: forms.flatMap((each) => each.forms),
    settings: [{ code: 'calls_per_minute', value: '1000000' }],
  }
}

const formOf = (code: string, params: Record<string, unknown>) => sampleBundle({ code, params }) as Parts

/** Like `direct`, but for the size of its files. */
function largeForm(): Parts {
  const form = JSON.stringify(formOf('large', { auth_type: ['DATACOLLECTION'] }))
  return JSON.parse(form.replace('"max_size":1024', `"max_size":${LARGE_MB * 1_024}`)) as Parts
}
