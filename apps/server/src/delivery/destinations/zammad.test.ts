import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, destinationCase, destinationForm, type Sink, startSink } from '../../../test/destination-case.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { readBundle } from '../../surfaces/bundle/read-bundle.ts'

// A ticket of the fake Zammad server, which responds as Zammad's own controllers do (zammad/zammad,
// app/controllers/tickets_controller.rb).
interface ZammadTicket {
  id: number
  number: string
  title: string
}
let kept: ZammadTicket[] = []
const json = (response: Parameters<Answer>[0], status: number, value: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
const zammad: Answer = (response, { method, url, headers, body }) => {
  if (headers.authorization !== 'Token token=a-token') return json(response, 401, { error: 'Invalid token!' })
  const { pathname, searchParams } = new URL(url, 'http://zammad')
  if (method === 'GET' && pathname === '/desk/api/v1/users/me') return json(response, 200, { id: 3, login: 'agent' })
  if (method === 'GET' && pathname === '/desk/api/v1/tickets/search') {
    const words = (searchParams.get('query') ?? '').replaceAll('"', '')
    return json(
      response,
      200,
      kept.filter(({ title }) => title.includes(words)),
    )
  }
  if (method !== 'POST' || pathname !== '/desk/api/v1/tickets') return json(response, 404, { error: 'No route matches' })
  const { title } = JSON.parse(body.toString())
  const ticket = { id: kept.length + 1, number: `4400${kept.length + 1}`, title }
  kept.push(ticket)
  json(response, 201, ticket)
}

let server: TestServer
let sink: Sink
let tickets: ReturnType<typeof destinationCase>
const settings = () => ({
  kind: 'zammad',
  url: sink.url.replace('/hook', '/desk'),
  token: 'a-token',
  group: 'Users',
  customer: 'nobody@example.org',
  fields: { place: '{{ street }}', broken: '{{ street | nothing_of_that_name }}' },
})
beforeAll(async () => {
  sink = await startSink(zammad)
  server = await startTestServer({ env: { OUTBOUND_ALLOW: '127.0.0.1/32' } })
  tickets = destinationCase(server)
  await server.load(destinationForm('desk', settings()))
})
afterAll(async () => {
  await server.close()
  await sink.close()
})
beforeEach(() => {
  kept = []
  sink.taken.length = 0
})

describe('a ticket for a Zammad destination', () => {
  test('is opened in the configured group with Sportello’s ticket code in the title, and Zammad’s ticket number is stored', async () => {
    const { id, ticket } = await tickets.open('desk', 'plan.txt')
    expect(await tickets.attempt(id, 'zammad')).toMatchObject({ state: 'delivered', last_status: 201, external_id: '44001' })
    const [{ url, headers, body }] = sink.taken as [(typeof sink.taken)[number]]
    expect([url, headers.authorization, headers['content-type']]).toEqual(['/desk/api/v1/tickets', 'Token token=a-token', 'application/json'])
    const sent = JSON.parse(body.toString())
    expect(sent).toMatchObject({
      title: expect.stringContaining(ticket),
      group: 'Users',
      customer_id: 'guess:nobody@example.org',
      place: expect.stringMatching(/^Via Roma \d+$/),
      broken: '',
      article: { content_type: 'text/html', type: 'web', sender: 'Customer', internal: false },
    })
    expect(sent.article.body).toContain('plan.txt')
    expect(sink.taken).toHaveLength(1)
  })

  test('is opened only once when the connection breaks before Zammad’s response arrives', async () => {
    sink.script.push(async (response, taken) => {
      const lost = { writeHead: () => lost, end: () => response.destroy() } as unknown as Parameters<Answer>[0]
      await zammad(lost, taken)
    })
    const { id } = await tickets.open('desk')
    expect(await tickets.attempt(id, 'zammad')).toMatchObject({ state: 'queued', external_id: null })
    expect(kept).toHaveLength(1)
    expect(await tickets.attempt(id, 'zammad')).toMatchObject({
      state: 'delivered',
      external_id: '44001',
      last_answer: expect.stringContaining('earlier try'),
    })
    expect(kept).toHaveLength(1)
  })

  test('is not opened a second time if the search for the ticket of the first attempt fails', async () => {
    sink.script.push(
      (response) => json(response, 500, {}),
      (response) => json(response, 500, {}),
    )
    const { id } = await tickets.open('desk')
    await tickets.attempt(id, 'zammad')
    expect(await tickets.attempt(id, 'zammad')).toMatchObject({ state: 'queued', last_error: 'while looking for the ticket: answered 500' })
    expect(kept).toEqual([])
    expect(await tickets.attempt(id, 'zammad')).toMatchObject({ state: 'delivered' })
    expect(kept).toHaveLength(1)
  })

  test('is retried after Zammad rejects the access token, and the reason is stored', async () => {
    await server.load(destinationForm('stranger', { ...settings(), token: 'wrong' }))
    const { id } = await tickets.open('stranger')
    expect(await tickets.attempt(id, 'zammad')).toMatchObject({ state: 'queued', last_status: 401, last_answer: '{"error":"Invalid token!"}' })
  })

  test('is opened even if the author’s templates loop endlessly; all destinations share one limit of render time', async () => {
    const endless = '{% for a in (1..1000) %}{% for b in (1..1000) %}{% for c in (1..1000) %}{% endfor %}{% endfor %}{% endfor %}'
    const fields = { ...Object.fromEntries(names(49, endless)), short_and_the_last: 'x' }
    const places = Array.from({ length: 8 }, (_, at) => ({ ...settings(), name: `desk-${at}`, fields }))
    await server.load(destinationForm('endless', places))
    const { id } = await tickets.open('endless')
    expect(await tickets.attempt(id, 'desk-7')).toMatchObject({ state: 'delivered' })
    const [taken] = sink.taken
    expect(JSON.parse(String(taken?.body))).toMatchObject({ field_0: '', title: expect.any(String) })
    expect(JSON.parse(String((await tickets.delivery(id, 'desk-7'))?.body))).toMatchObject({ short_and_the_last: '' })
  })

  test('may have up to 50 attributes in a bundle; a bundle with more is rejected with the name of the field', async () => {
    const reading = (count: number) => readBundle(destinationForm('fifty', { ...settings(), fields: Object.fromEntries(names(count)) }), '')
    expect((await reading(50)).faults).toEqual([])
    expect((await reading(51)).faults).toEqual([
      { pointer: '/forms/0/params/destination/fields', message: 'must not be more than 50', reason: ['too_many', '50'] },
    ])
  })

  test('is not delivered by a response of 2xx that names no ticket, and is opened once when Zammad answers', async () => {
    sink.script.push((response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>'))
    const { id } = await tickets.open('desk')
    expect(await tickets.attempt(id, 'zammad')).toMatchObject({ state: 'queued', last_error: 'answered 200 without the number of a ticket' })
    expect(await tickets.attempt(id, 'zammad')).toMatchObject({ state: 'delivered', external_id: '44001' })
    expect(kept).toHaveLength(1)
  })
})

const names = (count: number, template = 'x') => Array.from({ length: count }, (_, at) => [`field_${at}`, template] as const)
