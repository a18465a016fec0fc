import type { SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { confirmationCode } from '../requests/verification-code.ts'
import { VisitCounts } from './rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ worker: true })
  await server.load(sampleBundle())
})
afterAll(() => server.close())

async function counted() {
  await server.services.visitCounts.store()
  return rowsOf(server, "select kind, version, lang_code, count from visit_counts where kind in ('request', 'confirmed', 'ticket') order by kind")
}

test('a request counts once when it is stored, once when it is confirmed and once when its ticket is opened', async () => {
  const submit = () => server.call<SendReceipt>('POST', '/forms/sample', { body: sendForm(answers), headers: { 'Idempotency-Key': 'the-same' } })
  const answers = freshAnswers()
  const { status, body } = await submit()
  expect(status).toBe(201)
  // The repeated submission is answered with the first one's receipt, and the rejected one is not stored.
  expect((await submit()).body.data?.ticket).toBe(body.data?.ticket)
  expect((await server.call('POST', '/forms/sample', { body: sendForm({ ...answers, email: 'nobody' }) })).status).not.toBe(201)
  const [request] = await rowsOf(server, 'select id, definition_version as version, lang_code from requests')
  const { version, lang_code } = request ?? {}
  expect(await counted()).toEqual([{ kind: 'request', version, lang_code, count: 1 }])

  const code = confirmationCode(server.services.config.secretKey, 'sample', String(request?.id))
  const confirm = () => server.call('PUT', '/forms/sample', { body: JSON.stringify({ otp_code: code }), headers: { 'Content-Type': 'application/json' } })
  expect([(await confirm()).status, (await confirm()).status]).toEqual([200, 409])
  await expect.poll(counted, { timeout: 20_000 }).toEqual(['confirmed', 'request', 'ticket'].map((kind) => ({ kind, version, lang_code, count: 1 })))
})

test('counts are stored by themselves, and when the process ends', async () => {
  const form = { customer: 'sample', day: '2026-05-05', version: 1, language: 'it' }
  const visits = async () => (await rowsOf(server, "select count from visit_counts where day = '2026-05-05'"))[0]?.count
  const counts = new VisitCounts(server.database.kysely)
  counts.add(form, 'visit')
  await expect.poll(visits, { timeout: 20_000 }).toBe(1)
  counts.add(form, 'visit')
  await counts.close()
  expect(await visits()).toBe(2)
})
