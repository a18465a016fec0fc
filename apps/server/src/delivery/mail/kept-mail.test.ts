import type { SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { openRowsOf, rowsOf } from '../../../test/traces.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ worker: true })
  await server.load(sampleBundle())
})
afterAll(() => server.close())

test('if no SMTP server is configured, a mail is stored with its text, and the link in it works', async () => {
  const { body } = await server.call<SendReceipt>('POST', '/forms/sample', { body: sendForm(freshAnswers()) })
  const [mail] = await eventually(
    () => openRowsOf(server, 'select m.* from mails m join requests r on r.id = m.request_id where r.ticket = $1', [body.data?.ticket]),
    ([row]) => row?.state !== 'queued',
  )
  expect(mail).toMatchObject({ state: 'kept', kind: 'validation', recipient: 'anna@example.org', attempts: 1, last_error: null })
  const code = /validation\?code=([\w-]+)/.exec(String(mail?.text_body))?.[1]
  const confirmed = await server.call('PUT', '/forms/sample', { body: JSON.stringify({ otp_code: code }), headers: { 'Content-Type': 'application/json' } })
  expect(confirmed.status).toBe(200)
  const kinds = await eventually(
    () => rowsOf(server, "select kind from mails where state = 'kept' order by created_at"),
    (rows) => rows.length === 2,
  )
  expect(kinds).toEqual([{ kind: 'validation' }, { kind: 'success' }])
})

test('the worker marks a request as expired when its confirmation link has expired', async () => {
  const { body } = await server.call<SendReceipt>('POST', '/forms/sample', { body: sendForm(freshAnswers()) })
  await eventually(
    () => rowsOf(server, 'select m.state from mails m join requests r on r.id = m.request_id where r.ticket = $1', [body.data?.ticket]),
    ([row]) => row?.state === 'kept',
  )
  await rowsOf(server, "update requests set expires_at = now() - interval '1 second' where ticket = $1", [body.data?.ticket])
  await rowsOf(server, "select graphile_worker.add_job('expire_requests', '{}'::json)")
  const [row] = await eventually(
    () => rowsOf(server, 'select state from requests where ticket = $1', [body.data?.ticket]),
    ([found]) => found?.state === 'expired',
  )
  expect(row?.state).toBe('expired')
})
