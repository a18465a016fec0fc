import { randomUUID } from 'node:crypto'
import type { FollowUp } from '@sportello/contract'
import { openOperatorSession } from '../src/management/operator-session.ts'
import { followUpKey, freshCode } from '../src/requests/follow-up/rules.ts'
import { startRequestsCase } from './requests-case.ts'
import { rowsOf } from './traces.ts'

/** The parameters of forms whose requests have a follow-up page with everything that it can have. */
const FOLLOWED = { otp: true, desk_states: ['Dal tecnico'], follow_up: { active: true, states: true, withdraw_hours: 24, satisfaction: true } }

/**
 * Starts the requests case with forms that have a follow-up page. The requests are processed and on the desk. The operator `few` is an
 * agent.
 */
export async function startFollowUpCase(params: Record<string, unknown> = FOLLOWED) {
  const on = await startRequestsCase(params)
  const { server } = on
  await server.load({ settings: [{ code: 'calls_per_minute', value: '1000000' }] })
  await rowsOf(server, "insert into operators (username, role) values ('few', 'agent')", [])
  const agent = await openOperatorSession(server.database, 'few')
  await settle()

  /** Marks all requests as processed, and puts them on the desk. */
  async function settle(): Promise<void> {
    await rowsOf(server, "update requests set state = 'processed', processed_at = now(), confirmed_at = now()")
    await rowsOf(
      server,
      `insert into desk_cases (customer_code, request_id) select customer_code, id from requests
        on conflict (customer_code, request_id) do update set state = 'open', assignee = null`,
    )
  }

  const idOf = async (ticket: string) => String((await rowsOf(server, 'select id from requests where ticket = $1', [ticket]))[0]?.id)
  const keyOf = async (ticket: string, form = 'ours') => followUpKey(server.services.config.secretKey, form, await idOf(ticket))

  /** Makes a call of a follow-up page with the cookie of a session. */
  const call = <T = FollowUp>(method: string, path = '', { cookie, body, form = 'ours' }: { cookie?: string; body?: unknown; form?: string } = {}) =>
    server.call<T>(method, `/forms/${form}/follow-up${path}`, {
      headers: { ...(cookie !== undefined && { cookie }), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const enter = (body: unknown, form = 'ours', cookie?: string) => call('POST', '/session', { body, form, ...(cookie !== undefined && { cookie }) })
  const cookieOf = (headers: Headers) => (headers.get('set-cookie') ?? '').split(';')[0] ?? ''

  /** Opens the page of a request by its link. @returns the cookie of the session */
  const open = async (ticket: string, form = 'ours') => cookieOf((await enter({ key: await keyOf(ticket, form) }, form)).headers)

  /** Returns the code in the newest mail with a code for a request. */
  async function mailedCode(ticket: string, form = 'ours'): Promise<string> {
    const id = await idOf(ticket)
    const [mail] = await rowsOf(server, "select id from mails where request_id = $1 and kind = 'follow_up_code' order by created_at desc limit 1", [id])
    return freshCode(server.services.config.secretKey, form, id, String(mail?.id))
  }

  /** Opens the page of a request, and its answers. */
  async function openWide(ticket: string): Promise<string> {
    const cookie = await open(ticket)
    await call('POST', '/code', { cookie })
    await call('PUT', '/code', { cookie, body: { code: await mailedCode(ticket) } })
    return cookie
  }

  const file = (path: string, cookie: string | undefined, form = 'ours') =>
    fetch(`${server.url}/forms-service/rs/v2/forms/${form}/follow-up${path}`, { headers: { 'X-Api-Key': 'test-key', ...(cookie !== undefined && { cookie }) } })
  const ask = (ticket: string, text: string, { as = 'all', id = randomUUID() as string } = {}) =>
    as === 'few'
      ? server.call('POST', `/managements/requests/${ticket}/messages`, {
          headers: { Authorization: `Bearer ${agent}`, 'content-type': 'application/json' },
          body: JSON.stringify({ id, text }),
        })
      : on.call('POST', `/requests/${ticket}/messages`, as, { body: { id, text } })

  return { ...on, settle, idOf, keyOf, followUp: call, enter, open, openWide, mailedCode, download: file, ask, cookieOf }
}
