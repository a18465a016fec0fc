import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ListedRequest } from '@sportello/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { followDesk } from '../../../test/desk-stream.ts'
import { startRequestsCase } from '../../../test/requests-case.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

let on: Awaited<ReturnType<typeof startRequestsCase>>
let second: TestServer
beforeAll(async () => {
  on = await startRequestsCase()
  second = await startTestServer({ beside: on.server })
})
afterAll(async () => {
  await second.close()
  await on.server.close()
})

const open: Awaited<ReturnType<typeof followDesk>>[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((stream) => stream.leave()))
  await rowsOf(on.server, 'truncate desk_cases, desk_labels, desk_entries')
})

async function follow(as = 'all', server: TestServer = on.server) {
  const stream = await followDesk(server, on.bearer(as))
  open.push(stream)
  return stream
}
const change = (ticket: string | undefined, body: object, as = 'all') => on.call('PUT', `/requests/${ticket}/desk`, as, { body })
const soon = { timeout: 2_000, interval: 20 }

test('tells each process’s clients within two seconds that a request changed, got a note, or arrived', async () => {
  const { anna, bruno } = on.tickets
  const [here, there] = [await follow(), await follow('reader', second)]
  expect([here.status, here.headers.get('content-type'), here.headers.get('cache-control')]).toEqual([200, 'text/event-stream', 'no-store, no-transform'])
  await expect.poll(here.text, soon).toContain('event: open')
  await change(anna, { assignee: 'all' })
  for (const { text } of [here, there]) await expect.poll(text, soon).toContain(JSON.stringify([{ ticket: anna, form: 'ours', version: 1 }]))
  await on.call('POST', `/requests/${anna}/notes`, 'all', { body: { text: 'Riservata' } })
  for (const stream of [here, there]) await expect.poll(stream.tickets, soon).toEqual([anna, anna])
  await rowsOf(on.server, "update requests set state = 'failed', processed_at = null where ticket = $1", [bruno])
  await on.call('POST', `/requests/${bruno}/retry`)
  await expect.poll(there.tickets, { timeout: 8_000 }).toEqual([anna, anna, bruno])
  // Each change is told once, though the looks overlap.
  await sleep(2_200)
  expect(there.tickets()).toEqual([anna, anna, bruno])
  expect(there.text()).not.toContain('Riservata')
})

test('tells of a change whose transaction commits seconds after it began', async () => {
  const stream = await follow()
  const { anna, bruno } = on.tickets
  await on.server.database.jobs.transaction().execute(async (db) => {
    await sql`select set_config('sportello.across_customers', 'on', true)`.execute(db)
    await sql`insert into desk_cases (customer_code, request_id) select customer_code, id from requests where ticket = ${anna}`.execute(db)
    await change(bruno, { state: 'closed' })
    await expect.poll(stream.tickets, soon).toEqual([bruno])
    await sleep(2_000)
  })
  await expect.poll(stream.tickets, soon).toEqual([bruno, anna])
})

test('tells an operator nothing of other customers’ requests, and follows a change of the operator’s reach', async () => {
  const { anna, carla } = on.tickets
  const stream = await follow('theirs')
  await change(anna, { state: 'closed' })
  await change(carla, { state: 'closed' })
  await expect.poll(stream.tickets, soon).toEqual([carla])
  await rowsOf(on.server, "update operators set customers = '{ours}' where username = 'theirs'")
  await sleep(6_000)
  await change(carla, { state: 'open' })
  await change(anna, { state: 'open' })
  await expect.poll(stream.tickets, soon).toEqual([carla, anna])
  await rowsOf(on.server, "update operators set customers = '{theirs}' where username = 'theirs'")
  expect(stream.text()).not.toContain('resync')
}, 20_000)

test.each([
  ['no credential', {}],
  ['an invented credential', { Authorization: `Bearer ${'x'.repeat(43)}` }],
])('rejects a stream with %s', async (_what, headers) => {
  const stream = await followDesk(on.server, headers)
  expect(stream.status).toBe(401)
  await stream.ended
  expect(stream.text()).toContain('http_credential')
})

test.each([
  ['the session has expired', "update operator_sessions set last_used_at = now() - interval '11 minutes' where username = 'leaver'"],
  ['the operator is disabled', "update operators set disabled = true where username = 'leaver'"],
  ['the operator becomes an author', "update operators set role = 'author' where username = 'leaver'"],
])(
  'ends a stream within seconds if %s',
  async (_what, statement) => {
    await rowsOf(on.server, "delete from operators where username = 'leaver'")
    await rowsOf(on.server, "insert into operators (username, role) values ('leaver', 'viewer')")
    const credential = await openOperatorSession(on.server.database, 'leaver')
    const stream = await followDesk(on.server, { Authorization: `Bearer ${credential}` })
    expect(stream.status).toBe(200)
    await sleep(1_500)
    await rowsOf(on.server, statement)
    await Promise.race([stream.ended, sleep(8_000).then(() => expect.fail('the stream goes on'))])
  },
  15_000,
)

test('does not extend the session of the operator, and neither do the calls that the dashboard makes after an event', async () => {
  await rowsOf(on.server, "update operator_sessions set last_used_at = now() - interval '5 minutes' where username = 'reader'")
  const stream = await follow('reader')
  await change(on.tickets.anna, { state: 'closed' })
  await expect.poll(stream.tickets, soon).toEqual([on.tickets.anna])
  const headers = { ...on.bearer('reader'), 'X-Background': '1' }
  const { body } = await on.server.call<{ items: ListedRequest[] }>('GET', `/managements/requests?tickets=${on.tickets.anna},X-NONE,${on.tickets.carla}`, {
    headers,
  })
  expect(body.data?.items.map(({ ticket, changed }) => [ticket, changed?.operator, changed?.kinds])).toEqual([
    [on.tickets.carla, undefined, undefined],
    [on.tickets.anna, 'all', ['state']],
  ])
  const idle = async () =>
    (await rowsOf(on.server, "select last_used_at < now() - interval '4 minutes' as idle from operator_sessions where username = 'reader'"))[0]?.idle
  expect(await idle()).toBe(true)
  await on.call('GET', '/requests', 'reader')
  expect(await idle()).toBe(false)
  expect((await on.list(`tickets=${on.tickets.anna}`, 'theirs'))?.items).toEqual([])
  expect((await on.call('GET', `/requests?tickets=${Array.from({ length: 51 }, (_, at) => `T-${at}`)}`)).status).toBe(400)
})

test('limits the streams of an operator, and admits another one after one has ended', async () => {
  const streams = await Promise.all(Array.from({ length: 8 }, () => follow()))
  expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  const refused = await follow()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])
  expect((await follow('reader')).status).toBe(200)
  await streams[0]?.leave()
  await expect.poll(async () => (await follow()).status, { timeout: 2_000 }).toBe(200)
})

test('keeps little for a client that does not read, which then reads its lists again', async () => {
  const { port } = new URL(on.server.url)
  const socket = connect(Number(port), '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.pause()
  socket.write(
    `GET /forms-service/rs/v2/managements/desk/events HTTP/1.1\r\nHost: x\r\nX-Api-Key: test-key\r\nAuthorization: ${on.bearer('all').Authorization}\r\n\r\n`,
  )
  const witness = await follow('reader')
  await sleep(1_200)
  // More changes than one look reads.
  await rowsOf(on.server, 'insert into desk_cases (customer_code, request_id, changed_at) select $1, uuidv7(), now() from generate_series(1, 1100)', ['ours'])
  await expect.poll(witness.text, { timeout: 3_000 }).toContain('event: resync')
  let read = ''
  socket.on('data', (chunk: Buffer) => {
    read += chunk.toString()
  })
  socket.resume()
  await expect.poll(() => read, { timeout: 3_000 }).toContain('event: resync')
  expect(read.length).toBeLessThan(5_000)
  socket.destroy()
})

test('ends the streams and admits none when the process drains and stops', async () => {
  const third = await startTestServer({ beside: on.server })
  const stream = await followDesk(third, on.bearer('all'))
  expect(stream.status).toBe(200)
  third.services.drain.begun = true
  const refused = await followDesk(third, on.bearer('all'))
  expect(refused.status).toBe(503)
  await Promise.race([stream.ended, sleep(3_000).then(() => expect.fail('the stream goes on'))])
  third.services.drain.begun = false
  const other = await followDesk(third, on.bearer('all'))
  expect(other.status).toBe(200)
  await Promise.all([third.close(), other.ended])
})

test('tells a hundred clients of a change within two seconds', async () => {
  for (let each = 0; each < 13; each++) {
    const username = `many-${each}`
    await rowsOf(on.server, "insert into operators (username, role) values ($1, 'viewer')", [username])
    const credential = await openOperatorSession(on.server.database, username)
    for (let at = 0; at < 8; at++) open.push(await followDesk(on.server, { Authorization: `Bearer ${credential}` }))
  }
  await change(on.tickets.anna, { state: 'closed' })
  await expect.poll(() => open.filter((stream) => stream.tickets().includes(on.tickets.anna ?? '')).length, soon).toBe(104)
})
