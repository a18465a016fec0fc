import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { relayJobs, startRelay } from './relay-jobs.ts'

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
  wakeUps = []
})
afterEach(() => rowsOf(server, "update outbox_relay set held_until = '-infinity'"))

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
    expect(await relayJobs(server.database.owner, randomUUID())).toBe(10)
    await heard()
    expect([await waiting(), wakeUps.length]).toEqual([0, 1])
    expect(await queued()).toHaveLength(9)
  })

  test('keeps its order, its time and its subject', async () => {
    await enqueue(3)
    await rowsOf(server, "update outbox set run_at = now() + id * interval '1 day'")
    const before = await rowsOf(server, 'select customer, subject, run_at from outbox order by id')
    await relayJobs(server.database.owner, randomUUID())
    expect(await queued()).toEqual(before.map(({ customer, subject, run_at }) => ({ payload: { customer, id: subject }, run_at, max_attempts: 25 })))
  })

  test('stays in the outbox if the queue does not take it', async () => {
    await enqueue(2)
    await rowsOf(server, 'alter function graphile_worker.add_jobs rename to add_jobs_away')
    try {
      await expect(relayJobs(server.database.owner, randomUUID())).rejects.toThrow('add_jobs')
    } finally {
      await rowsOf(server, 'alter function graphile_worker.add_jobs_away rename to add_jobs')
    }
    expect(await waiting()).toBe(2)
  })

  test('cannot be read or moved with the server’s role', async () => {
    for (const statement of ['select * from outbox', 'select * from outbox_relay', 'select relay_jobs(gen_random_uuid(), 1)'])
      await expect(server.database.pool.query(statement), statement).rejects.toThrow('permission denied')
  })
})

describe('of several relays', () => {
  test('one is in charge, and the next one follows when its time has run out', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await enqueue(1)
    expect(await relayJobs(server.database.owner, first)).toBe(1)
    await enqueue(1)
    expect(await relayJobs(server.database.owner, second)).toBe(-1)
    expect(await relayJobs(server.database.owner, first)).toBe(1)
    await rowsOf(server, "update outbox_relay set held_until = now() - interval '1 second'")
    await enqueue(1)
    expect(await relayJobs(server.database.owner, second)).toBe(1)
    expect(await relayJobs(server.database.owner, first)).toBe(-1)
  })

  test('none moves a job that another one moves at the same time', async () => {
    await enqueue(3_000)
    const moved = await Promise.all(
      Array.from({ length: 6 }, async () => {
        await rowsOf(server, "update outbox_relay set held_until = '-infinity'")
        return relayJobs(server.database.owner, randomUUID())
      }),
    )
    const all = await queued()
    expect(all.length).toBe(moved.filter((each) => each > 0).reduce((sum, each) => sum + each, 0))
    expect(new Set(all.map(({ payload }) => (payload as { id: string }).id)).size).toBe(all.length)
    expect(all.length + (await waiting())).toBe(3_000)
  })

  test('the one that stops leaves its place at once', async () => {
    const relay = startRelay(server.database.owner, () => {})
    await enqueue(1)
    await eventually(waiting, (left) => left === 0)
    await relay.stop()
    await enqueue(1)
    expect(await relayJobs(server.database.owner, randomUUID())).toBe(1)
  })
})
