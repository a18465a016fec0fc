import type { Attention, DeploymentHealth, ListedMail, ListedRequest, ShownRequest } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/mail-sink.ts'
import { startRequestsCase } from '../../../test/requests-case.ts'
import { rowsOf } from '../../../test/traces.ts'
import { confirmationCode } from '../../requests/requests/rules.ts'

let on: Awaited<ReturnType<typeof startRequestsCase>>
beforeAll(async () => {
  on = await startRequestsCase()
})
afterAll(() => on.server.close())

describe('the audit log', () => {
  const linesOf = (subject: unknown) =>
    rowsOf(on.server, "select operator, action, customer_code from audit_lines where subject = $1 and action ~ '^(request.open|attachment)' order by id", [
      subject,
    ])

  test('records which operator opened a request or downloaded a file', async () => {
    const opened = { operator: 'all', action: 'request.open', customer_code: 'ours' }
    const ticket = await on.send('ours', 'hanna@example.org')
    const { body } = await on.call<ShownRequest>('GET', `/requests/${ticket}`)
    for (let refresh = 0; refresh < 3; refresh++) expect((await on.call('GET', `/requests/${ticket}?refresh=1`)).status).toBe(200)
    expect(await linesOf(ticket)).toEqual([opened])
    await on.call('GET', `/requests/${ticket}`)
    expect(await linesOf(ticket)).toEqual([opened, opened])
    // With the parameter `refresh`, the dashboard reloads a request that is already open. If the request was not opened
    // before, the audit log must record the call all the same, so that nobody can avoid the log.
    await on.call('GET', `/requests/${ticket}?refresh=1`, 'reader')
    expect(await linesOf(ticket)).toEqual([opened, opened, { ...opened, operator: 'reader' }])
    expect((await on.file(`/requests/${ticket}/attachments/${body.data?.attachments[0]?.id}`, 'reader')).status).toBe(200)
    expect((await linesOf(ticket)).at(-1)).toEqual({ operator: 'reader', action: 'attachment.download', customer_code: 'ours' })
    const lines = await linesOf(ticket)
    expect((await on.call('GET', `/requests/${ticket}`, 'theirs')).status).toBe(404)
    expect((await on.file(`/requests/${ticket}/attachments/${body.data?.attachments[0]?.id}`, 'theirs')).status).toBe(404)
    expect((await on.call('GET', `/requests/${ticket}?refresh=no`)).status).toBe(400)
    expect(await linesOf(ticket)).toEqual(lines)
  })
})

describe('the operators’ list of mails', () => {
  test('shows a success mail without the key in the link to the receipt', async () => {
    const ticket = await on.send('ours', 'ida@example.org')
    const [request] = await rowsOf(on.server, 'select id from requests where ticket = $1', [ticket])
    const otp_code = confirmationCode(on.server.services.config.secretKey, 'ours', String(request?.id))
    await on.server.call('PUT', '/forms/ours', { body: JSON.stringify({ otp_code }), headers: { 'content-type': 'application/json' } })
    const [mail] = await eventually(
      () => rowsOf(on.server, "select id, text_body from mails where request_id = $1 and kind = 'success' and state = 'kept'", [request?.id]),
      (rows) => rows.length === 1,
    )
    const shown = await on.call<{ text: string; html: string }>('GET', `/mails/${mail?.id}`)
    expect(shown.body.data?.text).toContain('/ours/receipt?key=…')
    expect(JSON.stringify(shown.body)).not.toMatch(/key=[\w-]{8}/)
  })

  test('shows mails without the codes in their links, and allows operators to resend failed mails', async () => {
    const ticket = await on.send('ours', 'gina@example.org')
    const [row] = await eventually(
      () => rowsOf(on.server, "select m.id from mails m join requests r on r.id = m.request_id where r.ticket = $1 and m.state = 'kept'", [ticket]),
      (rows) => rows.length === 1,
    )
    const found = await on.call<{ items: ListedMail[] }>('GET', '/mails?recipient=GINA&state=kept')
    expect(found.body.data?.items).toEqual([expect.objectContaining({ id: row?.id, form: 'ours', ticket, kind: 'validation', recipient: 'gina@example.org' })])
    const shown = await on.call<{ text: string; html: string }>('GET', `/mails/${row?.id}`)
    expect(shown.body.data?.text).toContain('/ours/validation?code=…')
    expect(JSON.stringify(shown.body)).not.toMatch(/code=[\w-]{8}/)
    const refused = await on.call('POST', `/mails/${row?.id}/send`)
    expect([refused.status, refused.body.errors[0]?.data]).toEqual([409, expect.objectContaining({ code: 'forms_mgmt0001', params: ['carries_link', ticket] })])
    expect(refused.body.errors[0]?.data.message).toContain(ticket)
    await rowsOf(
      on.server,
      "update mails set state = 'queued', attempts = 3, last_error = 'timeout', next_attempt_at = now() + interval '2 hours' where id = $1",
      [row?.id],
    )
    expect((await on.call<Attention>('GET', '/attention')).body.data).toMatchObject({ mails: 1 })
    expect((await on.call<{ items: ListedRequest[] }>('GET', `/requests?ticket=${ticket}`)).body.data?.items).toMatchObject([{ trouble: 'retrying' }])
    expect((await on.call<ListedMail>('POST', `/mails/${row?.id}/send`)).body.data).toMatchObject({ state: 'queued', attempts: 3, next_attempt_at: null })
    await eventually(
      () => rowsOf(on.server, 'select state from mails where id = $1', [row?.id]),
      ([mail]) => mail?.state === 'kept',
    )
    expect((await on.call<Attention>('GET', '/attention')).body.data).toMatchObject({ mails: 0 })
    await rowsOf(on.server, "update mails set state = 'failed', last_error = '550 no such user' where id = $1", [row?.id])
    const failed = await on.call<{ items: ListedMail[]; total: number }>('GET', '/mails?state=failed')
    expect(failed.body.data).toMatchObject({ total: 1, items: [{ last_error: '550 no such user' }] })
    expect((await on.call<ListedMail>('POST', `/mails/${row?.id}/send`)).body.data?.state).toBe('queued')
    await eventually(
      () => rowsOf(on.server, 'select state from mails where id = $1', [row?.id]),
      ([mail]) => mail?.state === 'kept',
    )
  })
})

test('operators can read the health of the deployment', async () => {
  const { status, body } = await on.call<DeploymentHealth>('GET', '/health', 'reader')
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    mail: { configured: false, retrying: 0, failed: 0 },
    deliveries: { retrying: 0, failed: 0 },
    queue: { given_up: 0, workers: expect.any(Number) },
    antivirus: { configured: false, version: null, signatures: null, found: 0 },
    object_storage: { configured: false, reached: null },
  })
  expect(body.data?.database.bytes).toBeGreaterThan(1_000_000)
  expect(body.data?.storage.free_bytes).toBeGreaterThan(0)
  expect((await on.call('GET', '/health', 'theirs')).status).toBe(403)
})
