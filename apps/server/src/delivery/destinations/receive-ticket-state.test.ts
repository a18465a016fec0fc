import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { ListedRequest, ShownRequest } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { destinationCase, destinationForm, SECRET, type Sink, startSink } from '../../../test/destination-case.ts'
import { eventually } from '../../../test/mail-sink.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { REPORTS, reporter, SIGNERS, STATE_SECRET } from '../../../test/ticket-reports.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

let server: TestServer
let sink: Sink
let tickets: ReturnType<typeof destinationCase>
let report: ReturnType<typeof reporter>
let credential: string
let number = 100
beforeAll(async () => {
  sink = await startSink((response) => void response.writeHead(201).end(JSON.stringify({ issue: { id: ++number } })))
  server = await startTestServer({ env: { OUTBOUND_ALLOW: '127.0.0.0/8' } })
  tickets = destinationCase(server)
  report = reporter(server)
  const common = { url: sink.url, token: 'a-token', state_secret: STATE_SECRET }
  await server.load(
    destinationForm('ours', [
      { kind: 'redmine', ...common, project: 'works' },
      { kind: 'redmine', name: 'mute', url: sink.url, token: 'a-token', project: 'works' },
      { kind: 'zammad', ...common, group: 'Users', done_states: ['Evasa', 'closed'] },
      { kind: 'jira', ...common, service_desk: 7, request_type: 25 },
      { kind: 'glpi', ...common },
      { kind: 'osticket', ...common, customer: 'a@b.it' },
      { kind: 'webhook', url: sink.url, secret: SECRET, state_secret: STATE_SECRET },
    ]),
  )
  await rowsOf(server, "insert into operators (username, role) values ('viewer', 'viewer')")
  credential = await openOperatorSession(server.database, 'viewer')
})
afterAll(async () => {
  await server.close()
  await sink.close()
})
beforeEach(() => {
  sink.script.length = 0
})

const manage = async <T>(path: string) => (await server.call<T>('GET', `/managements${path}`, { headers: { Authorization: `Bearer ${credential}` } })).body.data
const shown = async (ticket: string) => {
  const request = await manage<ShownRequest>(`/requests/${ticket}`)
  return request?.ticket_states.map(({ destination, kind, state, done }) => [destination, kind, state, done])
}
const history = async (ticket: string) =>
  (await manage<ShownRequest>(`/requests/${ticket}`))?.ticket_state_changes.map(({ destination, before, after, done }) => [destination, before, after, done])
const ACCEPTED = { status: 202, text: '{"success":true,"data":null,"errors":[]}' }

/** Opens a ticket in Redmine. @returns the request, and the issue's number */
async function inRedmine() {
  const sent = await tickets.open('ours')
  const row = await tickets.attempt(sent.id, 'redmine')
  expect(row?.state).toBe('delivered')
  return { ...sent, number: String(row?.external_id) }
}

describe('a report of a ticket system', () => {
  test('is noted for a mail to the requester if the form mails changes, and once if it is repeated', async () => {
    const { id, ticket } = await tickets.open('ours')
    await rowsOf(server, "update requests set email = 'anna@example.org' where id = $1", [id])
    const say = (state: string, at: string) => report('ours', 'webhook', { ticket, state, changed_at: at }, SIGNERS.standard)
    const notices = () => rowsOf(server, 'select from state_notices where request_id = $1 and due_at is not null', [id])
    const at = new Date().toISOString()
    expect(await say('In corso', at)).toEqual(ACCEPTED)
    expect(await notices()).toEqual([])
    await rowsOf(server, `update customers set params = params || '{"follow_up": {"active": true, "mails": "states"}}' where customer_code = 'ours'`)
    await eventually(
      async () => (await server.services.knownCustomer('ours')).params.follow_up,
      (found) => found !== undefined,
    )
    expect(await say('In corso', at)).toEqual(ACCEPTED)
    expect(await notices()).toEqual([])
    expect(await say('Risolta', new Date().toISOString())).toEqual(ACCEPTED)
    expect(await notices()).toHaveLength(1)
  })

  test('shows the state in the list of requests, in the request and in its history', async () => {
    const { ticket, number } = await inRedmine()
    const at = (minute: number) => new Date(Date.now() - (10 - minute) * 60_000).toISOString()
    const say = (state: string, minute: number, done = false) =>
      report('ours', 'redmine', REPORTS.redmine({ number, state, at: at(minute), done }), SIGNERS.redmine)
    expect(await say('In corso', 1)).toEqual(ACCEPTED)
    expect(await say('Risolta', 2, true)).toEqual(ACCEPTED)
    expect(await shown(ticket)).toEqual([['redmine', 'redmine', 'Risolta', true]])
    expect(await history(ticket)).toEqual([
      ['redmine', null, 'In corso', false],
      ['redmine', 'In corso', 'Risolta', true],
    ])
    const list = await manage<{ items: ListedRequest[] }>(`/requests?ticket=${ticket}`)
    expect(list?.items[0]?.ticket_states).toEqual([{ destination: 'redmine', kind: 'redmine', state: 'Risolta', done: true }])
    const untouched = await tickets.open('ours')
    expect((await manage<{ items: ListedRequest[] }>(`/requests?ticket=${untouched.ticket}`))?.items[0]?.ticket_states).toEqual([])
  })

  test.each(['zammad', 'jira', 'glpi', 'redmine'] as const)('of %s is found by our code in the title, and has its own format and signature', async (kind) => {
    const { ticket } = await tickets.open('ours')
    const at = new Date().toISOString()
    const say = (state: string, done: boolean) =>
      report('ours', kind, REPORTS[kind]({ number: '4711', title: `Buca [${ticket}] in Via Roma`, state, done, at }), SIGNERS[kind])
    expect(await say('In corso', false)).toEqual(ACCEPTED)
    expect(await say('closed', true)).toEqual(ACCEPTED)
    expect(await shown(ticket)).toEqual([[kind, kind, 'closed', true]])
    // From then on the number is known, and the title may be changed.
    const renamed = REPORTS[kind]({ number: '4711', title: 'altro', state: 'Riaperta', at: new Date().toISOString() })
    expect(await report('ours', kind, renamed, SIGNERS[kind])).toEqual(ACCEPTED)
    expect(await shown(ticket)).toEqual([[kind, kind, 'Riaperta', false]])
  })

  test.each([
    ['webhook', 'standard'],
    ['osticket', 'standard'],
    ['osticket', 'hub'],
  ] as const)('to %s in the product’s own format is accepted with the signature %s', async (destination, signer) => {
    const { ticket } = await tickets.open('ours')
    const body = { ticket, number: 12, state: 'Chiuso', done: true, changed_at: new Date().toISOString() }
    expect(await report('ours', destination, body, (bytes) => SIGNERS[signer](bytes))).toEqual(ACCEPTED)
    expect(await shown(ticket)).toEqual([[destination, destination, 'Chiuso', true]])
  })

  test('counts as done if the form’s author says so, whatever the system says', async () => {
    const { ticket } = await tickets.open('ours')
    const say = (state: string) => report('ours', 'zammad', REPORTS.zammad({ number: '9', title: ticket, state, at: new Date().toISOString() }), SIGNERS.zammad)
    await say('EVASA')
    expect(await shown(ticket)).toEqual([['zammad', 'zammad', 'EVASA', true]])
    await say('merged')
    expect(await shown(ticket)).toEqual([['zammad', 'zammad', 'merged', false]])
  })

  test('changes neither the state of the request nor what operators do with it', async () => {
    const { ticket, id, number } = await inRedmine()
    await report('ours', 'redmine', REPORTS.redmine({ number, state: 'Risolta', done: true, at: new Date().toISOString() }), SIGNERS.redmine)
    expect(await tickets.request(id)).toMatchObject({ state: 'processed' })
    expect((await manage<ShownRequest>(`/requests/${ticket}`))?.desk.exists).toBe(false)
  })
})

describe('reports that arrive twice, late or in another order', () => {
  test('an older report does not set back a newer state', async () => {
    const { ticket, number } = await inRedmine()
    const say = (state: string, at: string) => report('ours', 'redmine', REPORTS.redmine({ number, state, at }), SIGNERS.redmine)
    await say('Risolta', '2026-11-01T10:00:02Z')
    expect(await say('In corso', '2026-11-01T10:00:01Z')).toEqual(ACCEPTED)
    expect(await history(ticket)).toEqual([['redmine', null, 'Risolta', false]])
    // An edit that leaves the state as it is also dates the state.
    await say('Risolta', '2026-11-01T12:00:00Z')
    await say('Nuova', '2026-11-01T11:00:00Z')
    expect(await history(ticket)).toEqual([['redmine', null, 'Risolta', false]])
    expect((await manage<ShownRequest>(`/requests/${ticket}`))?.ticket_states[0]?.at).toBe('2026-11-01T10:00:02.000Z')
  })

  test('a repeated report changes nothing, also within the second of a later one', async () => {
    const { ticket, number } = await inRedmine()
    const at = '2026-11-01T10:00:00Z'
    const say = (state: string) => report('ours', 'redmine', REPORTS.redmine({ number, state, at }), SIGNERS.redmine)
    for (const state of ['In corso', 'In corso', 'Risolta', 'In corso', 'Risolta']) expect(await say(state)).toEqual(ACCEPTED)
    expect(await history(ticket)).toEqual([
      ['redmine', null, 'In corso', false],
      ['redmine', 'In corso', 'Risolta', false],
    ])
  })

  test('twenty reports at once leave the newest state and one history', async () => {
    const { ticket, number } = await inRedmine()
    const bodies = Array.from({ length: 20 }, (_, n) => REPORTS.redmine({ number, state: `S${n}`, at: new Date(Date.UTC(2026, 10, 1, 10, n)).toISOString() }))
    const sent = await Promise.all(bodies.toSorted(() => Math.random() - 0.5).map((body) => report('ours', 'redmine', body, SIGNERS.redmine)))
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([202]))
    expect(await shown(ticket)).toEqual([['redmine', 'redmine', 'S19', false]])
    const lines = (await history(ticket)) ?? []
    for (const [at, line] of lines.entries()) expect(line[1]).toBe(at === 0 ? null : lines[at - 1]?.[2])
  })

  test('a report from the future does not block the following ones', async () => {
    const { ticket, number } = await inRedmine()
    const say = (state: string, at: string) => report('ours', 'redmine', REPORTS.redmine({ number, state, at }), SIGNERS.redmine)
    await say('In corso', '2999-01-01T00:00:00Z')
    await say('Risolta', new Date(Date.now() + 1_000).toISOString())
    expect(await shown(ticket)).toEqual([['redmine', 'redmine', 'Risolta', false]])
  })

  test('the history keeps the newest hundred changes', async () => {
    const { ticket, number } = await inRedmine()
    for (let n = 0; n < 103; n++)
      await report('ours', 'redmine', REPORTS.redmine({ number, state: `S${n}`, at: new Date(Date.UTC(2026, 10, 1, 10, 0, n)).toISOString() }), SIGNERS.redmine)
    const lines = (await history(ticket)) ?? []
    expect([lines.length, lines[0]?.[2], lines.at(-1)?.[2]]).toEqual([100, 'S3', 'S102'])
  })
})

test('the documented program reports a state', async () => {
  const { ticket } = await tickets.open('ours')
  const text = await readFile(new URL('../../../../../docs/ticket-states.md', import.meta.url), 'utf8')
  const program = /```python\n(.+?)```/s.exec(text)?.[1] ?? ''
  const address = `${server.url}/forms-service/rs/v2/forms/ours/destinations/osticket/state`
  const call = `report(${JSON.stringify(address)}, ${JSON.stringify(STATE_SECRET)}, {"ticket": "${ticket}", "state": "Closed", "done": True})`
  const python = spawn('python3', ['-c', `${program}\n${call}`], { stdio: 'inherit' })
  expect(await once(python, 'exit')).toEqual([0, null])
  expect(await shown(ticket)).toEqual([['osticket', 'osticket', 'Closed', true]])
})
