import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../test/mail-sink.ts'
import { sampleBundle } from '../../test/sample-bundle.ts'
import { ANSWERS, sendForm } from '../../test/send.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { rowsOf } from '../../test/traces.ts'
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

/** Jobs that can never be done, of each task of a visitor's: before the mail, and more than are run at once. */
const POISON = `
select graphile_worker.add_job(task, payload::json, priority => -1, max_attempts => 25)
from unnest(array['send_mail', 'process_request', 'recover_account']) as task,
  unnest(array['{"customer":"sample","id":"no uuid"}', '{"customer":"nobody","id":"00000000-0000-4000-8000-000000000000"}', '{}', 'null']) as payload, generate_series(1, 3)`

const poison = () => rowsOf(server, 'select attempts, last_error, run_at > now() as later, locked_by from graphile_worker._private_jobs where priority = -1')

test('jobs that can never be done wait longer after each try and say why, and hold up nobody', async () => {
  await rowsOf(server, POISON)
  const began = (await poison()).length
  expect(began).toBe(36)
  expect((await server.call('POST', '/forms/sample', { body: sendForm(ANSWERS) })).status).toBe(201)
  worker = await startWorker(server.services, () => {})
  const mails = await eventually(
    () => rowsOf(server, 'select state from mails'),
    ([mail]) => mail?.state === 'kept',
    15_000,
  )
  expect(mails).toEqual([{ state: 'kept' }])
  const left = await eventually(poison, (jobs) => jobs.every(({ locked_by, attempts }) => locked_by === null && Number(attempts) > 0), 15_000)
  expect(left.length).toBeGreaterThan(0)
  for (const job of left) expect(job).toMatchObject({ attempts: expect.any(Number), last_error: expect.stringMatching(/\S/), locked_by: null })
})

test('one that ends its process each time is not begun for ever', async () => {
  const [job] = await rowsOf(
    server,
    `select id from graphile_worker.add_job('send_mail', '{"customer":"sample","id":"00000000-0000-4000-8000-000000000000"}'::json, max_attempts => 3, run_at => now() + interval '1 hour')`,
  )
  await worker?.stop()
  worker = undefined
  // As a process leaves it that was given the job for the third time, and died of it.
  await rowsOf(
    server,
    "update graphile_worker._private_jobs set run_at = now(), attempts = 3, locked_by = 'worker-that-died', locked_at = now() - interval '16 seconds' where id = $1",
    [job?.id],
  )
  worker = await startWorker(server.services, () => {})
  const rows = () => rowsOf(server, 'select attempts, locked_by from graphile_worker._private_jobs where id = $1', [job?.id])
  expect(await eventually(rows, ([row]) => row?.locked_by === null, 15_000)).toEqual([{ attempts: 3, locked_by: null }])
  expect((await server.call('POST', '/forms/sample', { body: sendForm({ street: 'Via Milano 2' }) })).status).toBe(201)
  await eventually(
    () => rowsOf(server, "select 1 from mails where state = 'queued'"),
    (queued) => queued.length === 0,
    15_000,
  )
  expect(await rows()).toEqual([{ attempts: 3, locked_by: null }])
})
