import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { holdOutbox, moveJobs, startRelay } from './relay-jobs.ts'

let server: TestServer
let listener: Client
let wakeUps: string[]
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
  listener = new Client(server.database.connection)
  await listener.connect()
  listener.on('notification', ({ payload = '' }) => wakeUps.push(payload))
  await listener.query('listen "jobs:insert"')
})
afterAll(async () => {
  await listener.end()
  await server.close()
})
beforeEach(async () => {
  await rowsOf(server, 'delete from outbox')
  await rowsOf(server, "select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier in ('send_mail', 'tried')")
  await holdOutbox(server.database.owner, randomUUID())
  await heard()
  wakeUps = []
})
afterEach(() => free())

const free = () => rowsOf(server, "update outbox_relay set held_until = '-infinity'")
const move = () => moveJobs(server.database.owner)
const hold = (relay: string) => holdOutbox(server.database.owner, relay)

const enqueue = (count: number) => rowsOf(server, "select enqueue('tried', 'sample', gen_random_uuid()) from generate_series(1, $1)", [count])
const waiting = async () => Number((await rowsOf(server, 'select count(*) as n from outbox'))[0]?.n)
const queued = () =>
  rowsOf(
    server,
    `select j.payload, j.run_at, j.max_attempts from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'tried' order by j.id`,
  )
/** Waits until the notifications of earlier transactions have arrived. */
const heard = () => listener.query('select 1')

describe('a job', () => {
  test('waits in the outbox and wakes no worker, until the relay moves all waiting jobs with one wake-up', async () => {
    const { status } = await server.call('POST', '/forms/sample', { body: sendForm(freshAnswers()) })
    expect(status).toBe(201)
    await enqueue(9)
    await heard()
    expect([await waiting(), wakeUps]).toEqual([10, []])
    expect(await move()).toBe(10)
    await heard()
    expect([await waiting(), wakeUps.length]).toEqual([0, 1])
    expect(await queued()).toHaveLength(9)
  })

  test('keeps its order, its time and its subject', async () => {
    await enqueue(3)
    await rowsOf(server, "update outbox set run_at = now() + id * interval '1 day'")
    const before = await rowsOf(server, 'select customer, subject, run_at from outbox order by id')
    await move()
    expect(await queued()).toEqual(before.map(({ customer, subject, run_at }) => ({ payload: { customer, id: subject }, run_at, max_attempts: 25 })))
  })

  test('stays in the outbox if the queue does not take it', async () => {
    await enqueue(2)
    await rowsOf(server, 'alter function graphile_worker.add_jobs rename to add_jobs_away')
    try {
      await expect(move()).rejects.toThrow('add_jobs')
    } finally {
      await rowsOf(server, 'alter function graphile_worker.add_jobs_away rename to add_jobs')
    }
    expect(await waiting()).toBe(2)
  })

  test('cannot be read or moved with the server’s role', async () => {
    for (const statement of ['select * from outbox', 'select * from outbox_relay', 'select move_jobs(1)', 'select hold_outbox(gen_random_uuid())'])
      await expect(server.database.pool.query(statement), statement).rejects.toThrow('permission denied')
  })
})

describe('a batch', () => {
  test('has its limit, whatever the statistics say of an outbox that was empty', async () => {
    await rowsOf(server, 'vacuum analyze outbox')
    for (let look = 0; look < 6; look += 1) expect(await move()).toBe(0)
    await enqueue(3_000)
    expect([await move(), await move(), await move(), await move()]).toEqual([1_000, 1_000, 1_000, 0])
  })
})

test('without a relay in charge, a job goes directly to the queue', async () => {
  await free()
  await enqueue(2)
  expect([await waiting(), (await queued()).length]).toEqual([0, 2])
})

test('a job with a name that the queue would reject is rejected at once', async () => {
  await expect(rowsOf(server, "select enqueue(repeat('x', 129), 'sample', gen_random_uuid())")).rejects.toThrow('outbox_task_check')
})

describe('of several relays', () => {
  test('one is in charge, and the next one follows when its time has run out', async () => {
    await free()
    const [first, second] = [randomUUID(), randomUUID()]
    expect([await hold(first), await hold(second), await hold(first)]).toEqual([true, false, true])
    await rowsOf(server, "update outbox_relay set held_until = now() - interval '1 second'")
    expect([await hold(second), await hold(first)]).toEqual([true, false])
  })

  test('a time far in the future, left by a clock that was set back, does not keep the next one away', async () => {
    await rowsOf(server, "update outbox_relay set held_until = now() + interval '1 hour'")
    expect(await hold(randomUUID())).toBe(true)
  })

  test('none moves a job that another one moves at the same time', async () => {
    await enqueue(3_000)
    const moved = await Promise.all(Array.from({ length: 6 }, move))
    const all = await queued()
    expect(all.length).toBe(moved.reduce((sum, each) => sum + each, 0))
    expect(new Set(all.map(({ payload }) => (payload as { id: string }).id)).size).toBe(all.length)
    expect(all.length + (await waiting())).toBe(3_000)
  })

  test('the one that stops moves what is left and leaves its place at once', async () => {
    await free()
    const relay = startRelay(server.database.owner, () => {})
    const inCharge = () => rowsOf(server, 'select 1 from outbox_relay where held_until > now()')
    await eventually(inCharge, (found) => found.length === 1)
    await enqueue(1)
    await eventually(waiting, (left) => left === 0)
    await enqueue(5)
    await relay.stop()
    expect([await waiting(), await inCharge()]).toEqual([0, []])
  })
})
