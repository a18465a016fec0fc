import type { ListedRequest, SendReceipt } from '@sportello/contract'
import { expect } from 'vitest'
import { openOperatorSession } from '../src/management/operator-session.ts'
import { sampleBundle } from './sample-bundle.ts'
import { ANSWERS, PNG, sendForm, withFiles } from './send.ts'
import { startTestServer } from './test-server.ts'
import { rowsOf } from './traces.ts'

interface Page {
  items: ListedRequest[]
  page: number
  total: number
  more: boolean
}

/**
 * Starts a server with two customers and three requests. `tickets` contains the ticket codes of the requests, keyed by
 * the senders' first names. The operator `all` may manage everything, `reader` is a viewer, and `theirs` may manage
 * only one customer. `params` are the parameters of both forms.
 */
export async function startRequestsCase(params: Record<string, unknown> = {}) {
  const server = await startTestServer({ worker: true })
  const credentials: Record<string, string> = {}
  const tickets: Record<string, string> = {}
  for (const code of ['ours', 'theirs']) await server.load(sampleBundle({ code, params }))
  for (const [name, role, customers] of [
    ['all', 'operator', null],
    ['reader', 'viewer', null],
    ['theirs', 'operator', ['theirs']],
  ]) {
    await rowsOf(server, 'insert into operators (username, role, customers) values ($1, $2, $3)', [name, role, customers])
    credentials[String(name)] = await openOperatorSession(server.database, String(name))
  }

  async function send(customer: string, email: string, answers: object = ANSWERS): Promise<string> {
    const form = withFiles(sendForm({ ...answers }, { email, confirmed_email: email }), ['à la carte.png', PNG])
    const { status, body } = await server.call<SendReceipt>('POST', `/forms/${customer}`, { body: form })
    expect(status).toBe(201)
    return body.data?.ticket ?? ''
  }
  tickets.anna = await send('ours', 'Anna.Neri@example.org', { street: '=cmd|calc' })
  tickets.bruno = await send('ours', 'bruno@example.org')
  tickets.carla = await send('theirs', 'carla@example.org')

  const bearer = (as: string) => ({ Authorization: `Bearer ${credentials[as]}` })
  const call = <T>(method: string, path: string, as = 'all', { body, version }: { body?: unknown; version?: string | undefined } = {}) =>
    server.call<T>(method, `/managements${path}`, {
      headers: {
        ...bearer(as),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(version !== undefined && { 'If-Match': `"${version}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const file = (path: string, as = 'all') =>
    fetch(`${server.url}/forms-service/rs/v2/managements${path}`, { headers: { 'X-Api-Key': 'test-key', ...bearer(as) } })
  const list = async (query = '', as = 'all') => (await call<Page>('GET', `/requests?${query}`, as)).body.data
  return { server, tickets, send, bearer, call, file, list }
}
