import { setTimeout as sleep } from 'node:timers/promises'
import type { ShownRequest } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventually } from '../../../test/mail-sink.ts'
import { startRequestsCase } from '../../../test/requests-case.ts'
import { PNG } from '../../../test/send.ts'
import { openRowsOf, rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startRequestsCase>>
beforeAll(async () => {
  on = await startRequestsCase()
})
afterAll(() => on.server.close())

describe('the operators’ list of requests', () => {
  test('is sorted newest first, and can be filtered by form, state, ticket and e-mail address', async () => {
    const all = await on.list()
    expect(all).toMatchObject({ page: 1, total: 3, more: false })
    expect(all?.items.map(({ ticket }) => ticket)).toEqual([on.tickets.carla, on.tickets.bruno, on.tickets.anna])
    expect(all?.items[2]).toEqual({
      ticket: on.tickets.anna,
      form: 'ours',
      state: 'awaiting_confirmation',
      email: 'Anna.Neri@example.org',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      code_tag: 'report',
      trouble: null,
      unread: false,
      desk: null,
      ticket_states: [],
    })
    const found = async (query: string) => (await on.list(query))?.items.map(({ ticket }) => ticket)
    expect(await found('form=theirs')).toEqual([on.tickets.carla])
    expect(await found('email=ANNA.n')).toEqual([on.tickets.anna])
    expect(await found('email=neri')).toEqual([])
    expect(await found(`ticket=${on.tickets.bruno?.slice(0, -2).toLowerCase()}`)).toEqual([on.tickets.bruno])
    expect(await found('state=processed')).toEqual([])
    expect(await found('email=%25')).toEqual([])
    expect(await found(`from=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([])
    expect(await found('page=2')).toEqual([])
  })

  test('can be sorted by each supported column in both directions', async () => {
    const found = async (sort: string) => (await on.list(`sort=${sort}`))?.items.map(({ ticket }) => ticket)
    const { anna, bruno, carla } = on.tickets
    expect(await found('created')).toEqual([anna, bruno, carla])
    expect(await found('-created')).toEqual([carla, bruno, anna])
    expect(await found('form')).toEqual([bruno, anna, carla])
    expect(await found('-form')).toEqual([carla, anna, bruno])
    await rowsOf(on.server, "update requests set state = 'cancelled' where ticket = $1", [carla])
    expect(await found('state')).toEqual([bruno, anna, carla])
    expect(await found('-state')).toEqual([carla, anna, bruno])
    await rowsOf(on.server, "update requests set state = 'awaiting_confirmation' where ticket = $1", [carla])
  })

  test.each([
    ['mails', 'created'],
    ['deliveries', 'created'],
    ['audit/1', 'timestamp'],
    ['settings/forms/mappings/logs/1', 'timestamp'],
  ])('%s can be sorted in both directions', async (path, sort) => {
    const read = async (order: string) => {
      const { status, body } = await on.call<unknown[] | { items: unknown[] }>('GET', `/${path}?sort=${order}`)
      expect(status).toBe(200)
      return Array.isArray(body.data) ? body.data : (body.data?.items ?? [])
    }
    // A mail may be sent between the two calls.
    await vi.waitFor(async () => expect(await read(sort)).toEqual((await read(`-${sort}`)).toReversed()), 10_000)
    expect((await on.call('GET', `/${path}?sort=customer_code`)).status).toBe(400)
  })

  test.each([
    'sort=email',
    'sort=created_at',
    'sort=--created',
    'sort=',
    'sort=toString',
    'sort=created%3Bdrop%20table%20requests',
    'state=lost',
    'page=0',
    'page=x',
    'from=yesterday',
    `email=${'a'.repeat(300)}`,
  ])('rejects the invalid query %s', async (query) => {
    const { status, body } = await on.call('GET', `/requests?${query}`)
    expect([status, body.errors[0]?.data]).toEqual([400, expect.objectContaining({ code: 'forms_mgmt0001', field: query.split('=')[0] })])
  })

  test('contains only the requests that the operator may see; the other endpoints reject all other requests', async () => {
    expect((await on.list('', 'theirs'))?.items.map(({ form }) => form)).toEqual(['theirs'])
    expect((await on.list('form=ours', 'theirs'))?.items).toEqual([])
    expect((await on.call('GET', `/requests/${on.tickets.anna}`, 'theirs')).status).toBe(404)
    expect((await on.call('POST', `/requests/${on.tickets.anna}/cancel`, 'theirs')).status).toBe(404)
    const { body } = await on.call<ShownRequest>('GET', `/requests/${on.tickets.anna}`)
    const attachment = body.data?.attachments[0]?.id
    expect((await on.file(`/requests/${on.tickets.anna}/attachments/${attachment}`, 'theirs')).status).toBe(404)
    expect((await on.file(`/requests/${on.tickets.carla}/attachments/${attachment}`)).status).toBe(404)
    expect(await (await on.file('/requests/export/csv', 'theirs')).text()).not.toContain(String(on.tickets.anna))
    expect((await on.file('/requests/export/csv?form=ours', 'theirs')).status).toBe(400)
    expect(JSON.stringify((await on.call('GET', '/mails', 'theirs')).body)).not.toContain('ours')
    const [mail] = await rowsOf(on.server, "select id from mails where customer_code = 'ours'")
    expect((await on.call('GET', `/mails/${mail?.id}`, 'theirs')).status).toBe(404)
    expect((await on.call('POST', `/mails/${mail?.id}/send`, 'theirs')).status).toBe(404)
  })
})

describe('a request in the dashboard', () => {
  test('is shown with its answers, files and mails', async () => {
    const { body } = await on.call<ShownRequest>('GET', `/requests/${on.tickets.anna}`, 'reader')
    expect(body.data).toMatchObject({
      ticket: on.tickets.anna,
      form: 'ours',
      auth_type: 'FREE',
      answers: expect.arrayContaining([expect.objectContaining({ code: 'street', text: '=cmd|calc' })]),
      attachments: [{ id: expect.any(String), property: 'photos', name: 'à la carte.png', media_type: 'image/png', size: PNG.length, malware: null }],
      mails: [expect.objectContaining({ kind: 'validation' })],
    })
    const download = await on.file(`/requests/${on.tickets.anna}/attachments/${body.data?.attachments[0]?.id}`, 'reader')
    expect(Object.fromEntries(download.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="__la_carte.png"; filename*=UTF-8''${encodeURIComponent('à la carte.png')}`,
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; sandbox",
    })
    expect(Buffer.from(await download.arrayBuffer())).toEqual(PNG)
  })

  test('can have its confirmation mail resent, even if its link has expired', async () => {
    const ticket = await on.send('ours', 'dora@example.org')
    const kept = () => rowsOf(on.server, "select m.id from mails m join requests r on r.id = m.request_id where r.ticket = $1 and m.state = 'kept'", [ticket])
    await eventually(kept, (rows) => rows.length === 1)
    await rowsOf(on.server, "update requests set state = 'expired', expires_at = now() - interval '1 day' where ticket = $1", [ticket])
    expect((await on.call<ShownRequest>('POST', `/requests/${ticket}/resend`)).body.data?.state).toBe('awaiting_confirmation')
    const mails = await eventually(kept, (rows) => rows.length === 2)
    const [mail] = await openRowsOf(on.server, 'select * from mails where id = $1', [mails[1]?.id])
    const code = /validation\?code=([\w-]+)/.exec(String(mail?.text_body))?.[1]
    const confirmed = await on.server.call('PUT', '/forms/ours', { body: JSON.stringify({ otp_code: code }), headers: { 'content-type': 'application/json' } })
    expect(confirmed.status).toBe(200)
  })

  test('can be retried after it has failed, but can be neither confirmed nor resent after it was cancelled', async () => {
    const ticket = await on.send('ours', 'elsa@example.org')
    await rowsOf(on.server, "update requests set state = 'failed', failure = 'the desk is closed' where ticket = $1", [ticket])
    expect((await on.call<ShownRequest>('POST', `/requests/${ticket}/retry`)).status).toBe(200)
    await eventually(
      async () => (await on.call<ShownRequest>('GET', `/requests/${ticket}`)).body.data?.state,
      (state) => state === 'processed',
    )
    const other = await on.send('ours', 'franca@example.org')
    const [mail] = await eventually(
      () => openRowsOf(on.server, "select m.* from mails m join requests r on r.id = m.request_id where r.ticket = $1 and m.state = 'kept'", [other]),
      (rows) => rows.length === 1,
    )
    expect((await on.call<ShownRequest>('POST', `/requests/${other}/cancel`)).body.data?.state).toBe('cancelled')
    const code = /validation\?code=([\w-]+)/.exec(String(mail?.text_body))?.[1]
    const confirmed = await on.server.call('PUT', '/forms/ours', { body: JSON.stringify({ otp_code: code }), headers: { 'content-type': 'application/json' } })
    expect(confirmed.status).toBe(410)
    expect((await on.call('POST', `/requests/${other}/cancel`)).status).toBe(409)
    expect((await on.call('POST', `/requests/${other}/resend`)).status).toBe(409)
    expect(await rowsOf(on.server, 'select action from audit_lines where subject = $1', [other])).toEqual([{ action: 'request.cancel' }])
  })

  test.each([
    ['/requests/X-NOBODY', 'GET', 404],
    ['/requests/X-NOBODY/resend', 'POST', 404],
    ['/requests/X-NOBODY/explode', 'POST', 404],
    ["/requests/'%20or%201=1", 'GET', 404],
    ['/requests/X-NOBODY/attachments/x', 'GET', 404],
    ['/requests/X-NOBODY/attachments/00000000-0000-0000-0000-000000000000', 'GET', 404],
  ])('causes an error for an invalid call: %s by %s returns %i', async (path, method, status) => {
    expect((await on.call(method, path)).status).toBe(status)
  })

  test('cannot be changed by an operator with the role viewer', async () => {
    expect((await on.call('POST', `/requests/${on.tickets.anna}/cancel`, 'reader')).status).toBe(403)
    expect((await on.file('/requests/export/csv', 'reader')).status).toBe(403)
  })
})

test('the operators’ actions wait while retention drops partitions, and then read the request', async () => {
  const dropping = await on.server.database.owner.connect()
  await dropping.query("select pg_advisory_lock(hashtextextended('retention', 0))")
  const statuses: number[] = []
  const id = '00000000-0000-7000-8000-000000000000'
  const calls = ['/requests/GONE/retry', `/deliveries/${id}/send`, `/mails/${id}/send`].map(async (path) => {
    statuses.push((await on.call('POST', path)).status)
  })
  await sleep(300)
  expect(statuses).toEqual([])
  await dropping.query("select pg_advisory_unlock(hashtextextended('retention', 0))")
  dropping.release()
  await Promise.all(calls)
  expect(statuses).toEqual([404, 404, 404])
})
