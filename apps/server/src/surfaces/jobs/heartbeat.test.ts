import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { startWorker, type Worker } from './worker.ts'

let server: TestServer
let worker: Worker | undefined
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
})
afterAll(async () => {
  await worker?.stop()
  await server.close()
})

/** Returns the queued jobs of visitors' requests, without the recurring jobs of the deployment. */
const jobs = () => rowsOf(server, "select locked_by from graphile_worker._private_jobs where payload->>'customer' is not null order by id")

test('the job of a dead worker runs again within 25 s, and the job of a live worker is left alone', async () => {
  for (const person of ['dead', 'alive']) {
    const email = `${person}@example.org`
    expect((await server.call('POST', '/forms/sample', { body: sendForm(ANSWERS, { email, confirmed_email: email }) })).status).toBe(201)
  }
  const lock = (email: string, by: string) =>
    rowsOf(
      server,
      `update graphile_worker._private_jobs set locked_by = $2, locked_at = now() - interval '16 seconds', attempts = 1
       where (payload->>'id')::uuid = (select id from mails where recipient = $1)`,
      [email, by],
    )
  await lock('dead@example.org', 'worker-of-a-killed-process')
  await lock('alive@example.org', 'worker-of-another-process')
  await rowsOf(
    server,
    "insert into worker_heartbeats (worker_id, seen_at) values ('worker-of-another-process', now()), ('worker-of-a-killed-process', now() - interval '16 seconds')",
  )
  const started = Date.now()
  worker = await startWorker(server.services, () => {})
  const rows = await eventually(
    () => rowsOf(server, "select state from mails where recipient = 'dead@example.org'"),
    ([row]) => row?.state === 'kept',
    25_000,
  )
  expect(rows).toEqual([{ state: 'kept' }])
  expect(Date.now() - started).toBeLessThan(25_000)
  // graphile-worker deletes a job only shortly after the job's work is done.
  expect(await eventually(jobs, (found) => found.length === 1)).toEqual([{ locked_by: 'worker-of-another-process' }])
  expect(await rowsOf(server, "select state from mails where recipient = 'alive@example.org'")).toEqual([{ state: 'queued' }])
})

test('a job that was locked for a live worker but was never received by it runs again within 25 s', async () => {
  const beats = () => rowsOf(server, "select worker_id from worker_heartbeats where worker_id like 'pool-%'")
  const [{ worker_id: pool } = {}] = await eventually(beats, (found) => found.length > 0, 15_000)
  expect(pool).toBeDefined()
  const [mail] = await rowsOf(
    server,
    `with mail as (
       insert into mails (customer_code, request_id, kind, lang_code, recipient)
       select customer_code, request_id, kind, lang_code, 'unheard@example.org' from mails where recipient = 'dead@example.org' returning customer_code, id
     ), job as (
       insert into graphile_worker._private_jobs (task_id, payload, locked_by, locked_at, attempts)
       select t.id, json_build_object('customer', mail.customer_code, 'id', mail.id), $1, now(), 1
       from mail, graphile_worker._private_tasks t where t.identifier = 'send_mail'
     ) select id from mail`,
    [pool],
  )
  const rows = await eventually(
    () => rowsOf(server, 'select state from mails where id = $1', [mail?.id]),
    ([row]) => row?.state === 'kept',
    25_000,
  )
  expect(rows).toEqual([{ state: 'kept' }])
})

test('a worker that stops deletes its heartbeat', async () => {
  await worker?.stop()
  worker = undefined
  const rows = await rowsOf(server, "select worker_id from worker_heartbeats where worker_id not like 'worker-of-%'")
  expect(rows).toEqual([])
})
