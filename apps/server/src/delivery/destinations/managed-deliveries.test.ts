import type { Attention, DeploymentHealth, ListedRequest, ShownDelivery, ShownRequest, TestedDestination } from '@sportello/contract'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { destinationCase, destinationForm, SECRET, type Sink, startSink } from '../../../test/destination-case.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { WAITING_JOBS } from '../../platform/db/waiting-jobs.ts'

let server: TestServer
let sink: Sink
let tickets: ReturnType<typeof destinationCase>
const credentials: Record<string, string> = {}
beforeAll(async () => {
  sink = await startSink()
  server = await startTestServer({ env: { OUTBOUND_ALLOW: '127.0.0.0/8' } })
  tickets = destinationCase(server)
  for (const code of ['ours', 'theirs']) {
    await server.load(
      destinationForm(code, [
        { kind: 'webhook', url: sink.url, secret: SECRET },
        { kind: 'email', name: 'desk', address: 'desk@example.org' },
      ]),
    )
  }
  for (const [username, role, customers] of [
    ['operator', 'operator', null],
    ['viewer', 'viewer', null],
    ['theirs', 'owner', ['theirs']],
  ] as const) {
    await rowsOf(server, 'insert into operators (username, role, customers) values ($1, $2, $3) on conflict do nothing', [username, role, customers])
    credentials[username] = await openOperatorSession(server.database, username)
  }
})
afterAll(async () => {
  await server.close()
  await sink.close()
})
beforeEach(() => {
  sink.taken.length = 0
  sink.script.length = 0
})

const call = <T>(method: string, path: string, { as = 'operator', body }: { as?: string; body?: unknown } = {}) =>
  server.call<T>(method, `/managements${path}`, {
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { Authorization: `Bearer ${credentials[as]}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
  })
const codes = ({ status, body }: { status: number; body: { errors: { data: { code: string; field?: string | undefined } }[] } }) => [
  status,
  ...body.errors.map(({ data }) => (data.field === undefined ? data.code : `${data.code} ${data.field}`)),
]
/**
 * Creates a request whose delivery to a webhook got status 410. @returns the request and its delivery, which is a dead
 * letter
 */
async function dead(form: string) {
  sink.script.push((response) => void response.writeHead(410).end('no more'))
  const sent = await tickets.open(form)
  const row = await tickets.attempt(sent.id)
  expect(row?.state).toBe('dead')
  return { ...sent, delivery: String(row?.id), body: row?.body as Buffer }
}

describe('a dead letter', () => {
  test('is listed among the dead letters and in its request, with the destination’s response', async () => {
    const { ticket, delivery } = await dead('ours')
    const { body } = await call<{ items: ShownDelivery[]; total: number }>('GET', '/deliveries?state=dead&form=ours', { as: 'viewer' })
    expect(body.data?.items).toContainEqual(
      expect.objectContaining({
        id: delivery,
        ticket,
        form: 'ours',
        destination: 'webhook',
        kind: 'webhook',
        state: 'dead',
        attempts: 1,
        last_status: 410,
        last_answer: 'no more',
      }),
    )
    const request = await call<ShownRequest>('GET', `/requests/${ticket}`)
    expect(request.body.data).toMatchObject({ state: 'failed', failure: expect.stringContaining('410'), deliveries: [{ id: delivery, state: 'dead' }] })
    expect(JSON.stringify(body) + JSON.stringify(request.body)).not.toContain('whsec_')
  })

  test('is resent with the same id and bytes, and its request counts as processed again', async () => {
    const { id, delivery, body } = await dead('ours')
    const first = sink.taken[0]
    expect((await call<ShownDelivery>('POST', `/deliveries/${delivery}/send`)).body.data).toMatchObject({ id: delivery, state: 'queued', attempts: 0 })
    expect(await tickets.request(id)).toEqual({ state: 'processed', failure: null })
    expect(codes(await call('POST', `/deliveries/${delivery}/send`))).toEqual([409, 'forms_mgmt0004'])
    expect(await tickets.attempt(id)).toMatchObject({ state: 'delivered', attempts: 1 })
    expect(sink.taken.map(({ headers }) => headers['webhook-id'])).toEqual([first?.headers['webhook-id'], first?.headers['webhook-id']])
    expect(sink.taken.every((taken) => taken.body.equals(body))).toBe(true)
    const lines = await rowsOf(server, 'select operator, action, customer_code, before from audit_lines where subject = $1', [delivery])
    expect(lines).toEqual([{ operator: 'operator', action: 'delivery.send', customer_code: 'ours', before: { state: 'dead' } }])
  })

  test('is resent together with its request’s failed mail to the department, and the visitor gets no second receipt', async () => {
    const { id, ticket } = await dead('ours')
    await rowsOf(server, "update mails set state = 'failed', last_error = 'no such mailbox' where request_id = $1 and kind = 'desk'", [id])
    await rowsOf(server, 'select settle_request(customer_code, id) from requests where id = $1', [id])
    expect(await tickets.request(id)).toEqual({ state: 'failed', failure: expect.stringMatching(/^desk: no such mailbox; webhook: answered 410/) })
    expect((await call<ShownRequest>('POST', `/requests/${ticket}/retry`)).body.data).toMatchObject({ state: 'processed', deliveries: [{ state: 'queued' }] })
    const waiting = await rowsOf(
      server,
      `select (select array_agg(task) from ${WAITING_JOBS} jobs where id in (select id::text from mails where request_id = $1)) as tasks,
         (select bool_and(l.free_at <= now()) from delivery_lanes l join deliveries d using (customer_code, destination, lane) where d.request_id = $1) as due`,
      [id],
    )
    expect(waiting).toEqual([{ tasks: expect.arrayContaining(['send_mail']), due: true }])
    expect(await rowsOf(server, 'select kind, state from mails where request_id = $1', [id])).toEqual([{ kind: 'desk', state: 'queued' }])
  })

  test('of a form that the operator may not manage is neither shown nor resent', async () => {
    const { delivery } = await dead('ours')
    const shown = await call<{ items: ShownDelivery[] }>('GET', '/deliveries', { as: 'theirs' })
    expect(shown.body.data?.items.map(({ form }) => form).filter((form) => form !== 'theirs')).toEqual([])
    const absent = '00000000-0000-7000-8000-000000000000'
    for (const id of [delivery, absent]) expect(codes(await call('POST', `/deliveries/${id}/send`, { as: 'theirs' }))).toEqual([404, 'http_not_found'])
    expect(codes(await call('POST', `/deliveries/${delivery}/send`, { as: 'viewer' }))).toEqual([403, 'forms0018'])
    expect(codes(await call('POST', '/deliveries/x/send'))).toEqual([404, 'http_not_found'])
    expect(await rowsOf(server, 'select state from deliveries where id = $1', [delivery])).toEqual([{ state: 'dead' }])
  })
})

describe('a failed delivery that waits for its retry', () => {
  /** Creates a request whose delivery to a webhook got status 500 and therefore waits for a retry. */
  async function failing(form: string) {
    sink.script.push((response) => void response.writeHead(500).end('out of order'))
    const sent = await tickets.open(form)
    const row = await tickets.attempt(sent.id)
    expect(row).toMatchObject({ state: 'queued', attempts: 1 })
    return { ...sent, delivery: String(row?.id) }
  }
  const listed = async (ticket: string, as = 'operator') =>
    (await call<{ items: ListedRequest[] }>('GET', `/requests?ticket=${ticket}`, { as })).body.data?.items.map(({ state, trouble }) => [state, trouble])

  test('is shown in the list of requests, counted in the navigation, and reported in the deployment’s health', async () => {
    const before = (await call<Attention>('GET', '/attention')).body.data
    const health = async () => (await call<DeploymentHealth>('GET', '/health')).body.data?.deliveries
    const healthBefore = await health()
    const { ticket } = await failing('ours')
    expect(await listed(ticket)).toEqual([['processed', 'retrying']])
    expect((await call<Attention>('GET', '/attention')).body.data?.deliveries).toBe((before?.deliveries ?? 0) + 1)
    const { ticket: lost } = await dead('ours')
    expect(await health()).toMatchObject({ retrying: (healthBefore?.retrying ?? 0) + 1, failed: (healthBefore?.failed ?? 0) + 1 })
    expect(await listed(lost)).toEqual([['failed', 'given_up']])
    expect((await call<Attention>('GET', '/attention', { as: 'theirs' })).body.data).toMatchObject({ requests: 0, deliveries: 0 })
  })

  test('is sent at once to the current URL of its destination when an operator retries it', async () => {
    const { id, ticket, delivery } = await failing('ours')
    expect(codes(await call('POST', `/deliveries/${delivery}/send`, { as: 'theirs' }))).toEqual([404, 'http_not_found'])
    expect(codes(await call('POST', `/deliveries/${delivery}/send`, { as: 'viewer' }))).toEqual([403, 'forms0018'])
    const hastened = await call<ShownDelivery>('POST', `/deliveries/${delivery}/send`)
    expect(hastened.body.data).toMatchObject({ state: 'queued', attempts: 1, next_attempt_at: null })
    expect(
      await rowsOf(server, 'select free_at <= now() as due from delivery_lanes l join deliveries d using (customer_code, destination, lane) where d.id = $1', [
        delivery,
      ]),
    ).toEqual([{ due: true }])
    // The server rejects the operator's second attempt to retry the delivery now, because the delivery is already due.
    expect(codes(await call('POST', `/deliveries/${delivery}/send`))).toEqual([409, 'forms_mgmt0004'])
    expect(await tickets.attempt(id)).toMatchObject({ state: 'delivered', attempts: 2 })
    expect(await listed(ticket)).toEqual([['processed', null]])
  })
})

describe('an operator’s test of a destination', () => {
  const run = (form: string, name: string, as = 'operator') => call<TestedDestination>('POST', `/settings/forms/${form}/destinations/${name}/test`, { as })

  test('sends a signed test event, shows the response and opens no ticket', async () => {
    const before = await rowsOf(server, 'select count(*) as n from deliveries')
    const { body } = await run('ours', 'webhook')
    expect(body.data).toMatchObject({ delivered: true, status: 200, answer: 'thanks', error: null })
    const [taken] = sink.taken
    expect(taken?.headers['webhook-id']).toBe(body.data?.event_id)
    expect(new Webhook(SECRET).verify(taken?.body.toString() ?? '', taken?.headers as Record<string, string>)).toMatchObject({ type: 'test' })
    expect(await rowsOf(server, 'select count(*) as n from deliveries')).toEqual(before)
    expect(await rowsOf(server, "select subject, after from audit_lines where action = 'destination.test'")).toEqual([
      { subject: 'ours/webhook', after: { delivered: true, status: 200 } },
    ])
  })

  test('shows the operator the status and body with which the destination rejects the event', async () => {
    sink.script.push((response) => void response.writeHead(401).end('who are you?'))
    expect((await run('ours', 'webhook')).body.data).toMatchObject({ delivered: false, status: 401, answer: 'who are you?', error: 'answered 401' })
  })

  test.each([
    ['ours', 'nothing', 'operator', [404, 'http_not_found']],
    ['ours', 'desk', 'operator', [404, 'http_not_found']],
    ['ours', 'webhook', 'theirs', [404, 'http_not_found']],
    ['ours', 'webhook', 'viewer', [403, 'forms0018']],
  ])('of the form and destination %s/%s by the operator %s is rejected with %j', async (form, name, as, expected) => {
    expect(codes(await run(form, name, as))).toEqual(expected)
    expect(sink.taken).toEqual([])
  })
})
