import type { SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf, waitingTasks } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { failDeadJobs } from './dead-jobs.ts'
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

/**
 * SQL that queues jobs that always fail, of each kind that visitors' requests cause. There are more of them than the
 * worker
 * runs in parallel. They are queued before the mail, which must still be sent.
 */
const POISON = `
select graphile_worker.add_job(task, payload::json, priority => -1, max_attempts => 25)
from unnest(array['send_mail', 'process_request', 'recover_account']) as task,
  unnest(array['{"customer":"sample","id":"no uuid"}', '{"customer":"nobody","id":"00000000-0000-4000-8000-000000000000"}', '{}', 'null']) as payload, generate_series(1, 3)`

const poison = () => rowsOf(server, 'select attempts, last_error, run_at > now() as later, locked_by from graphile_worker._private_jobs where priority = -1')

test('jobs that always fail are retried with backoff, record their errors, and do not delay other jobs', async () => {
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

test('a job that kills its process on each attempt is not retried without end', async () => {
  const [job] = await rowsOf(
    server,
    `select id from graphile_worker.add_job('recover_account', '{"customer":"sample","id":"00000000-0000-4000-8000-000000000000"}'::json, max_attempts => 3, run_at => now() + interval '1 hour')`,
  )
  await worker?.stop()
  worker = undefined
  // Sets the job's row as if the third attempt had killed the process.
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

describe('failDeadJobs', () => {
  const exhaust = (task: string, id: unknown) =>
    rowsOf(
      server,
      `update graphile_worker._private_jobs set attempts = max_attempts, locked_by = null, locked_at = null
       where payload->>'id' = $2 and task_id = (select id from graphile_worker._private_tasks where identifier = $1) returning id`,
      [task, id],
    )
  const jobs = async (id: unknown) => (await waitingTasks(server, id)).length
  const sentOne = async (form: string, street: string) => {
    const { body } = await server.call<SendReceipt>('POST', `/forms/${form}`, { body: sendForm({ street }) })
    const [request] = await rowsOf(server, 'select id, ticket from requests where ticket = $1', [body.data?.ticket])
    const [mail] = await rowsOf(server, 'select id from mails where request_id = $1', [request?.id])
    return { id: String(request?.id), ticket: String(request?.ticket), mail: mail?.id }
  }
  const manage = async (method: string, path: string) =>
    server.call<Record<string, unknown>>(method, `/managements${path}`, {
      headers: { Authorization: `Bearer ${await openOperatorSession(server.database, 'operator')}` },
    })

  beforeAll(async () => {
    await worker?.stop()
    worker = undefined
    await server.load(sampleBundle({ code: 'direct', params: { auth_type: ['DATACOLLECTION'] } }))
  })

  test('marks the mail of a dead job as failed, and an operator can resend the mail', async () => {
    const { mail } = await sentOne('sample', 'Via Torino 3')
    expect(await exhaust('send_mail', mail)).toHaveLength(1)
    await failDeadJobs(server.services)
    expect(await rowsOf(server, 'select state, last_error from mails where id = $1', [mail])).toEqual([
      { state: 'failed', last_error: expect.stringContaining('given up') },
    ])
    expect(await jobs(mail)).toBe(0)
    await rowsOf(server, "update mails set sender = 'x', subject = 'x', text_body = 'ends an hour ago', html_body = 'x' where id = $1", [mail])
    expect((await manage('POST', `/mails/${mail}/send`)).status).toBe(200)
    expect(await jobs(mail)).toBe(1)
    // The worker must render the mail again, because its text contains the time at which the link expires.
    expect(await rowsOf(server, 'select state, text_body from mails where id = $1', [mail])).toEqual([{ state: 'queued', text_body: null }])
  })

  test('marks the mail about changes of state of a dead job as failed', async () => {
    const { mail } = await sentOne('sample', 'Via Genova 9')
    await rowsOf(server, "select enqueue('mail_states', customer_code, id) from mails where id = $1", [mail])
    await eventually(
      () => exhaust('mail_states', mail),
      (rows) => rows.length === 1,
    )
    await rowsOf(server, "update mails set kind = 'states' where id = $1", [mail])
    await failDeadJobs(server.services)
    expect(await rowsOf(server, 'select state from mails where id = $1', [mail])).toEqual([{ state: 'failed' }])
  })

  test('marks the request of a dead job as failed, and an operator can retry it', async () => {
    const { id, ticket } = await sentOne('direct', 'Via Napoli 4')
    expect(await exhaust('process_request', id)).toHaveLength(1)
    await failDeadJobs(server.services)
    expect(await rowsOf(server, 'select state, failure from requests where id = $1', [id])).toEqual([
      { state: 'failed', failure: expect.stringContaining('given up') },
    ])
    expect(await jobs(id)).toBe(0)
    expect((await manage('POST', `/requests/${ticket}/retry`)).status).toBe(200)
    expect(await rowsOf(server, 'select state, failure from requests where id = $1', [id])).toEqual([{ state: 'confirmed', failure: null }])
    expect(await jobs(id)).toBe(1)
  })

  test('does not change a mail that has another live job or has already been sent', async () => {
    const [waits, done] = [await sentOne('sample', 'Via Bari 5'), await sentOne('sample', 'Via Bari 6')]
    for (const { mail } of [waits, done]) await exhaust('send_mail', mail)
    await rowsOf(server, "select enqueue('send_mail', customer_code, id) from mails where id = $1", [waits.mail])
    await rowsOf(server, "update mails set state = 'sent' where id = $1", [done.mail])
    await failDeadJobs(server.services)
    expect(await rowsOf(server, 'select state from mails where id = any($1) order by created_at', [[waits.mail, done.mail]])).toEqual([
      { state: 'queued' },
      { state: 'sent' },
    ])
    expect([await jobs(waits.mail), await jobs(done.mail)]).toEqual([2, 0])
  })
})
