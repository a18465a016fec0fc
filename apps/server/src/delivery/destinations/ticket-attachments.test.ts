import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, destinationCase, destinationForm, type Sink, startSink } from '../../../test/destination-case.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'

// Issues of a fake Redmine, which responds as the recorded one (test/recordings/redmine.json).
let issues: { id: number; subject: string; uploads: { filename: string }[] }[] = []
const json = (response: Parameters<Answer>[0], status: number, value: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value))
const redmine: Answer = (response, { method, url, body }) => {
  const { pathname, searchParams } = new URL(url, 'http://redmine')
  if (pathname === '/uploads.json') return json(response, 201, { upload: { id: 1, token: '1.a-token' } })
  if (method === 'GET') return json(response, 200, { issues: issues.filter(({ subject }) => subject.includes(searchParams.get('subject')?.slice(1) ?? '')) })
  const issue = { id: issues.length + 1, ...JSON.parse(body.toString()).issue }
  issues.push(issue)
  json(response, 201, { issue })
}
const answerLost: Answer = async (response, taken) => {
  const lost = { writeHead: () => lost, end: () => response.destroy() } as unknown as Parameters<Answer>[0]
  await redmine(lost, taken)
}

let server: TestServer
let sink: Sink
let tickets: ReturnType<typeof destinationCase>
beforeAll(async () => {
  sink = await startSink(redmine)
  server = await startTestServer({ env: { OUTBOUND_ALLOW: '127.0.0.1/32' } })
  tickets = destinationCase(server)
  const url = sink.url.replace('/hook', '')
  await server.load(destinationForm('works', { kind: 'redmine', url, token: 'an-api-key', project: 'public-works' }))
})
afterAll(async () => {
  await server.close()
  await sink.close()
})
beforeEach(() => {
  issues = []
  sink.taken.length = 0
})

describe('the attachments of a request', () => {
  test('are sent decrypted and as a stream of known length, and the number and URL of the ticket are stored', async () => {
    const { id, ticket } = await tickets.open('works', 'plan.txt')
    const delivery = await tickets.attempt(id, 'redmine')
    expect(delivery).toMatchObject({ state: 'delivered', external_id: '1', last_answer: expect.stringMatching(/^opened\nhttp:.+\/issues\/1$/) })
    const [upload] = sink.taken
    expect([upload?.url, upload?.body.toString(), upload?.headers['content-length']]).toEqual(['/uploads.json?filename=plan.txt', 'some text', '9'])
    expect(upload?.headers).not.toHaveProperty('transfer-encoding')
    expect(issues).toMatchObject([{ subject: expect.stringContaining(ticket), uploads: [{ token: '1.a-token', filename: 'plan.txt' }] }])
  })

  test('are sent once if the response to the first attempt is lost, because the second attempt finds the ticket', async () => {
    sink.script.push(redmine, answerLost)
    const { id } = await tickets.open('works', 'plan.txt')
    expect(await tickets.attempt(id, 'redmine')).toMatchObject({ state: 'queued', external_id: null })
    expect(await tickets.attempt(id, 'redmine')).toMatchObject({ state: 'delivered', external_id: '1' })
    expect(issues).toHaveLength(1)
    expect(sink.taken.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual(['POST /uploads.json', 'POST /issues.json', 'GET /issues.json'])
  })

  test('with malware are not sent, and a missing file does not prevent the ticket', async () => {
    const infected = await tickets.open('works', 'infected.txt')
    await rowsOf(server, "update attachments set malware = 'Eicar' where request_id = $1", [infected.id])
    await tickets.attempt(infected.id, 'redmine')
    const missing = await tickets.open('works', 'missing.txt')
    await rowsOf(server, 'update attachments set sha256 = sha256($2) where request_id = $1', [missing.id, Buffer.from('other')])
    expect(await tickets.attempt(missing.id, 'redmine')).toMatchObject({
      state: 'delivered',
      last_answer: expect.stringContaining('not attached: missing.txt (damaged or missing)'),
    })
    expect(issues.map(({ uploads }) => uploads)).toEqual([[], []])
    expect(sink.taken.map(({ url }) => url)).toEqual(['/issues.json', '/issues.json'])
  })
})
