import { setTimeout as sleep } from 'node:timers/promises'
import type { DeploymentHealth } from '@sportello/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Answer, destinationCase, destinationForm, SECRET, type Sink, startSink } from '../../../test/destination-case.ts'
import { eventually } from '../../../test/mail-sink.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { acrossCustomers, withCustomer } from '../../platform/db/with-customer.ts'
import type { Outcome } from './connector.ts'
import { type Dispatcher, startDispatcher } from './dispatch-deliveries.ts'
import { claimDeliveries, insertDelivery, recordAttempt } from './queries.ts'

let server: TestServer
let sink: Sink
let tickets: ReturnType<typeof destinationCase>
const running: Dispatcher[] = []
beforeAll(async () => {
  sink = await startSink()
  server = await startTestServer({ env: { OUTBOUND_ALLOW: '127.0.0.0/8' } })
  tickets = destinationCase(server)
  await server.load(destinationForm('laned', { kind: 'webhook', url: sink.url, secret: SECRET }))
})
afterAll(async () => {
  await server.close()
  await sink.close()
})
beforeEach(async () => {
  sink.taken.length = 0
  sink.script.length = 0
  await rowsOf(server, 'delete from deliveries')
  await rowsOf(server, 'update delivery_lanes set held_until = null, next_due_at = null')
  return async () => {
    for (const dispatcher of running.splice(0)) await dispatcher.stop()
  }
})

const start = (processes = 1, log: (message: string) => void = () => {}) => {
  for (let n = 0; n < processes; n++) running.push(startDispatcher(server.services, log))
}
const claim = (most = 16) => acrossCustomers(server.database.jobs, (db) => claimDeliveries(db, most))
const waiting = async () => Number((await rowsOf(server, "select count(*) as n from deliveries where state = 'queued'"))[0]?.n)
const lanes = () => rowsOf(server, 'select lane, held_until, next_due_at from delivery_lanes order by lane')

/** Inserts `many` deliveries with an empty payload in the queue. */
async function pile(many: number): Promise<void> {
  const { id } = await tickets.open('laned')
  await rowsOf(
    server,
    `with more as (
       insert into requests (customer_code, id, ticket, state, auth_type, definition_code_tag, definition_version, code_tag, lang_code, email, person_key,
         content_hash, opens_ticket, expires_at)
       select customer_code, uuidv7(), 'P-' || gen_random_uuid(), state, auth_type, definition_code_tag, definition_version, code_tag, lang_code, email,
         person_key, content_hash, opens_ticket, expires_at from requests, generate_series(2, $2) where id = $1 returning customer_code, id
     ), made as (
       insert into deliveries (customer_code, request_id, destination, kind, body)
       select m.customer_code, m.id, d.destination, d.kind, '{}' from more m, deliveries d where d.request_id = $1 returning deliveries as d
     ) select count(enqueue_delivery(d)) from made`,
    [id, many],
  )
}

test('three server processes deliver each queued ticket once, with at most two parallel attempts per destination', async () => {
  let [atOnce, mostAtOnce] = [0, 0]
  const always: Answer = async (response) => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce)
    await sleep(5)
    atOnce--
    response.end()
  }
  sink.script.push(...Array.from({ length: 60 }, () => always))
  await pile(60)
  start(3)
  expect(await eventually(waiting, (n) => n === 0, 15_000)).toBe(0)
  expect(sink.taken).toHaveLength(60)
  expect(new Set(sink.taken.map(({ headers }) => headers['webhook-id'])).size).toBe(60)
  expect(mostAtOnce).toBe(2)
  expect(await eventually(lanes, (rows) => rows.every(({ held_until }) => held_until === null))).toEqual(
    [0, 1].map((lane) => ({ lane, held_until: null, next_due_at: null })),
  )
})

test('when a server process crashes during delivery attempts, another process repeats them after the timeout of their queue row', async () => {
  await pile(20)
  const died = await claim()
  expect(died.map(({ lane }) => lane).sort()).toEqual([0, 1])
  expect(await claim()).toEqual([])
  await rowsOf(server, 'update delivery_lanes set held_until = now()')
  start()
  expect(await eventually(waiting, (n) => n === 0, 10_000)).toBe(0)
  expect(await rowsOf(server, 'select attempts, count(*)::int as n from deliveries group by 1 order by 1')).toEqual([
    { attempts: 1, n: 18 },
    { attempts: 2, n: 2 },
  ])
})

test('a delivery attempt that ends after its timeout does not release a queue row that another process has claimed', async () => {
  await pile(1)
  const [late] = await claim()
  await rowsOf(server, "update delivery_lanes set held_until = now() - interval '1 second'")
  const [other] = await claim()
  expect(other?.id).toBe(late?.id)
  if (!late || !other) throw new Error('nothing was claimed')
  const end = (delivery: typeof late, outcome: Outcome) => withCustomer(server.database.jobs, 'laned', (db) => recordAttempt(db, delivery, outcome, 0, null))
  await end(late, { delivered: false, status: 500, answer: null, error: 'late' })
  expect(await claim()).toEqual([])
  await end(other, { delivered: true, status: 200, answer: 'thanks' })
  expect(await waiting()).toBe(0)
  expect(await claim()).toEqual([])
})

test.each<[what: string, pause: number | undefined]>([
  ['has an attempt left', 0],
  ['has no attempt left', undefined],
])('a failed attempt changes nothing if another attempt has already delivered the ticket and the delivery %s', async (_what, pause) => {
  await pile(1)
  const [late] = await claim()
  await rowsOf(server, "update delivery_lanes set held_until = now() - interval '1 second'")
  const [other] = await claim()
  if (!late || !other) throw new Error('nothing was claimed')
  const end = (delivery: typeof late, outcome: Outcome) =>
    withCustomer(server.database.jobs, 'laned', (db) => recordAttempt(db, delivery, outcome, pause, null))
  await end(other, { delivered: true, status: 200, answer: 'thanks' })
  await end(late, { delivered: false, status: 500, answer: null, error: 'late' })
  const rows = await rowsOf(server, 'select d.state, d.last_error, r.state as request from deliveries d join requests r on r.id = d.request_id')
  expect(rows).toEqual([{ state: 'delivered', last_error: null, request: 'processed' }])
  expect((await lanes()).filter(({ lane }) => lane === late.lane)).toEqual([{ lane: late.lane, held_until: null, next_due_at: null }])
})

test('a delivery whose attempts never record a result becomes a dead letter, and the deliveries queued behind it are sent', async () => {
  await pile(20)
  await rowsOf(server, "update deliveries set created_at = '2020-01-01', attempts = 14 where id = (select id from deliveries where lane = 0 limit 1)")
  await rowsOf(server, "update delivery_lanes set next_due_at = '2020-01-01' where lane = 0")
  start()
  expect(await eventually(waiting, (n) => n === 0, 10_000)).toBe(0)
  expect(sink.taken).toHaveLength(19)
  expect(await rowsOf(server, "select attempts, last_error from deliveries where state = 'dead'")).toEqual([
    { attempts: 15, last_error: '14 tries, the last of which did not end' },
  ])
})

test('an error text or external id from a destination is stored without its NUL characters', async () => {
  await pile(1)
  const end = async (outcome: Outcome) => {
    const [delivery] = await claim()
    if (delivery) await withCustomer(server.database.jobs, 'laned', (db) => recordAttempt(db, delivery, outcome, 0, null))
    return (await rowsOf(server, 'select state, last_error, external_id from deliveries'))[0]
  }
  expect(await end({ delivered: false, status: 500, answer: null, error: 'a\0b' })).toEqual({ state: 'queued', last_error: 'ab', external_id: null })
  expect(await end({ delivered: true, status: 200, answer: 'thanks', externalId: '1\0' })).toEqual({ state: 'delivered', last_error: null, external_id: '1' })
})

test('a delivery that is queued while its destination’s queue row is being released is not lost', async () => {
  await pile(20)
  const [ending] = await claim(1)
  if (!ending) throw new Error('nothing was claimed')
  const [other] = await rowsOf(server, 'delete from deliveries where lane = $1 and id <> $2 returning *', [ending.lane, ending.id])
  const freed = await withCustomer(server.database.jobs, 'laned', async (db) => {
    const { requestId, destination, kind, body } = { ...other, requestId: String(other?.request_id) } as unknown as Parameters<typeof insertDelivery>[1]
    await insertDelivery(db, { customerCode: 'laned', requestId, destination, kind, body })
    const end = withCustomer(server.database.jobs, 'laned', (beside) =>
      recordAttempt(beside, ending, { delivered: true, status: 200, answer: 'thanks' }, undefined, null),
    )
    await sleep(200)
    return { end }
  })
  await freed.end
  expect((await claim()).filter(({ lane }) => lane === ending.lane)).toEqual([expect.objectContaining({ request_id: other?.request_id })])
})

test('the deployment’s health shows the number of queued deliveries and how late the oldest one is', async () => {
  await pile(20)
  await rowsOf(server, "update delivery_lanes set next_due_at = now() - interval '1 hour'")
  const Authorization = `Bearer ${await openOperatorSession(server.database, 'operator')}`
  const queue = async () => (await server.call<DeploymentHealth>('GET', '/managements/health', { headers: { Authorization } })).body.data?.queue
  const full = await queue()
  expect(full?.oldest_s).toBeGreaterThanOrEqual(3_600)
  await rowsOf(server, 'delete from deliveries')
  await rowsOf(server, 'update delivery_lanes set next_due_at = null')
  expect((full?.waiting ?? 0) - ((await queue())?.waiting ?? 0)).toBe(20)
})

test('each attempt of a delivery continues the trace of the request that caused it', async () => {
  await pile(1)
  const [other] = await rowsOf(server, 'delete from deliveries returning *')
  const { destination, kind, body } = other as unknown as Parameters<typeof insertDelivery>[1]
  await withCustomer(server.database.jobs, 'laned', async (db) => {
    await sql`select set_config('sportello.traceparent', 'of the request', true)`.execute(db)
    await insertDelivery(db, { customerCode: 'laned', requestId: String(other?.request_id), destination, kind, body })
  })
  expect((await claim()).map(({ traceparent }) => traceparent)).toEqual(['of the request'])
})

test('erasing all deliveries of a queue row makes the queue row idle', async () => {
  await pile(20)
  await rowsOf(server, 'delete from deliveries')
  expect(await claim()).toEqual([])
  expect((await lanes()).map(({ next_due_at, held_until }) => [next_due_at, held_until])).toEqual(expect.arrayContaining([[null, null]]))
})

test('the cost of claiming deliveries does not grow with the number of deliveries in a busy queue row', { timeout: 60_000 }, async () => {
  await pile(3_000)
  await rowsOf(server, 'vacuum analyze deliveries, requests, delivery_lanes')
  expect(await claim()).toHaveLength(2)
  await rowsOf(server, "update delivery_lanes set held_until = now() - interval '1 second' where lane = 0")
  const [before, after] = await acrossCustomers(server.database.jobs, async (db) => {
    // PostgreSQL adds a connection's transactions to its statistics with a delay, so the test compares the statistics
    // before and after.
    const read = async () =>
      Number(
        (
          await sql<{ n: string }>`
            select sum(seq_tup_read + idx_tup_fetch) as n from pg_stat_xact_user_tables where relname in ('deliveries', 'delivery_lanes', 'requests')`.execute(
            db,
          )
        ).rows[0]?.n,
      )
    const first = await read()
    expect(await claimDeliveries(db, 16)).toHaveLength(1)
    return [first, await read()] as const
  })
  expect(after - before).toBeGreaterThan(0)
  expect(after - before).toBeLessThan(10)
})
