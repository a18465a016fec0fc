import { randomUUID } from 'node:crypto'
import type { FollowUp, FollowUpAnswers, ShownRequest } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startFollowUpCase } from '../../../test/follow-up-case.ts'
import { eventually } from '../../../test/mail-sink.ts'
import { readPdf } from '../../../test/pdf-text.ts'
import { openRowsOf, rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startFollowUpCase>>
let anna = ''
beforeAll(async () => {
  on = await startFollowUpCase()
  anna = on.tickets.anna ?? ''
})
afterAll(() => on.server.close())
beforeEach(async () => {
  await rowsOf(on.server, 'truncate request_messages, follow_ups, follow_up_sessions, desk_entries, mailboxes')
  await rowsOf(on.server, "delete from mails where kind in ('follow_up_code', 'question')")
  await on.settle()
})

const shown = async (cookie: string) => (await on.followUp('GET', '', { cookie })).body.data as FollowUp
const close = (state = 'closed') => on.call('PUT', `/requests/${anna}/desk`, 'all', { body: { state } })

describe('the follow-up page', () => {
  test('opens by the mailed key, and shows state, events and files, but no answer and nothing internal', async () => {
    const { status, headers, body } = await on.enter({ key: await on.keyOf(anna) })
    expect(status).toBe(201)
    expect(headers.get('set-cookie')).toMatch(
      /^follow_ours=[\w-]{43}; Max-Age=7200; Path=\/forms-service\/rs\/v2\/forms\/ours\/follow-up; HttpOnly; SameSite=Strict$/,
    )
    expect(body.data).toMatchObject({
      ticket: anna,
      state: 'in_work',
      state_name: null,
      answers: 'locked',
      mailbox: 'A…@example.org',
      withdrawal: { state: 'possible' },
      satisfaction: null,
      files: [{ name: 'à la carte.png' }],
      messages: [],
    })
    expect(body.data?.events.map(({ kind }) => kind)).toEqual(['sent', 'confirmed', 'processed'])
    await on.call('PUT', `/requests/${anna}/desk`, 'all', { body: { state: 'Dal tecnico', assignee: 'all', labels: ['furbo'] } })
    await on.call('POST', `/requests/${anna}/notes`, 'all', { body: { text: 'Il signore insiste' } })
    const view = await shown(on.cookieOf(headers))
    expect([view.state, view.state_name, view.events.at(-1)]).toEqual([
      'in_work',
      'Dal tecnico',
      expect.objectContaining({ kind: 'desk_state', text: 'Dal tecnico' }),
    ])
    expect(JSON.stringify(view)).not.toMatch(/furbo|insiste|"all"|carte-|=cmd/)
  })

  test('opens by ticket and code, written as people write them', async () => {
    const [row] = await rowsOf(on.server, 'select otp from requests where ticket = $1', [anna])
    const { status, body } = await on.enter({ ticket: ` ${anna.toLowerCase()} `, otp: ` ${String(row?.otp).slice(0, 3)} ${String(row?.otp).slice(3)}` })
    expect([status, body.data?.ticket]).toEqual([201, anna])
  })

  test('shows answers, receipt and files after the mailed code', async () => {
    const cookie = await on.open(anna)
    expect((await on.followUp('GET', '/answers', { cookie })).status).toBe(403)
    expect((await on.followUp('POST', '/code', { cookie })).status).toBe(202)
    const mail = await eventually(
      async () => (await openRowsOf(on.server, "select * from mails where kind = 'follow_up_code'"))[0],
      (row) => row?.state === 'kept',
    )
    const code = await on.mailedCode(anna)
    expect(mail?.text_body).toContain(code)
    expect([mail?.recipient, String(mail?.subject).includes(code)]).toEqual(['Anna.Neri@example.org', false])
    const opened = await on.followUp('PUT', '/code', { cookie, body: { code: `${code.slice(0, 3)} ${code.slice(3)}` } })
    expect([opened.status, opened.body.data?.answers]).toEqual([200, 'open'])
    const { body } = await on.followUp<FollowUpAnswers>('GET', '/answers', { cookie })
    expect(body.data?.sections.flatMap(({ rows }) => rows)).toContainEqual({ label: 'Label of street', text: '=cmd|calc' })
    const receipt = await on.download('/receipt', cookie)
    expect((await readPdf(new Uint8Array(await receipt.arrayBuffer()))).pages.join(' ')).toContain(anna)
    const file = await on.download(`/files/${opened.body.data?.files[0]?.id}`, cookie)
    expect([
      file.status,
      file.headers.get('content-type'),
      Buffer.from(await file.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ]).toEqual([200, 'application/octet-stream', 'PNG'])
    // Operators read mails, but no codes.
    const read = await on.call<{ text: string }>('GET', `/mails/${mail?.id}`)
    expect(read.body.data?.text).toContain('…')
    expect(JSON.stringify(read.body)).not.toContain(code)
  })

  test('ends on request', async () => {
    const cookie = await on.open(anna)
    expect((await on.followUp('DELETE', '/session', { cookie })).status).toBe(200)
    expect((await on.followUp('GET', '', { cookie })).status).toBe(401)
    expect(await rowsOf(on.server, 'select from follow_up_sessions')).toEqual([])
  })

  test('says that a merged request is handled together with another one, and not with which', async () => {
    await rowsOf(
      on.server,
      'insert into desk_merges select a.customer_code, a.id, b.id from requests a, requests b where a.ticket = $1 and b.ticket = $2 on conflict do nothing',
      [anna, on.tickets.bruno],
    )
    const view = await shown(await on.open(anna))
    expect([view.state, view.withdrawal.state, view.can_write, JSON.stringify(view).includes(String(on.tickets.bruno))]).toEqual([
      'merged',
      'closed',
      false,
      false,
    ])
    await rowsOf(on.server, 'truncate desk_merges')
  })
})

describe('a withdrawal', () => {
  test('cancels the request once, and the desk sees it', async () => {
    const cookie = await on.open(anna)
    const first = await on.followUp('POST', '/withdrawal', { cookie })
    expect([first.status, first.body.data?.state, first.body.data?.withdrawal.state]).toEqual([200, 'withdrawn', 'withdrawn'])
    expect((await on.followUp('POST', '/withdrawal', { cookie })).body.data?.events.filter(({ kind }) => kind === 'withdrawn')).toHaveLength(1)
    const { body } = await on.call<ShownRequest>('GET', `/requests/${anna}`)
    expect([body.data?.state, body.data?.desk.entries.map(({ kind }) => kind)]).toEqual(['cancelled', ['withdrawn']])
    expect(body.data?.follow_up.withdrawn_at).not.toBeNull()
  })

  test('is refused once the desk has closed the request, and after its time', async () => {
    const cookie = await on.open(anna)
    await close()
    expect((await on.followUp('POST', '/withdrawal', { cookie })).status).toBe(409)
    expect((await shown(cookie)).withdrawal.state).toBe('closed')
    await close('open')
    await rowsOf(on.server, "update requests set created_at = created_at - interval '25 hours' where ticket = $1", [anna])
    expect((await on.followUp('POST', '/withdrawal', { cookie })).status).toBe(409)
    expect((await shown(cookie)).withdrawal.state).toBe('late')
    await rowsOf(on.server, "update requests set created_at = created_at + interval '25 hours' where ticket = $1", [anna])
  })

  test('keeps deliveries and mails that have not gone out from going out', async () => {
    const id = await on.idOf(anna)
    await rowsOf(
      on.server,
      `with d as (insert into deliveries (customer_code, request_id, destination, kind, body, next_attempt_at, last_attempt_at)
        values ('ours', $1, 'new', 'webhook', '', now() + interval '1 hour', null), ('ours', $1, 'tried', 'webhook', '', now() + interval '1 hour', now())
        returning deliveries as d) select enqueue_delivery(d) from d`,
      [id],
    )
    await rowsOf(
      on.server,
      "insert into mails (customer_code, request_id, kind, lang_code, recipient, next_attempt_at) values ('ours', $1, 'success', 'it', 'a@example.org', now() + interval '1 hour')",
      [id],
    )
    await on.followUp('POST', '/withdrawal', { cookie: await on.open(anna) })
    expect(await rowsOf(on.server, 'select destination from deliveries where request_id = $1', [id])).toEqual([{ destination: 'tried' }])
    expect(await rowsOf(on.server, "select kind from mails where request_id = $1 and state = 'queued'", [id])).toEqual([])
    await rowsOf(on.server, 'delete from deliveries')
  })
})

test('a requester says how satisfied he is once the request is closed, and can change it', async () => {
  const cookie = await on.open(anna)
  expect((await on.followUp('PUT', '/satisfaction', { cookie, body: { score: 5, comment: null } })).status).toBe(409)
  await close()
  expect((await shown(cookie)).satisfaction).toEqual({ score: null, comment: null })
  await on.followUp('PUT', '/satisfaction', { cookie, body: { score: 2, comment: 'Lenti, ma gentili' } })
  expect((await on.followUp('PUT', '/satisfaction', { cookie, body: { score: 4, comment: 'Alla fine bene' } })).body.data?.satisfaction).toEqual({
    score: 4,
    comment: 'Alla fine bene',
  })
  const { body } = await on.call<ShownRequest>('GET', `/requests/${anna}`)
  expect(body.data?.follow_up).toMatchObject({ score: 4, comment: 'Alla fine bene' })
  expect(await rowsOf(on.server, "select from follow_ups where comment like '%bene%'")).toEqual([])
})

describe('a question of the desk', () => {
  test('is mailed as a link without its text, answered on the page, and marked as unread for the desk', async () => {
    expect((await on.ask(anna, 'Di che colore è il lampione?', { as: 'few' })).status).toBe(201)
    const mail = await eventually(
      async () => (await openRowsOf(on.server, "select * from mails where kind = 'question'"))[0],
      (row) => row?.state === 'kept',
    )
    expect(mail?.text_body).toContain(`/ours/follow-up?locale=it#key=${await on.keyOf(anna)}`)
    expect(`${mail?.subject}${mail?.text_body}${mail?.html_body}`).not.toContain('lampione')
    const cookie = await on.open(anna)
    expect((await shown(cookie)).messages).toMatchObject([{ sender: 'desk', kind: 'question', text: 'Di che colore è il lampione?' }])
    expect(JSON.stringify(await shown(cookie))).not.toContain('few')
    expect((await on.followUp('POST', '/messages', { cookie, body: { id: randomUUID(), text: 'Verde' } })).status).toBe(201)
    expect((await on.list())?.items.map(({ ticket, unread }) => unread && ticket).filter(Boolean)).toEqual([anna])
    const { body } = await on.call<ShownRequest>('GET', `/requests/${anna}`)
    expect(body.data?.follow_up.messages).toMatchObject([
      { sender: 'desk', operator: 'few', unread: false },
      { sender: 'requester', operator: null, text: 'Verde', unread: true },
    ])
    expect((await on.call('PUT', `/requests/${anna}/messages/read`)).body.data).toEqual({ read: 1 })
    expect((await on.list())?.items.some(({ unread }) => unread)).toBe(false)
    expect(await rowsOf(on.server, "select from request_messages where body like '%Verde%' or body like '%lampione%'")).toEqual([])
    const lines = await rowsOf(on.server, "select operator, subject, after from audit_lines where action = 'request.ask'")
    expect(lines).toEqual([{ operator: 'few', subject: anna, after: null }])
  })

  test('is stored and mailed once, however often the call is repeated', async () => {
    const id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => on.ask(anna, 'Quando?', { id })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(await rowsOf(on.server, 'select from request_messages')).toHaveLength(1)
    expect(await rowsOf(on.server, "select from mails where kind = 'question'")).toHaveLength(1)
  })
})
