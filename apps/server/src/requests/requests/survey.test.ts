import type { CustomerConfiguration, SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { surveyBundle } from '../../../test/survey-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf, tracesOf } from '../../../test/traces.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { completeRequest } from './queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(surveyBundle())
  await server.load(surveyBundle({ code: 'neighbour' }))
  await server.load(surveyBundle({ code: 'again', params: { survey_no_recompile: false } }))
  await server.load(surveyBundle({ code: 'unset', params: { survey_no_recompile: undefined } }))
  await server.load(surveyBundle({ code: 'overruled', setting: { survey_no_recompile: false } }))
  await server.load(surveyBundle({ code: 'closed', params: { auth_type: ['SURVEY'] } }))
  await server.load(surveyBundle({ code: 'with-sso', params: { auth_type: ['SURVEY', 'SSO'] } }))
  await server.load(surveyBundle({ code: 'limited', params: { survey_no_recompile: false, max_requests: 2 } }))
})
afterAll(() => server.close())

const ANSWERS = { a: 'one', b: 'two', c: 'three' }

function send(cookie: string | undefined, options: { code?: string; answers?: object; key?: string; parts?: Record<string, string> } = {}) {
  const { code = 'survey', answers = ANSWERS, key, parts = {} } = options
  const form = new FormData()
  for (const [name, value] of Object.entries({ code_tag: 'third', form_fields: JSON.stringify(answers), ...parts })) form.append(name, value)
  const headers = { ...(cookie !== undefined && { cookie }), ...(key !== undefined && { 'Idempotency-Key': key }) }
  return server.call<SendReceipt>('POST', `/forms/${code}`, { body: form, headers })
}

const cookieOf = (headers: Headers) => headers.getSetCookie()[0]?.split(';')[0]
const configuration = (cookie?: string, code = 'survey') =>
  server.call<CustomerConfiguration>('GET', `/forms/${code}`, { headers: cookie === undefined ? {} : { cookie } })

/** Opens a survey as a new participant. @returns the participant's survey cookie. */
async function person(code = 'survey'): Promise<string> {
  const cookie = cookieOf((await configuration(undefined, code)).headers)
  if (cookie === undefined) throw new Error('no cookie was given')
  return cookie
}

const outcome = (answer: Awaited<ReturnType<typeof send>>) => [answer.status, ...answer.body.errors.map(({ data }) => data.code)]

describe('a survey without a session', () => {
  test('needs no e-mail address, is confirmed at once, opens no ticket and sends no mail', async () => {
    const { status, body } = await send(await person(), { parts: { email: 'victim@example.org', confirmed_email: 'victim@example.org' } })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ ticket: expect.stringMatching(/^S-/), summary_html: '<p>Thanks</p>', notifier_email: null })
    const [row] = await rowsOf(server, 'select * from requests where ticket = $1', [body.data?.ticket])
    await withCustomer(server.database.kysely, 'survey', (db) => completeRequest(db, 'survey', String(row?.id)))
    expect(await rowsOf(server, 'select state from requests where id = $1', [row?.id])).toEqual([{ state: 'processed' }])
    expect(row).toMatchObject({ auth_type: 'SURVEY', email: 'survey@placeholder.invalid', opens_ticket: false, expires_at: null })
    expect(row?.person_key).toMatch(/^address:/)
    expect(await rowsOf(server, 'select 1 from mails')).toEqual([])
    expect(await rowsOf(server, 'select 1 from verification_codes')).toEqual([])
  })

  test('opens a ticket if its step sets opens_ticket', async () => {
    const bundle = surveyBundle({ code: 'ticketed' })
    const third = bundle.definitions[0]?.children[0]?.children[0] as { children: Record<string, unknown>[] }
    Object.assign(third.children[0] ?? {}, { opens_ticket: true })
    await server.load(bundle)
    const { body } = await send(undefined, { code: 'ticketed' })
    expect(await rowsOf(server, 'select opens_ticket from requests where ticket = $1', [body.data?.ticket])).toEqual([{ opens_ticket: true }])
  })

  test('counts towards the limit by network address, not by the placeholder address that all surveys share', async () => {
    expect([outcome(await send(undefined, { code: 'limited' })), outcome(await send(undefined, { code: 'limited' }))]).toEqual([[201], [201]])
    expect(outcome(await send(undefined, { code: 'limited' }))).toEqual([429, 'forms0024'])
    await rowsOf(server, "update requests set person_key = 'address:elsewhere' where customer_code = 'limited'")
    expect(outcome(await send(undefined, { code: 'limited' }))).toEqual([201])
  })

  test.each(['closed', 'with-sso'])('rejects visitors if the form has no other access mode that is open to everybody (%s)', async (code) => {
    const before = await tracesOf(server)
    const answer = await send(undefined, { code })
    expect(outcome(answer)).toEqual([401, 'forms0011'])
    expect(answer.headers.getSetCookie()).toEqual([])
    expect((await configuration(undefined, code)).headers.getSetCookie()).toEqual([])
    expect(await tracesOf(server)).toEqual(before)
  })
})

describe('a survey that each person may answer once', () => {
  test('rejects a second submission and stores nothing', async () => {
    const cookie = await person()
    expect(outcome(await send(cookie))).toEqual([201])
    const before = await tracesOf(server)
    const again = await send(cookie, { answers: { a: 'other' }, key: 'another-try' })
    expect(outcome(again)).toEqual([409, 'forms0023'])
    expect(again.body.errors[0]?.data.redirect).toBe('/survey/surveyCompiled')
    expect(await tracesOf(server)).toEqual(before)
  })

  test('stores only one of 16 parallel submissions of the same person', async () => {
    for (let round = 0; round < 3; round++) {
      const cookie = await person()
      const before = await tracesOf(server)
      const answers = await Promise.all(Array.from({ length: 16 }, (_, at) => send(cookie, { answers: { a: `try ${at}` }, key: `parallel-${round}-${at}` })))
      expect(answers.map((answer) => outcome(answer).join()).toSorted()).toEqual(['201', ...Array(15).fill('409,forms0023')])
      const after = await tracesOf(server)
      for (const table of ['requests', 'answers', 'idempotency_keys', 'survey_people'])
        expect([table, Number(after[table]) - Number(before[table])]).toEqual([table, 1])
    }
  })

  test('stores the parallel submissions of 16 different people', async () => {
    const people = await Promise.all(Array.from({ length: 16 }, () => person()))
    const answers = await Promise.all(people.map((cookie) => send(cookie)))
    expect(answers.map(outcome)).toEqual(Array(16).fill([201]))
  })

  test('returns the first response to parallel repeats with the same idempotency key', async () => {
    const cookie = await person()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(cookie, { key: 'same' })))
    const late = await send(cookie, { key: 'same' })
    expect(new Set([...answers, late].map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(late.status).toBe(201)
  })

  test('does not count a submission that failed because another person had used its idempotency key', async () => {
    const [one, other] = [await person(), await person()]
    const answers = await Promise.all([send(one, { key: 'held', answers: { a: '1' } }), send(other, { key: 'held', answers: { a: '2' } })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
    const loser = answers[0]?.status === 201 ? other : one
    expect((await configuration(loser)).body.data?.metadata).toEqual({ survey_compiled: false })
    expect(outcome(await send(loser))).toEqual([201])
  })

  test('does not count a rejected submission', async () => {
    const cookie = await person()
    expect(outcome(await send(cookie, { answers: { b: 'two' } }))).toEqual([422, 'forms0038'])
    expect(outcome(await send(cookie, { answers: { ...ANSWERS, stranger: 'x' } }))).toEqual([400, 'forms0044'])
    expect(outcome(await send(cookie, { parts: { code_tag: 'second' } }))).toEqual([400, 'forms0044'])
    expect(outcome(await send(cookie))).toEqual([201])
  })

  test('sets the survey cookie for a person who has none, and counts the person’s submission', async () => {
    const first = await send(undefined)
    expect(outcome(first)).toEqual([201])
    expect(outcome(await send(cookieOf(first.headers)))).toEqual([409, 'forms0023'])
  })

  test('also counts a person’s submission for later versions of the survey', async () => {
    const cookie = await person('neighbour')
    expect(outcome(await send(cookie, { code: 'neighbour' }))).toEqual([201])
    await server.load(surveyBundle({ code: 'neighbour', params: { form_title: 'Next version' } }))
    expect(outcome(await send(cookie, { code: 'neighbour' }))).toEqual([409, 'forms0023'])
  })

  test('is counted separately from another survey of the same customer', async () => {
    await server.load(surveyBundle({ code: 'turns' }))
    const spring = await person('turns')
    expect(outcome(await send(spring, { code: 'turns' }))).toEqual([201])
    await server.load(surveyBundle({ code: 'turns', definition: 'autumn' }))
    const both = `${spring}; ${cookieOf((await configuration(spring, 'turns')).headers)}`
    expect(outcome(await send(both, { code: 'turns' }))).toEqual([201])
    await server.load(surveyBundle({ code: 'turns' }))
    expect(outcome(await send(both, { code: 'turns' }))).toEqual([409, 'forms0023'])
  })
})

describe('a survey that may be answered again', () => {
  test.each(['again', 'unset', 'overruled'])('stores every submission and sets no cookie (form %s)', async (code) => {
    const answers = [await send(undefined, { code }), await send(undefined, { code })]
    expect(answers.map(outcome)).toEqual([[201], [201]])
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([])
    const { body, headers } = await configuration(undefined, code)
    expect([body.data?.metadata, headers.getSetCookie()]).toEqual([null, []])
  })
})

describe('the survey cookie of a participant', () => {
  test('is HttpOnly and SameSite, and Secure if the deployment uses HTTPS', async () => {
    const [given] = (await configuration()).headers.getSetCookie()
    expect(given).toMatch(/^survey_survey\.survey-questions=[\w-]{22}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    const secure = await startTestServer({ env: { PUBLIC_URL: 'https://sportello.example' } })
    await secure.load(surveyBundle())
    expect((await secure.call('GET', '/forms/survey')).headers.getSetCookie()[0]).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
    await secure.close()
  })

  test('is set only once and not replaced', async () => {
    expect((await configuration(await person())).headers.getSetCookie()).toEqual([])
  })

  const flip = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
  test.each<[why: string, forge: (sent: string) => string]>([
    ['another name under the same signature', (sent) => flip(sent, sent.indexOf('=') + 3)],
    ['another signature', (sent) => flip(sent, sent.indexOf('.', sent.indexOf('=')) + 5)],
    ['no signature', (sent) => sent.slice(0, sent.lastIndexOf('.'))],
    ['an empty value', (sent) => sent.slice(0, sent.indexOf('=') + 1)],
    ['a very long value', (sent) => sent + 'A'.repeat(3_000)],
    ['SQL', (sent) => `${sent.slice(0, sent.indexOf('=') + 1)}'; drop table requests; --`],
  ])('is ignored when it is forged: %s', async (_why, forge) => {
    const sent = await person()
    expect(outcome(await send(sent))).toEqual([201])
    const { status, body, headers } = await configuration(forge(sent))
    expect([status, body.data?.metadata]).toEqual([200, { survey_compiled: false }])
    expect(headers.getSetCookie()).toHaveLength(1)
  })

  test('is ignored by other customers and surveys', async () => {
    const value = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)
    const stranger = `survey_survey.survey-questions=${value(await person('neighbour'))}`
    await rowsOf(server, "delete from survey_people where customer_code = 'survey'")
    const first = await send(stranger)
    expect(outcome(first)).toEqual([201])
    expect(first.headers.getSetCookie()).toHaveLength(1)
    expect(outcome(await send(stranger))).toEqual([201])
  })
})

describe('the configuration of a survey', () => {
  test('states that the survey is answered only for the person who has answered it', async () => {
    const cookie = await person()
    expect((await configuration(cookie)).body.data?.metadata).toEqual({ survey_compiled: false })
    await send(cookie)
    const { body, headers } = await configuration(cookie)
    expect(body.data?.metadata).toEqual({ survey_compiled: true })
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await configuration()).body.data?.metadata).toEqual({ survey_compiled: false })
  })
})
