import { randomUUID } from 'node:crypto'
import { FOLLOW_UP_PAGE_HEADER } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startFollowUpCase } from '../../../test/follow-up-case.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { rowsOf } from '../../../test/traces.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { sweepFollowUpSessions } from '../../requests/follow-up/queries.ts'
import { eraseRequests, receiptKey } from '../../requests/requests/rules.ts'

let on: Awaited<ReturnType<typeof startFollowUpCase>>
let anna = ''
let bruno = ''
let carla = ''
beforeAll(async () => {
  on = await startFollowUpCase()
  anna = on.tickets.anna ?? ''
  bruno = on.tickets.bruno ?? ''
  carla = on.tickets.carla ?? ''
  await on.server.load(sampleBundle({ code: 'plain' }))
})
afterAll(() => on.server.close())
beforeEach(async () => {
  await rowsOf(on.server, 'truncate request_messages, follow_ups, follow_up_sessions, failed_logins, mailboxes')
  await rowsOf(on.server, "delete from mails where kind in ('follow_up_code', 'question')")
  await on.settle()
})

const file = async (ticket: string) =>
  String((await rowsOf(on.server, 'select a.id from attachments a join requests r on r.id = a.request_id where r.ticket = $1', [ticket]))[0]?.id)

/** Every call of the page that needs a session, with a body that is right. `id` is that of Anna's file. */
const calls = (id: string): [method: string, path: string, body?: unknown][] => [
  ['GET', ''],
  ['GET', '/answers'],
  ['GET', '/receipt'],
  ['GET', `/files/${id}`],
  ['POST', '/code'],
  ['PUT', '/code', { code: '123456' }],
  ['PUT', '/satisfaction', { score: 1, comment: null }],
  ['POST', '/messages', { id: randomUUID(), text: 'Ciao' }],
  ['POST', '/withdrawal'],
]

async function answersOf(cookie: string | undefined, form = 'ours', page?: string) {
  const id = await file(anna)
  const answers: { name: string; status: number; text: string }[] = []
  for (const [method, path, body] of calls(id)) {
    const response = await fetch(`${on.server.url}/forms-service/rs/v2/forms/${form}/follow-up${path}`, {
      method,
      headers: {
        'X-Api-Key': 'test-key',
        ...(cookie !== undefined && { cookie }),
        ...(page !== undefined && { [FOLLOW_UP_PAGE_HEADER]: page }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    answers.push({ name: `${method} ${path.replace(id, 'id')}`, status: response.status, text: await response.text() })
  }
  return answers
}

const statuses = (answers: readonly { status: number }[]) => [...new Set(answers.map(({ status }) => status))]

describe('every call of the page', () => {
  test('is refused without a session, and with one that is invented', async () => {
    for (const cookie of [undefined, 'follow_ours=', `follow_ours=${'A'.repeat(43)}`, `follow_ours=${(await on.keyOf(anna)).slice(0, 43)}`])
      expect(statuses(await answersOf(cookie))).toEqual([401])
  })

  test('is refused with the session of another customer, under each form’s name', async () => {
    const theirs = await on.open(carla, 'theirs')
    expect(statuses(await answersOf(theirs))).toEqual([401])
    expect(statuses(await answersOf(theirs.replace('follow_theirs', 'follow_ours')))).toEqual([401])
  })

  test('reaches only the request of the session', async () => {
    await rowsOf(on.server, "update requests set email = 'bruno@example.org' where ticket = $1", [bruno])
    const cookie = await on.openWide(bruno)
    for (const { name, status, text } of await answersOf(cookie)) {
      expect(text, name).not.toContain(anna)
      expect(text, name).not.toContain('=cmd')
      if (name === 'GET /files/id') expect(status).toBe(404)
    }
    expect(await rowsOf(on.server, 'select from request_messages where request_id = $1', [await on.idOf(anna)])).toEqual([])
    expect(await rowsOf(on.server, 'select state from requests where ticket = $1', [anna])).toEqual([{ state: 'processed' }])
  })

  test('is refused if the page shows another request than that of the session, which another tab has opened', async () => {
    const { page: shownBefore } = (await on.enter({ key: await on.keyOf(anna) })).body.data ?? {}
    const cookie = await on.openWide(bruno)
    const { page: shownNow } = (await on.followUp('GET', '', { cookie })).body.data ?? {}
    expect(shownNow).not.toBe(shownBefore)
    expect(statuses(await answersOf(cookie, 'ours', shownBefore))).toEqual([401])
    expect(await rowsOf(on.server, 'select from request_messages')).toEqual([])
    expect(await rowsOf(on.server, 'select distinct state from requests where ticket = any($1)', [[anna, bruno]])).toEqual([{ state: 'processed' }])
    expect(statuses(await answersOf(cookie, 'ours', shownNow))).not.toContain(401)
  })

  test.each([
    ['half an hour without a call', "set used_at = now() - interval '31 minutes'"],
    ['two hours', "set created_at = now() - interval '121 minutes'"],
  ])('is refused after %s', async (_name, change) => {
    const cookie = await on.openWide(anna)
    await rowsOf(on.server, `update follow_up_sessions ${change}`)
    expect(statuses(await answersOf(cookie))).toEqual([401])
    await rowsOf(on.server, "update follow_up_sessions set used_at = now() - interval '31 minutes'")
    await sweepFollowUpSessions(on.server.services)
    expect(await rowsOf(on.server, 'select from follow_up_sessions')).toEqual([])
  })

  test('shows a withdrawn request, and changes nothing of it', async () => {
    const cookie = await on.openWide(anna)
    await on.followUp('POST', '/withdrawal', { cookie })
    const tables = ['requests', 'follow_ups', 'request_messages', 'answers', 'attachments']
    const stored = () => Promise.all(tables.map((table) => rowsOf(on.server, `select * from ${table} order by 1, 2`)))
    const before = await stored()
    // In the order of the calls. There is no code 123456, nothing to rate or write, and the withdrawal is repeated.
    expect((await answersOf(cookie)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 202, 404, 409, 409, 200])
    expect((await on.ask(anna, 'Perché?')).status).toBe(409)
    expect(await stored()).toEqual(before)
  })

  test('answers as for a form that does not exist if the form has no such page', async () => {
    const cookie = await on.open(anna)
    expect(statuses(await answersOf(cookie, 'plain'))).toEqual([404])
    expect((await on.enter({ key: await on.keyOf(anna) }, 'plain')).body).toEqual((await on.enter({ key: await on.keyOf(anna) }, 'none')).body)
  })
})

describe('the entry', () => {
  test('refuses keys of another purpose, customer or request', async () => {
    const { secretKey } = on.server.services.config
    const own = await on.keyOf(anna)
    const other = await on.keyOf(bruno)
    for (const key of [
      '',
      own.slice(0, -1),
      `${other.slice(0, 36)}${own.slice(36)}`,
      receiptKey(secretKey, 'ours', await on.idOf(anna)),
      await on.keyOf(carla, 'theirs'),
    ])
      expect([400, 404]).toContain((await on.enter({ key })).status)
    expect(await rowsOf(on.server, 'select from follow_up_sessions')).toEqual([])
  })

  test('gives the same answer for a wrong ticket, a wrong code, a missing code and the ticket of another customer', async () => {
    const otpOf = async (ticket: string) => String((await rowsOf(on.server, 'select otp from requests where ticket = $1', [ticket]))[0]?.otp)
    const tried = [
      { ticket: 'T-AAAAAAAA', otp: await otpOf(anna) },
      { ticket: anna, otp: '000000' },
      { ticket: anna, otp: '' },
      { ticket: anna, otp: await otpOf(bruno) },
      { ticket: carla, otp: await otpOf(carla) },
    ]
    const answers = await Promise.all(tried.map((body) => on.enter(body)))
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(answers.every(({ headers }) => headers.get('set-cookie') === null)).toBe(true)
    await rowsOf(on.server, 'update requests set otp = null where ticket = $1', [bruno])
    expect((await on.enter({ ticket: bruno, otp: '' })).body).toEqual(answers[0]?.body)
  })

  test('lets a ticket be tried ten times in an hour, also in parallel, and the right code does not help then', async () => {
    const otp = String((await rowsOf(on.server, 'select otp from requests where ticket = $1', [anna]))[0]?.otp)
    const answers = await Promise.all(Array.from({ length: 25 }, () => on.enter({ ticket: anna, otp: 'x' })))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
    expect((await on.enter({ ticket: anna, otp })).status).toBe(429)
    // A ticket that does not exist is counted in the same way.
    const others = await Promise.all(Array.from({ length: 12 }, () => on.enter({ ticket: 'T-NONE', otp })))
    expect(others.filter(({ status }) => status === 429)).toHaveLength(2)
    await rowsOf(on.server, "update failed_logins set failed_at = failed_at - interval '61 minutes'")
    expect((await on.enter({ ticket: anna, otp })).status).toBe(201)
  })

  test('replaces the session of another link', async () => {
    const first = await on.open(anna)
    const { headers, body } = await on.enter({ key: await on.keyOf(bruno) }, 'ours', first)
    expect(body.data?.ticket).toBe(bruno)
    expect((await on.followUp('GET', '', { cookie: first })).status).toBe(401)
    expect((await on.followUp('GET', '', { cookie: on.cookieOf(headers) })).body.data?.ticket).toBe(bruno)
  })
})

describe('the mailed code', () => {
  test('can be tried five times, also in parallel, and only in the session that asked for it', async () => {
    const cookie = await on.open(anna)
    await on.followUp('POST', '/code', { cookie })
    const code = await on.mailedCode(anna)
    const beside = await on.open(anna)
    expect((await on.followUp('PUT', '/code', { cookie: beside, body: { code } })).status).toBe(410)
    const wrong = code === '000000' ? '000001' : '000000'
    const answers = await Promise.all(Array.from({ length: 12 }, () => on.followUp('PUT', '/code', { cookie, body: { code: wrong } })))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(7)
    expect((await on.followUp('PUT', '/code', { cookie, body: { code } })).status).toBe(410)
  })

  test('is valid for ten minutes, and opens the answers for fifteen', async () => {
    const cookie = await on.open(anna)
    await on.followUp('POST', '/code', { cookie })
    await rowsOf(on.server, "update follow_up_sessions set code_until = code_until - interval '10 minutes'")
    expect((await on.followUp('PUT', '/code', { cookie, body: { code: await on.mailedCode(anna) } })).status).toBe(410)
    const wide = await on.openWide(anna)
    expect((await on.followUp('GET', '/answers', { cookie: wide })).status).toBe(200)
    await rowsOf(on.server, "update follow_up_sessions set open_until = open_until - interval '15 minutes'")
    expect((await on.followUp('GET', '/answers', { cookie: wide })).status).toBe(403)
    expect((await on.download('/receipt', wide)).status).toBe(403)
  })

  test('is mailed five times a day, also in parallel and from several sessions, and within the limit of the mailbox', async () => {
    await on.server.load({ settings: [{ code: 'unconfirmed_mails', value: '1000' }] })
    const cookies = await Promise.all(Array.from({ length: 4 }, () => on.open(anna)))
    const answers = await Promise.all(Array.from({ length: 16 }, (_, at) => on.followUp('POST', '/code', { cookie: cookies[at % 4] ?? '' })))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5)
    expect(await rowsOf(on.server, "select from mails where kind = 'follow_up_code'")).toHaveLength(5)
    await on.server.load({ settings: [{ code: 'unconfirmed_mails', value: '1' }] })
    await rowsOf(on.server, 'truncate mailboxes')
    const cookie = await on.open(bruno)
    const others = [await on.followUp('POST', '/code', { cookie }), await on.followUp('POST', '/code', { cookie })]
    expect(others.map(({ status }) => status)).toEqual([202, 429])
    await on.server.load({ settings: [{ code: 'unconfirmed_mails', value: '1000' }] })
  })

  test('is not sent for a request without an address', async () => {
    await rowsOf(on.server, 'update requests set email = null where ticket = $1', [bruno])
    const cookie = await on.open(bruno)
    expect((await on.followUp('GET', '', { cookie })).body.data).toMatchObject({ answers: 'none', mailbox: null })
    expect((await on.followUp('POST', '/code', { cookie })).status).toBe(422)
    expect((await on.ask(bruno, 'Dove?')).status).toBe(409)
    await rowsOf(on.server, "update requests set email = 'bruno@example.org' where ticket = $1", [bruno])
  })
})

describe('messages', () => {
  test('of a requester are limited to twenty a day and fifty that nobody has read, also in parallel', async () => {
    const cookie = await on.open(anna)
    const send = () => on.followUp('POST', '/messages', { cookie, body: { id: randomUUID(), text: 'Ci siete?' } })
    const answers = await Promise.all(Array.from({ length: 25 }, send))
    expect([answers.filter(({ status }) => status === 201).length, answers.filter(({ status }) => status === 429).length]).toEqual([20, 5])
    await rowsOf(on.server, "update request_messages set created_at = created_at - interval '25 hours'")
    for (let at = 0; at < 20; at++) await send()
    await rowsOf(on.server, "update request_messages set created_at = created_at - interval '25 hours'")
    const last = await Promise.all(Array.from({ length: 15 }, send))
    expect(last.filter(({ status }) => status === 201)).toHaveLength(10)
  })

  test('are refused if they are empty, too long or hide characters', async () => {
    const cookie = await on.open(anna)
    for (const text of ['', '  ', 'x'.repeat(2_001), 'a\u202eb', 'a\u0000b', 7])
      expect((await on.followUp('POST', '/messages', { cookie, body: { id: randomUUID(), text } })).status).toBe(400)
    expect((await on.followUp('POST', '/messages', { cookie, body: { id: 'x', text: 'Ciao' } })).status).toBe(400)
  })

  test('are asked and read only by operators who work on the request', async () => {
    for (const as of ['reader', 'theirs']) {
      expect([403, 404]).toContain((await on.ask(anna, 'Chi?', { as })).status)
      expect([403, 404]).toContain((await on.call('PUT', `/requests/${anna}/messages/read`, as)).status)
    }
    await rowsOf(on.server, "update desk_cases set assignee = 'all' where request_id = $1", [await on.idOf(anna)])
    expect((await on.ask(anna, 'Chi?', { as: 'few' })).status).toBe(404)
    expect(await rowsOf(on.server, 'select from request_messages')).toEqual([])
  })
})

test('of a withdrawal and an operator who closes the request at the same time, one wins', async () => {
  for (let round = 0; round < 6; round++) {
    await rowsOf(on.server, 'truncate follow_ups, desk_entries')
    await on.settle()
    const cookie = await on.open(anna)
    const [withdrawn, closed] = await Promise.all([
      on.followUp('POST', '/withdrawal', { cookie }),
      on.call('PUT', `/requests/${anna}/desk`, 'all', { body: { state: 'closed' } }),
    ])
    expect(closed.status).toBe(200)
    const [row] = await rowsOf(on.server, 'select state from requests where ticket = $1', [anna])
    expect(row?.state).toBe(withdrawn.status === 200 ? 'cancelled' : 'processed')
  }
})

test('what belongs to the page is erased with the request, and an erased request ends its session', async () => {
  const cookie = await on.openWide(bruno)
  await on.followUp('POST', '/messages', { cookie, body: { id: randomUUID(), text: 'Addio' } })
  await on.followUp('POST', '/withdrawal', { cookie })
  const id = await on.idOf(bruno)
  await acrossCustomers(on.server.database.jobs, (db) => eraseRequests(db, on.server.services, [{ customerCode: 'ours', id, ticket: bruno }]))
  for (const table of ['request_messages', 'follow_ups', 'follow_up_sessions'])
    expect(await rowsOf(on.server, `select from ${table} where request_id = $1`, [id])).toEqual([])
  expect(statuses(await answersOf(cookie))).toEqual([401])
})
