import { randomUUID } from 'node:crypto'
import { FOLLOW_UP_PAGE_HEADER, FURTHER_FILES } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startCorrectionCase } from '../../../test/correction-case.ts'
import { PNG } from '../../../test/send.ts'
import { answersOf, filesIn, rowsOf } from '../../../test/traces.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { eraseRequests } from '../../requests/requests/rules.ts'

let on: Awaited<ReturnType<typeof startCorrectionCase>>
let anna = ''
beforeAll(async () => {
  on = await startCorrectionCase()
})
afterAll(() => on.server.close())
beforeEach(async () => {
  await on.clear()
  anna = await on.newRequest('anna')
})

const both = async (message: string, cookie: string | undefined, form = 'ours') => [
  (await on.followUp('GET', `/messages/${message}/correction`, { form, ...(cookie !== undefined && { cookie }) })).status,
  (await on.correct(message, cookie, { street: 'Via Rubata' }, { form })).status,
]
const nothingChanged = async () => {
  expect(await answersOf(on.server, anna)).toMatchObject({ form_fields: { street: 'Via Roma 1' } })
  expect(await rowsOf(on.server, "select from request_messages where sender = 'requester'")).toEqual([])
  expect(await filesIn(on.server, 'quarantine')).toEqual([])
}

test('needs the session of the request, on whose page it was asked', async () => {
  const asked = await on.askFor(anna, ['street'])
  const bruno = await on.newRequest('bruno')
  const carla = await on.newRequest('carla', 'theirs')
  expect(await both(asked, undefined)).toEqual([401, 401])
  expect(await both(asked, `follow_ours=${'A'.repeat(43)}`)).toEqual([401, 401])
  expect(await both(asked, await on.openWide(bruno))).toEqual([404, 404])
  const theirs = await on.open(carla, 'theirs')
  expect(await both(asked, theirs)).toEqual([401, 401])
  expect(await both(asked, theirs, 'theirs')).toEqual([404, 404])
  await nothingChanged()
})

test('is refused if another tab has opened another request', async () => {
  const asked = await on.askFor(anna, ['street'])
  const { page } = (await on.enter({ key: await on.keyOf(anna) })).body.data ?? {}
  const cookie = await on.openWide(await on.newRequest('bruno'))
  const answer = await on.server.call('GET', `/forms/ours/follow-up/messages/${asked}/correction`, {
    headers: { cookie, [FOLLOW_UP_PAGE_HEADER]: String(page) },
  })
  expect(answer.status).toBe(401)
})

test('is refused for a message that asks for nothing, an answer, and a message that does not exist', async () => {
  const question = randomUUID()
  await on.ask(anna, 'Come sta?', { id: question })
  const cookie = await on.openWide(anna)
  const own = randomUUID()
  await on.followUp('POST', '/messages', { cookie, body: { id: own, text: 'Bene' } })
  for (const id of [question, own, randomUUID()]) expect(await both(id, cookie)).toEqual([404, 404])
  expect((await on.followUp('GET', '/messages/no-id/correction', { cookie })).status).toBe(404)
})

test('is refused after the request was withdrawn, closed or merged', async () => {
  const asked = await on.askFor(anna, ['street'])
  const cookie = await on.openWide(anna)
  await on.call('PUT', `/requests/${anna}/desk`, 'all', { body: { state: 'closed' } })
  expect(await both(asked, cookie)).toEqual([409, 409])
  await on.call('PUT', `/requests/${anna}/desk`, 'all', { body: { state: 'open' } })
  const bruno = await on.newRequest('bruno')
  await rowsOf(on.server, 'insert into desk_merges select a.customer_code, a.id, b.id from requests a, requests b where a.ticket = $1 and b.ticket = $2', [
    anna,
    bruno,
  ])
  expect(await both(asked, cookie)).toEqual([409, 409])
  await rowsOf(on.server, 'truncate desk_merges')
  await on.followUp('POST', '/withdrawal', { cookie })
  expect(await both(asked, cookie)).toEqual([409, 409])
  await nothingChanged()
})

test.each<[why: string, answers: unknown, more: Parameters<typeof on.correct>[3], status: number, code: string]>([
  ['an empty required answer', {}, {}, 422, 'forms0038'],
  ['an answer of another kind', { street: 7 }, {}, 422, 'forms0043'],
  ['an answer that is too long', { street: 'x'.repeat(51) }, {}, 422, 'forms0043'],
  ['an answer to a question that was not named', { street: 'Via A', where: 'road' }, {}, 400, 'forms0044'],
  ['an answer to a hidden question', { street: 'Via A', channel: 'phone' }, {}, 400, 'forms0044'],
  ['a file for a question that was not named', { street: 'Via A' }, { files: [['a.png', PNG, 'photos']] }, 400, 'forms0044'],
  ['a further file that was not asked for', { street: 'Via A' }, { files: [['a.png', PNG, FURTHER_FILES]] }, 400, 'forms0044'],
  ['no JSON', 'street', {}, 400, 'http_malformed'],
  ['a list', '[]', {}, 400, 'http_malformed'],
  ['an id that is none', { street: 'Via A' }, { id: '1' }, 400, 'http_malformed'],
  ['control characters in the note', { street: 'Via A' }, { text: 'a\u0007' }, 400, 'http_malformed'],
  ['a prototype as an answer', '{"street":"Via A","__proto__":{"a":1}}', {}, 400, 'http_malformed'],
])('refuses %s, and changes nothing', async (_why, answers, more, status, code) => {
  const asked = await on.askFor(anna, ['street'])
  const answer = await on.correct(asked, await on.openWide(anna), answers, more)
  expect([answer.status, answer.body.errors?.[0]?.data.code]).toEqual([status, code])
  await nothingChanged()
})

test('is refused a quarter of an hour after the mailed code, and when the answers can no longer be read', async () => {
  const asked = await on.askFor(anna, ['street'])
  const cookie = await on.openWide(anna)
  await rowsOf(on.server, "update follow_up_sessions set open_until = now() - interval '1 second'")
  expect(await both(asked, cookie)).toEqual([403, 403])
  const wide = await on.openWide(anna)
  const [kept] = await rowsOf(on.server, 'select form_fields from answers where request_id = $1', [await on.idOf(anna)])
  await rowsOf(on.server, 'update answers set form_fields = $1 where request_id = $2', [
    JSON.stringify(String(kept?.form_fields).replace(/^(sealed1\.)[^.]+/, `$1${randomUUID()}`)),
    await on.idOf(anna),
  ])
  expect(await both(asked, wide)).toEqual([409, 409])
  expect(await rowsOf(on.server, "select from request_messages where sender = 'requester'")).toEqual([])
})

test('without a file is refused if files were asked for', async () => {
  const answer = await on.correct(await on.askFor(anna, [FURTHER_FILES]), await on.open(anna), {})
  expect([answer.status, answer.body.errors?.[0]?.data]).toMatchObject([422, { code: 'forms0038', field: FURTHER_FILES }])
})

test('is not asked for questions that a visitor cannot answer, and not by who may not work', async () => {
  const ask = (properties: unknown, as = 'all') => on.call('POST', `/requests/${anna}/messages`, as, { body: { id: randomUUID(), text: 'Ciao', properties } })
  for (const codes of [['channel'], ['onward'], ['nothing'], ['street', 'channel'], ['__proto__']]) expect((await ask(codes)).status).toBe(400)
  expect((await ask('street')).status).toBe(400)
  expect((await ask(Array.from({ length: 51 }, () => 'street'))).status).toBe(400)
  expect((await ask(['street'], 'reader')).status).toBe(403)
  expect((await ask(['street'], 'theirs')).status).toBe(404)
  expect(await rowsOf(on.server, 'select from request_messages')).toEqual([])
})

test('is erased with its request, whose page then answers as without a session', async () => {
  const asked = await on.askFor(anna, ['street', 'photos'])
  const cookie = await on.openWide(anna)
  await on.correct(asked, cookie, { street: 'Via Due' }, { files: [['a.png', PNG, 'photos']] })
  const id = await on.idOf(anna)
  await acrossCustomers(on.server.database.jobs, (db) => eraseRequests(db, on.server.services, [{ customerCode: 'ours', id, ticket: anna }]))
  expect(await rowsOf(on.server, 'select from request_messages')).toEqual([])
  expect(await rowsOf(on.server, 'select from attachments where request_id = $1', [id])).toEqual([])
  expect(await both(asked, cookie)).toEqual([401, 401])
})

test('stores nothing if the key of the answers was destroyed while a server still has it in memory', async () => {
  const asked = await on.askFor(anna, ['street'])
  const cookie = await on.openWide(anna)
  await rowsOf(on.server, "delete from customer_keys where customer_code = 'ours'")
  const [before] = await rowsOf(on.server, 'select form_fields from answers where request_id = $1', [await on.idOf(anna)])
  expect((await on.correct(asked, cookie, { street: 'Via Due' })).status).toBe(409)
  expect(await rowsOf(on.server, 'select form_fields from answers where request_id = $1', [await on.idOf(anna)])).toEqual([before])
  expect(await rowsOf(on.server, "select from request_messages where sender = 'requester'")).toEqual([])
})
