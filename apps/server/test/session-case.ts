import type { SendReceipt } from '@sportello/contract'
import { accessForm } from './access-bundle.ts'
import { enter } from './sso.ts'
import { startTestServer } from './test-server.ts'

interface Sending {
  code?: string | undefined
  fields?: object
  parts?: Record<string, string>
  key?: string
}

/**
 * Starts a server with forms for tests of visitors' sessions: `closed` and `both` with SSO, two surveys, a form with
 * the access mode AUTORESPONDER, and `short`, whose sessions last 90 seconds.
 */
export async function startSessionCase() {
  const server = await startTestServer()
  for (const code of ['closed', 'both']) {
    const authTypes = code === 'closed' ? (['SSO'] as const) : (['FREE', 'SSO'] as const)
    await server.load(accessForm({ code, authTypes, mappings: [{ client: code === 'closed' ? 'acme' : 'both' }] }))
  }
  await server.load(accessForm({ code: 'survey', authTypes: ['SURVEY'], params: { survey_no_recompile: true }, mappings: [{ client: 'survey' }] }))
  await server.load(accessForm({ code: 'again', authTypes: ['SURVEY'], mappings: [{ client: 'again' }] }))
  await server.load(accessForm({ code: 'reply', authTypes: ['AUTORESPONDER'] }))
  await server.load(accessForm({ code: 'short', authTypes: ['SSO'], params: { token_expiration: 90 }, mappings: [{ client: 'short' }] }))

  const clientOf = (form: string) => (form === 'closed' ? 'acme' : form)
  const openSession = (form: string, known: object = {}) =>
    enter(server, form, { client: clientOf(form), telefono: '055 123', numero_tessera: 'T-77', ...known })

  function send(form: string, { code, fields = { subject: `Hello ${code}` }, parts = {}, key }: Sending = {}) {
    const body = new FormData()
    const all = { code_tag: 'ask', form_fields: JSON.stringify(fields), ...(code !== undefined && { otp_code: code }), ...parts }
    for (const [name, value] of Object.entries(all)) body.append(name, value)
    return server.call<SendReceipt>('POST', `/forms/${form}`, { body, headers: key === undefined ? {} : { 'Idempotency-Key': key } })
  }
  return { server, openSession, send }
}

/** Returns a query string that contains a session code; an empty string if there is no code. */
export const query = (code: string | undefined) => (code === undefined ? '' : `?${new URLSearchParams({ code })}`)

/** Returns the status of an API response with the codes and fields of its errors. */
export const outcome = (answer: { status: number; body: { errors: readonly { data: { code: string; field?: string | undefined } }[] } }) => [
  answer.status,
  ...answer.body.errors.map(({ data }) => [data.code, data.field].filter(Boolean).join(' ')),
]
