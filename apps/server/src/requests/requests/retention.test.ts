import type { SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, PNG, sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { filesIn, rowsOf, tracesOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { countDueForErasure, countErasedBySetting, eraseRetained } from './retention.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle({ code: 'short', params: { retention: { processed: 30, cancelled: 0.5 } } }))
  await server.load(sampleBundle({ code: 'long', params: { retention: { processed: 3_000 } } }))
  await server.load(sampleBundle({ code: 'silent' }))
})
afterAll(() => server.close())

/** Marks all queued mails as sent, because requests with a queued mail are not erased. */
const arrived = () => rowsOf(server, "update mails set state = 'sent' where state = 'queued'")

/** Submits a request, and sets its state and its age in days. @returns the ticket of the request. */
async function kept(form: string, state: string, days: number): Promise<string> {
  const email = `p${Math.random()}@example.org`
  const { body } = await server.call<SendReceipt>('POST', `/forms/${form}`, {
    body: withFiles(sendForm(freshAnswers(), { email, confirmed_email: email }), ['a.png', PNG]),
    headers: { 'Idempotency-Key': email },
  })
  const ticket = body.data?.ticket ?? ''
  await rowsOf(
    server,
    `update requests set state = $2::text, created_at = now() - interval '90 days', expires_at = now() - interval '89 days',
       processed_at = case when $2::text = 'processed' then now() - make_interval(secs => $3::float8 * 86400) end,
       confirmed_at = now() - make_interval(secs => $3::float8 * 86400) where ticket = $1`,
    [ticket, state, days],
  )
  await arrived()
  return ticket
}
const stands = async (ticket: string) => (await rowsOf(server, 'select 1 from requests where ticket = $1', [ticket])).length === 1

test('the retention job erases the requests whose retention period has passed, with their files, mails and codes, and no others', async () => {
  const before = await tracesOf(server)
  const gone = [await kept('short', 'processed', 30.01), await kept('short', 'cancelled', 0.51)]
  const alone = await tracesOf(server)
  expect((alone.kept as string[]).length).toBe((before.kept as string[]).length + 2)
  expect(await eraseRetained(server.services)).toBe(2)
  for (const ticket of gone) expect(await stands(ticket)).toBe(false)
  // The queue may still contain jobs for the mails of erased requests; these jobs find no mail to send.
  expect({ ...(await tracesOf(server)), jobs: 0 }).toEqual({ ...before, jobs: 0 })
  const stay = [
    await kept('short', 'processed', 29.99),
    await kept('short', 'cancelled', 0.49),
    await kept('short', 'failed', 80),
    await kept('short', 'confirmed', 80),
    await kept('short', 'awaiting_confirmation', 80),
    await kept('long', 'processed', 80),
    await kept('silent', 'processed', 80),
  ]
  expect(await eraseRetained(server.services)).toBe(0)
  for (const ticket of stay) expect(await stands(ticket)).toBe(true)
  // The first two requests are due for erasure within seven days; none of the others is due for years.
  expect(await countDueForErasure(server.services, 7)).toBe(2)
  expect(await countDueForErasure(server.services, 0)).toBe(0)
  expect(await filesIn(server, 'kept')).toHaveLength(stay.length)
})

test('the retention job does not erase a request with a queued mail or delivery, but counts it as due', async () => {
  const ticket = await kept('short', 'processed', 30.01)
  await rowsOf(server, "update mails set state = 'queued' where request_id = (select id from requests where ticket = $1)", [ticket])
  expect(await eraseRetained(server.services)).toBe(0)
  await arrived()
  await rowsOf(
    server,
    `insert into deliveries (customer_code, request_id, destination, kind, body) select customer_code, id, 'desk', 'webhook', '' from requests where ticket = $1`,
    [ticket],
  )
  expect(await eraseRetained(server.services)).toBe(0)
  expect(await stands(ticket)).toBe(true)
  expect(await countDueForErasure(server.services, 0)).toBe(1)
  await rowsOf(server, "update deliveries set state = 'dead'")
  expect(await eraseRetained(server.services)).toBe(1)
  expect(await stands(ticket)).toBe(false)
})

test('before the deployment’s retention setting changes, the server counts the requests that the new value would erase; forms with their own retention period are left out', async () => {
  expect(await countErasedBySetting(server.services, 60)).toEqual({ requests: 2, more: false })
  expect(await countErasedBySetting(server.services, 100)).toEqual({ requests: 0, more: false })
  const credential = await openOperatorSession(server.database, 'operator')
  const ask = (query: string, token = credential) =>
    server.call(`GET`, `/managements/settings/retention${query}`, { headers: { Authorization: `Bearer ${token}` } })
  expect((await ask('?days=60')).body.data).toEqual({ requests: 2, more: false })
  for (const wrong of ['', '?days=0', '?days=1.5', '?days=x']) expect((await ask(wrong)).status).toBe(400)
  expect((await ask('?days=60', 'nobody')).status).toBe(401)
})

test('the retention job uses the deployment’s setting for forms without a setting of their own', async () => {
  await rowsOf(server, "insert into settings (code, value) values ('retention_days', '60')")
  server.services.catalog.forget()
  // Two requests are erased: the request of the form `silent` and the failed request of the form `short`.
  expect(await eraseRetained(server.services)).toBe(2)
  expect(await rowsOf(server, "select customer_code, state from requests where state in ('processed', 'failed') order by 1")).toEqual([
    { customer_code: 'long', state: 'processed' },
    { customer_code: 'short', state: 'processed' },
  ])
})

test('the retention job records each erasure in the audit log, without an operator', async () => {
  const lines = await rowsOf(server, "select operator, customer_code, subject, after from audit_lines where action = 'request.retention' order by id")
  expect(lines.map(({ operator, customer_code, subject, after }) => [operator, `${customer_code} ${subject}`, after]).toSorted()).toEqual([
    ['', 'short cancelled', { requests: 1, days: 0.5 }],
    ['', 'short failed', { requests: 1, days: 60 }],
    ['', 'short processed', { requests: 1, days: 30 }],
    ['', 'short processed', { requests: 1, days: 30 }],
    ['', 'silent processed', { requests: 1, days: 60 }],
  ])
})

test.each([{ processed: 0 }, { processed: -1 }, { processed: '30' }, { confirmed: 3 }, 30])(
  'a form’s invalid retention setting is rejected: %j',
  async (retention) => {
    await expect(server.load(sampleBundle({ code: 'wrong', params: { retention } }))).rejects.toThrow(/retention/)
  },
)
