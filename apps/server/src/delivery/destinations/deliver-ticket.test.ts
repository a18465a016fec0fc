import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Answer, destinationCase, destinationForm, OTHER_SECRET, SECRET, type Sink, startSink, type Taken } from '../../../test/destination-case.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openTicket } from './open-ticket.ts'
import { webhook } from './webhook.ts'

let server: TestServer
let sink: Sink
let tickets: ReturnType<typeof destinationCase>
beforeAll(async () => {
  sink = await startSink()
  server = await startTestServer({ env: { OUTBOUND_ALLOW: '127.0.0.0/8' } })
  tickets = destinationCase(server)
  await server.load(destinationForm('hooked', { kind: 'webhook', url: sink.url, secret: SECRET, previous_secret: OTHER_SECRET }))
})
afterAll(async () => {
  await server.close()
  await sink.close()
})
beforeEach(() => {
  sink.taken.length = 0
  sink.script.length = 0
})

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end(`answer ${code}`)
const pauseOf = (row: Record<string, unknown> | undefined) => (new Date(String(row?.next_attempt_at)).getTime() - Date.now()) / 1_000

/**
 * Returns true if the destination's queue row is free (no attempt has claimed it) and due: its next attempt is
 * scheduled
 * for the time of the earliest delivery in the queue.
 */
const isFreeAndDue = async ({ customer_code, destination, lane }: Record<string, unknown> = {}) =>
  rowsOf(
    server,
    `select held_until is null and next_due_at = (select min(due_at) from deliveries d where state = 'queued' and (d.customer_code, d.destination, d.lane) = ($1, $2, $3)) as so
     from delivery_lanes where customer_code = $1 and destination = $2 and lane = $3`,
    [customer_code, destination, lane],
  )

/** Verifies the signature of a webhook call as Standard Webhooks 1.0 describes, without using the server's code. */
function verifies({ headers, body }: Taken, secret: string): boolean {
  const signed = Buffer.concat([Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`), body])
  const expected = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(signed)
    .digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .map((entry) => entry.split(','))
    .some(([version, value = '']) => version === 'v1' && Buffer.from(value, 'base64').length === 32 && timingSafeEqual(Buffer.from(value, 'base64'), expected))
}

describe('a ticket delivered by webhook', () => {
  test('contains the request’s data and two signatures that the library of Standard Webhooks accepts', async () => {
    const { id, ticket } = await tickets.open('hooked', 'plan.txt')
    expect(await tickets.attempt(id)).toMatchObject({ state: 'delivered', attempts: 1, last_status: 200, last_answer: 'thanks', last_error: null })
    const [taken] = sink.taken as [Taken]
    expect(taken).toMatchObject({ method: 'POST', url: '/hook', headers: { 'content-type': 'application/json' } })
    expect([SECRET, OTHER_SECRET, `whsec_${Buffer.alloc(32, 1).toString('base64')}`].map((secret) => verifies(taken, secret))).toEqual([true, true, false])
    for (const secret of [SECRET, OTHER_SECRET])
      expect(() => new Webhook(secret).verify(taken.body.toString(), taken.headers as Record<string, string>)).not.toThrow()
    expect(Math.abs(Number(taken.headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(5)
    const told = JSON.parse(taken.body.toString())
    expect(told).toMatchObject({
      type: 'ticket.opened',
      data: {
        ticket,
        form: 'hooked',
        tag: 'report',
        path: ['What do you need?', 'Report something'],
        attachments: [{ name: 'plan.txt', property: 'photos', media_type: 'text/plain', size: 9 }],
      },
    })
    expect(told.data.answers).toContainEqual({ code: 'street', label: 'Label of street', text: told.data.form_fields.street })
    expect(await tickets.request(id)).toEqual({ state: 'processed', failure: null })
  })

  test('has the same bytes and id on every attempt, but a new signature', async () => {
    sink.script.push(status(500), status(503), (response) => void response.destroy())
    const { id } = await tickets.open('hooked')
    for (let round = 0; round < 4; round++) {
      await tickets.attempt(id)
      await new Promise((resolve) => setTimeout(resolve, 1_010))
    }
    expect(sink.taken).toHaveLength(4)
    expect(new Set(sink.taken.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(sink.taken.map(({ body }) => body.toString('hex'))).size).toBe(1)
    expect(new Set(sink.taken.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4)
    expect(sink.taken.every((taken) => verifies(taken, SECRET))).toBe(true)
  })

  test('is not sent again when the delivery job runs twice', async () => {
    const { id } = await tickets.open('hooked')
    await tickets.attempt(id)
    await tickets.attempt(id)
    expect(sink.taken).toHaveLength(1)
  })

  test('has one delivery when the job that opens the ticket runs twice', async () => {
    const { id } = await tickets.open('hooked')
    await rowsOf(server, "update requests set state = 'confirmed' where id = $1", [id])
    await Promise.all([openTicket(server.services, 'hooked', id), openTicket(server.services, 'hooked', id)])
    expect(await rowsOf(server, 'select count(*) as n from deliveries where request_id = $1', [id])).toEqual([{ n: 1 }])
    expect(await rowsOf(server, "select count(*) as n from mails where request_id = $1 and kind = 'success'", [id])).toEqual([{ n: 0 }])
  })

  test('is sent by only one of two workers that run in parallel', async () => {
    const { id } = await tickets.open('hooked')
    sink.script.push(async (response) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      response.end('slow')
    })
    await Promise.all([tickets.attempt(id), tickets.attempt(id)])
    expect(sink.taken).toHaveLength(1)
  })
})

describe('a ticket that its destination does not accept', () => {
  test.each<[what: string, answer: Answer, lastStatus: number | null, error: RegExp]>([
    ['the destination answers 500', status(500), 500, /^answered 500$/],
    ['the destination answers 404', status(404), 404, /^answered 404$/],
    ['the destination answers 401', status(401), 401, /^answered 401$/],
    ['the destination answers with a redirect', status(302, { location: 'http://127.0.0.1:1/' }), 302, /redirects are not followed/],
    [
      'the destination closes the connection without an answer',
      (response) => void response.destroy(),
      null,
      /ECONNRESET|UND_ERR|other side closed|connection error/i,
    ],
  ])('is retried within 15 s when %s', async (_what, answer, lastStatus, error) => {
    sink.script.push(answer)
    const { id } = await tickets.open('hooked')
    const row = await tickets.attempt(id)
    expect(row).toMatchObject({ state: 'queued', attempts: 1, last_status: lastStatus, last_error: expect.stringMatching(error) })
    expect(pauseOf(row)).toBeGreaterThan(8)
    expect(pauseOf(row)).toBeLessThanOrEqual(15)
    expect(row?.due_at).toEqual(row?.next_attempt_at)
    expect(await isFreeAndDue(row)).toEqual([{ so: true }])
    expect(await tickets.request(id)).toEqual({ state: 'processed', failure: null })
    expect(await tickets.attempt(id)).toMatchObject({ state: 'delivered', attempts: 2, last_error: null })
  })

  test.each([
    ['120', 115, 121],
    [new Date(Date.now() + 300_000).toUTCString(), 250, 301],
    ['999999999', 86_300, 86_401],
    ['0', 8, 15],
    ['-5', 8, 15],
    ['soon', 8, 15],
  ])('is retried after the delay in the header Retry-After: %j, but after at most a day', async (wish, least, most) => {
    sink.script.push(status(429, { 'retry-after': wish }))
    const { id } = await tickets.open('hooked')
    const pause = pauseOf(await tickets.attempt(id))
    expect(pause).toBeGreaterThan(least)
    expect(pause).toBeLessThanOrEqual(most)
  })

  test('becomes a dead letter after response status 410, and its request is marked as failed', async () => {
    sink.script.push(status(410))
    const { id } = await tickets.open('hooked')
    expect(await tickets.attempt(id)).toMatchObject({ state: 'dead', attempts: 1, last_error: expect.stringContaining('wants no more') })
    expect(await tickets.request(id)).toEqual({ state: 'failed', failure: expect.stringContaining('webhook: answered 410') })
    expect(await tickets.attempt(id)).toMatchObject({ state: 'dead' })
    expect(sink.taken).toHaveLength(1)
  })

  test('becomes a dead letter after 14 attempts', async () => {
    const { id } = await tickets.open('hooked')
    for (let round = 1; round <= 14; round++) {
      sink.script.push(status(500))
      expect((await tickets.attempt(id))?.state).toBe(round < 14 ? 'queued' : 'dead')
    }
    expect(sink.taken).toHaveLength(14)
    expect(await tickets.request(id)).toMatchObject({ state: 'failed' })
  })

  test('counts as delivered after a response of one gigabyte, of which the server reads only a part', async () => {
    let written = 0
    sink.script.push((response) => {
      const chunk = Buffer.alloc(65_536, 'x')
      const more = () => {
        while (written < 1_073_741_824 && !response.destroyed) {
          written += chunk.length
          if (!response.write(chunk)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    const { id } = await tickets.open('hooked')
    const row = await tickets.attempt(id)
    expect(row).toMatchObject({ state: 'delivered', last_status: 200 })
    expect(String(row?.last_answer).length).toBeLessThanOrEqual(1_000)
    expect(written).toBeLessThan(32 * 1_048_576)
  })

  test('is retried if no response status arrives within 15 s, and counts as delivered if only the response body never ends', async () => {
    const drip: Answer = (response) => {
      const timer = setInterval(() => response.write('x'), 200)
      response.on('close', () => clearInterval(timer))
    }
    const laneOf = async ({ id }: { id: string }) => (await tickets.delivery(id))?.lane
    const dripped = await tickets.open('hooked')
    let hung = await tickets.open('hooked')
    while ((await laneOf(hung)) === (await laneOf(dripped))) hung = await tickets.open('hooked')
    sink.script.push(drip)
    const begun = Date.now()
    const first = tickets.attempt(dripped.id)
    while (sink.taken.length < 1) await new Promise((resolve) => setTimeout(resolve, 20))
    sink.script.push(() => {})
    const rows = await Promise.all([first, tickets.attempt(hung.id)])
    expect(rows[0]).toMatchObject({ state: 'delivered', last_status: 200 })
    expect(rows[1]).toMatchObject({ state: 'queued', last_status: null, last_error: 'no answer within 15 s' })
    expect(Date.now() - begun).toBeLessThan(20_000)
  }, 30_000)

  test('stores the beginning of the destination’s response as printable text, even if it contains NUL and control characters', async () => {
    sink.script.push((response) => void response.end(Buffer.from('a\0b\u001b[31m\ud83d\ude00'.repeat(300), 'utf8')))
    const { id } = await tickets.open('hooked')
    expect(await tickets.attempt(id)).toMatchObject({ state: 'delivered', last_answer: expect.stringMatching(/^a b \[31m😀/u) })
  })

  test('becomes a dead letter if its form no longer has the destination', async () => {
    await server.load(destinationForm('changing', { kind: 'webhook', url: sink.url, secret: SECRET }))
    const { id } = await tickets.open('changing')
    await server.load(destinationForm('changing', []))
    expect(await tickets.attempt(id)).toMatchObject({ state: 'dead', last_error: 'the form names this destination no more' })
  })

  test('becomes a dead letter without a request being sent if the destination is in a private network', async () => {
    await server.load(destinationForm('inside', { kind: 'webhook', url: 'https://169.254.169.254/latest', secret: SECRET }))
    const { id } = await tickets.open('inside')
    expect(await tickets.attempt(id)).toMatchObject({ state: 'dead', attempts: 1, last_error: expect.stringContaining('not public') })
  })
})

test('opening a ticket creates no delivery if the form has no destinations', async () => {
  await server.load(destinationForm('plain', undefined))
  const { id } = await tickets.open('plain')
  expect(await tickets.delivery(id)).toBeUndefined()
  expect(await tickets.request(id)).toMatchObject({ state: 'processed' })
})

test('the documented webhook example has a valid signature', async () => {
  const text = await readFile(new URL('../../../../../docs/webhooks.md', import.meta.url), 'utf8')
  const cell = (name: string) => new RegExp(`^\\| ${name} \\| \`(.+)\` \\|$`, 'm').exec(text)?.[1] ?? ''
  const body = Buffer.from(cell('body'))
  const headers = Object.fromEntries(['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, cell(`\`${name}\``)]))
  expect(verifies({ method: '', url: '', headers, body }, cell('secret'))).toBe(true)
  const destination = { kind: 'webhook', name: 'webhook', url: sink.url, secret: cell('secret') } as const
  vi.useFakeTimers({ now: Number(headers['webhook-timestamp']) * 1_000, toFake: ['Date'] })
  await webhook.deliver(server.services.outbound, destination, {
    eventId: headers['webhook-id'] ?? '',
    body,
    ticket: '',
    tried: false,
    attempts: 1,
    files: async () => [],
  })
  vi.useRealTimers()
  expect(sink.taken[0]?.headers).toMatchObject(headers)
})
