import { createHmac } from 'node:crypto'
import type { ErasedData, PersonalData } from '@sportello/contract'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { destinationCase, destinationForm, OTHER_SECRET, SECRET, type Sink, startSink } from '../../../test/destination-case.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { REPORTS, reporter, SIGNERS, STATE_SECRET } from '../../../test/ticket-reports.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

let server: TestServer
let sink: Sink
let tickets: ReturnType<typeof destinationCase>
let report: ReturnType<typeof reporter>
let number = 100
const written: string[] = []
beforeAll(async () => {
  sink = await startSink((response) => void response.writeHead(201).end(JSON.stringify({ issue: { id: ++number } })))
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => written.push(String(line)) > 0)
  server = await startTestServer({ env: { OUTBOUND_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'debug' } })
  tickets = destinationCase(server)
  report = reporter(server)
  const redmine = { kind: 'redmine', url: sink.url, token: 'a-token', project: 'works' }
  for (const [code, state_secret] of [
    ['ours', STATE_SECRET],
    ['theirs', STATE_SECRET],
    ['other', OTHER_SECRET],
  ] as const)
    await server.load(
      destinationForm(code, [
        { ...redmine, state_secret },
        { ...redmine, name: 'second', state_secret: OTHER_SECRET },
        { ...redmine, name: 'mute' },
        { kind: 'webhook', url: sink.url, secret: SECRET, state_secret },
        { kind: 'email', name: 'desk', address: 'desk@example.org' },
      ]),
    )
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
  await sink.close()
})

const at = () => new Date().toISOString()
const states = () => rowsOf(server, 'select customer_code, request_id, destination, number, state from ticket_states where state is not null order by 1, 2, 3')
/** Opens a ticket in a form's Redmine. */
async function opened(form = 'ours', destination = 'redmine') {
  const sent = await tickets.open(form)
  const row = await tickets.attempt(sent.id, destination)
  return { ...sent, number: String(row?.external_id) }
}
const hmac = (hash: string, secret: string, body: string) => createHmac(hash, secret).update(body).digest('hex')

describe('a report without the right signature', () => {
  const body = JSON.stringify(REPORTS.redmine({ number: '101', state: 'Risolta', at: '2026-11-01T10:00:00Z' }))
  const late = new Date(Date.now() - 301_000)
  test.each<[string, string, string, Record<string, string>]>([
    ['no header', 'ours', 'redmine', {}],
    ['another secret', 'ours', 'redmine', SIGNERS.redmine(body, OTHER_SECRET)],
    ['an empty secret', 'ours', 'redmine', SIGNERS.redmine(body, '')],
    ['another body', 'ours', 'redmine', SIGNERS.redmine(`${body} `)],
    ['an empty signature', 'ours', 'redmine', { 'x-redmine-signature-256': 'sha256=' }],
    ['half of the signature', 'ours', 'redmine', { 'x-redmine-signature-256': `sha256=${hmac('sha256', STATE_SECRET, body).slice(0, 32)}` }],
    ['a signature without its prefix', 'ours', 'redmine', { 'x-redmine-signature-256': hmac('sha256', STATE_SECRET, body) }],
    ['SHA-1 where the system does not use it', 'ours', 'redmine', SIGNERS.zammad(body)],
    ['MD5', 'ours', 'redmine', { 'x-hub-signature': `md5=${hmac('md5', STATE_SECRET, body)}` }],
    ['the header of another kind', 'ours', 'redmine', SIGNERS.glpi(body)],
    ['a signature of five minutes ago', 'ours', 'redmine', SIGNERS.standard(body, STATE_SECRET, late)],
    ['a signature from the future', 'ours', 'redmine', SIGNERS.standard(body, STATE_SECRET, new Date(Date.now() + 400_000))],
    [
      'a time that is not signed',
      'ours',
      'redmine',
      { ...SIGNERS.standard(body, STATE_SECRET, late), 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) },
    ],
    ['no id', 'ours', 'redmine', { ...SIGNERS.standard(body), 'webhook-id': '' }],
    ['the secret of our own calls', 'ours', 'webhook', { ...SIGNERS.standard(body), 'webhook-signature': new Webhook(SECRET).sign('msg_1', new Date(), body) }],
    ['the secret of another destination', 'ours', 'second', SIGNERS.redmine(body)],
    ['the secret of another form', 'other', 'redmine', SIGNERS.redmine(body)],
    ['a destination without a secret', 'ours', 'mute', SIGNERS.redmine(body, '')],
    ['a mailbox', 'ours', 'desk', SIGNERS.redmine(body)],
    ['a destination that does not exist', 'ours', 'nothing', SIGNERS.redmine(body)],
    ['a form that does not exist', 'nothing', 'redmine', SIGNERS.redmine(body)],
  ])('is rejected with 401, which says nothing else: %s', async (_what, form, destination, headers) => {
    const before = await states()
    const answer = await report(form, destination, body, headers)
    expect(answer.status).toBe(401)
    expect(JSON.parse(answer.text)).toEqual({
      success: false,
      data: null,
      errors: [{ severity: 'high', data: { code: 'http_signature', params: [], message: 'La firma della chiamata manca o non è valida.' } }],
    })
    expect(await states()).toEqual(before)
  })

  test('counts as many calls for the rate limit, a genuine one as one', async () => {
    const limit = 60
    await server.load({ settings: [{ code: 'calls_per_minute', value: String(limit) }] })
    const url = '/forms-service/rs/v2/forms/ours/destinations/redmine/state'
    const calls = async (remoteAddress: string, headers: Record<string, string>) => {
      for (let count = 0; ; count++)
        if ((await server.app.inject({ method: 'POST', url, remoteAddress, payload: body, headers })).statusCode === 429) return count
    }
    expect(await calls('10.0.0.1', SIGNERS.redmine(body))).toBe(limit)
    expect(await calls('10.0.0.2', SIGNERS.redmine(body, OTHER_SECRET))).toBeLessThanOrEqual(4)
    await server.load({ settings: [{ code: 'calls_per_minute', value: '3000' }] })
  })
})

describe('a report with the right signature', () => {
  test('gets the same response for a ticket that exists, one of another form or destination, and one that does not exist', async () => {
    const own = await opened()
    const theirs = await opened('theirs')
    const second = await opened('ours', 'second')
    const say = (number: string, title = '') => report('ours', 'redmine', REPORTS.redmine({ number, title, state: 'Risolta', at: at() }), SIGNERS.redmine)
    const answers = [
      await say(own.number),
      await say(theirs.number),
      await say('999999'),
      await say('999998', theirs.ticket),
      await say(second.number),
      // The title names a request of the form whose ticket has another number.
      await say('999997', `like ${own.ticket}`),
      await report('ours', 'webhook', { ticket: theirs.ticket, state: 'Risolta', changed_at: at() }, SIGNERS.hub),
      await report('ours', 'webhook', { ticket: 'D-00000000', state: 'Risolta', changed_at: at() }, SIGNERS.hub),
    ]
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect((await states()).filter(({ request_id }) => [own.id, theirs.id, second.id].includes(String(request_id)))).toEqual([
      { customer_code: 'ours', request_id: own.id, destination: 'redmine', number: own.number, state: 'Risolta' },
    ])
    expect((await states()).every(({ customer_code }) => customer_code === 'ours')).toBe(true)
  })

  test('is not assigned by a title that names two requests', async () => {
    const [one, other] = [await tickets.open('ours'), await tickets.open('ours')]
    await report('ours', 'redmine', REPORTS.redmine({ number: '5001', title: `${one.ticket} ${other.ticket}`, state: 'Risolta', at: at() }), SIGNERS.redmine)
    expect((await states()).filter(({ request_id }) => [one.id, other.id].includes(String(request_id)))).toEqual([])
  })

  test('of a number that two tickets have had belongs to the one that its title names, otherwise to the newer', async () => {
    const [old, recent] = [await opened(), await opened()]
    await rowsOf(server, 'update ticket_states set number = $1 where request_id = any($2)', ['5002', [old.id, recent.id]])
    const say = (title: string, state: string) => report('ours', 'redmine', REPORTS.redmine({ number: '5002', title, state, at: at() }), SIGNERS.redmine)
    await say(`Buca [${old.ticket}]`, 'del vecchio')
    await say('Buca', 'del nuovo')
    const shown = Object.fromEntries((await states()).map(({ request_id, state }) => [request_id, state]))
    expect([shown[old.id], shown[recent.id]]).toEqual(['del vecchio', 'del nuovo'])
  })

  test.each<[string, unknown]>([
    ['no JSON', 'state=closed'],
    ['nothing', ''],
    ['a list', []],
    ['no ticket', { state: 'Chiuso', changed_at: '2026-11-01T10:00:00Z' }],
    ['no state', { number: 7, changed_at: '2026-11-01T10:00:00Z' }],
    ['an empty state', { number: 7, state: ' \u0000\n', changed_at: '2026-11-01T10:00:00Z' }],
    ['a state that is an object', { number: 7, state: { a: 1 }, changed_at: '2026-11-01T10:00:00Z' }],
    ['no time, signed without one', { number: 7, state: 'Chiuso' }],
    ['a time without a zone', { number: 7, state: 'Chiuso', changed_at: '2026-11-01T10:00:00' }],
    ['a time that the database cannot store', { number: 7, state: 'Chiuso', changed_at: '0000-01-01T00:00:00Z' }],
    ['a number that is too long', { number: '7'.repeat(65), state: 'Chiuso', changed_at: '2026-11-01T10:00:00Z' }],
    ['another event of the system', { type: 'wiki_page.updated', timestamp: '2026-11-01T10:00:00Z', data: { wiki_page: { title: 'x' } } }],
    ['a deleted ticket', { ...REPORTS.redmine({ number: '7', state: 'Nuova', at: '2026-11-01T10:00:00Z' }), type: 'issue.deleted' }],
  ])('is rejected with 400 if it contains %s', async (_what, body) => {
    expect((await report('ours', 'redmine', body as object, SIGNERS.hub)).status).toBe(400)
  })

  test('is stored without control characters and with at most a hundred characters', async () => {
    const { id, number } = await opened()
    const state = `In\u0000\ncorso <b>\ud800${'x'.repeat(300)}`
    expect((await report('ours', 'redmine', { number, state, changed_at: at() }, SIGNERS.hub)).status).toBe(202)
    const [row] = (await states()).filter(({ request_id }) => request_id === id)
    expect(row?.state).toBe(`In  corso <b>\ufffd${'x'.repeat(86)}`)
  })

  test('of more than a megabyte is rejected, whatever its media type', async () => {
    const large = JSON.stringify({ number: 7, state: 'Chiuso', changed_at: at(), text: 'x'.repeat(1_048_576) })
    expect((await report('ours', 'redmine', large, SIGNERS.hub)).status).toBe(413)
    const { id, number } = await opened()
    const body = JSON.stringify({ number, state: 'Chiuso', changed_at: at() })
    expect((await report('ours', 'redmine', body, { ...SIGNERS.hub(body), 'content-type': 'text/plain' })).status).toBe(202)
    expect((await states()).some(({ request_id }) => request_id === id)).toBe(true)
  })

  test('leaves nothing of its content in the log', async () => {
    const { number } = await opened()
    const bodies = [{ number, state: 'una-parola-segreta', changed_at: at() }, { number: 'una-parola-segreta' }]
    for (const body of bodies) {
      await report('ours', 'redmine', body, SIGNERS.hub)
      await report('ours', 'redmine', body, { 'x-hub-signature-256': 'sha256=una-parola-segreta' })
    }
    expect(written.join('')).not.toContain('una-parola-segreta')
    expect(written.join('')).toContain('http_signature')
  })
})

describe('the states of a person’s tickets', () => {
  test('are in the export of the person’s data, and are erased with the request, also while reports arrive', async () => {
    await rowsOf(server, "insert into operators (username, role) values ('owner', 'owner')")
    const credential = await openOperatorSession(server.database, 'owner')
    const ask = async <T>(what: string) =>
      (
        await server.call<T>('POST', `/managements/personal-data/${what}`, {
          body: JSON.stringify({ email: 'erased@example.org' }),
          headers: { 'content-type': 'application/json', Authorization: `Bearer ${credential}` },
        })
      ).body.data
    const { id, number } = await opened()
    await rowsOf(server, "update requests set email = 'erased@example.org' where id = $1", [id])
    const say = (state: string) => report('ours', 'redmine', { number, state, changed_at: at() }, SIGNERS.hub)
    await say('Risolta')
    expect((await ask<PersonalData>('search'))?.requests).toMatchObject([
      { ticket_states: [{ destination: 'redmine', number, state: 'Risolta' }], ticket_state_changes: [{ before: null, after: 'Risolta' }] },
    ])
    const reports = Array.from({ length: 10 }, (_, n) => say(`S${n}`))
    expect(await ask<ErasedData>('erase')).toMatchObject({ requests: 1 })
    expect((await Promise.all(reports)).every(({ status }) => status === 202)).toBe(true)
    expect((await say('Riaperta')).status).toBe(202)
    expect(
      await rowsOf(
        server,
        'select request_id from ticket_states where request_id = $1 union all select request_id from ticket_state_changes where request_id = $1',
        [id],
      ),
    ).toEqual([])
  })
})
