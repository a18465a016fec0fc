import type { ErrorEntry } from '@sportello/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, PNG, sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf, tracesOf } from '../../../test/traces.ts'

let server: TestServer
let before: unknown
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
  await server.load(sampleBundle({ code: 'asleep', active: false }))
  await server.load(sampleBundle({ code: 'members', params: { auth_type: ['LOGIN', 'SSO'] } }))
})
afterAll(() => server.close())

// Records the stored rows and files before each test. Afterwards they must be the same, because a rejected submission
// stores nothing.
beforeEach(async () => {
  before = await tracesOf(server)
})
afterEach(async () => {
  expect(await tracesOf(server)).toEqual(before)
})

/** Today's date in the deployment's time zone, in the format that a date field uses. */
const TODAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', day: '2-digit', month: '2-digit', year: 'numeric' }).format(new Date())

const send = (body: FormData | undefined, code = 'sample', headers: Record<string, string> = {}) =>
  server.call('POST', `/forms/${code}`, { ...(body && { body }), headers })

type Told = [code: string, params: string[], field?: string]
const told = (errors: readonly ErrorEntry[]): Told[] =>
  errors.map(({ data }) => (data.field === undefined ? [data.code, data.params] : [data.code, data.params, data.field]))

describe('a submission is rejected and stores nothing for', () => {
  test.each<[why: string, body: () => FormData | undefined, customer: string, status: number, errors: Told[]]>([
    ['an unknown customer', () => sendForm(ANSWERS), 'nobody', 404, [['forms0001', []]]],
    ['an inactive form', () => sendForm(ANSWERS), 'asleep', 503, [['forms0010', []]]],
    ['a form that needs a session', () => sendForm(ANSWERS), 'members', 401, [['forms0011', []]]],
    ['an unknown session code', () => sendForm(ANSWERS, { otp_code: 'abc' }), 'sample', 401, [['forms0011', []]]],
    ['an empty body', () => undefined, 'sample', 400, [['forms0017', []]]],
    ['a multipart body without a part', () => new FormData(), 'sample', 400, [['forms0017', []]]],
    ['a disabled step', () => sendForm({ note: 'x' }, { code_tag: 'closed' }), 'sample', 403, [['forms0006', []]]],
    ['a step with further steps', () => sendForm({}, { code_tag: 'branch' }), 'sample', 400, [['forms0044', [], 'code_tag']]],
    ['the root step', () => sendForm({}, { code_tag: 'sample-root' }), 'sample', 400, [['forms0044', [], 'code_tag']]],
    ['an unknown step', () => sendForm({}, { code_tag: 'nothing' }), 'sample', 400, [['forms0044', [], 'code_tag']]],
    ['a step of another customer', () => sendForm({}, { code_tag: 'members-root' }), 'sample', 400, [['forms0044', [], 'code_tag']]],
    ['a missing step', () => sendForm(ANSWERS, { code_tag: undefined }), 'sample', 400, [['http_malformed', [], 'code_tag']]],
    ['a step with a malformed code', () => sendForm(ANSWERS, { code_tag: '../x' }), 'sample', 400, [['http_malformed', [], 'code_tag']]],
    ['missing answers', () => sendForm({}, { form_fields: undefined }), 'sample', 400, [['http_malformed', [], 'form_fields']]],
    [
      'unknown parts of the body',
      () => sendForm(ANSWERS, { ticket: 'T-1', state: 'confirmed' }),
      'sample',
      400,
      [
        ['forms0044', [], 'ticket'],
        ['forms0044', [], 'state'],
      ],
    ],
  ])('%s', async (_why, body, customer, status, errors) => {
    const answer = await send(body(), customer)
    expect(told(answer.body.errors)).toEqual(errors)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ success: false, data: null })
  })

  test.each<[why: string, email: string | undefined, confirmed: string | undefined, told: Told]>([
    ['no address', undefined, undefined, ['forms0020', ['indirizzo_non_valido'], 'email']],
    ['an empty address', '', '', ['forms0020', ['indirizzo_non_valido'], 'email']],
    ['a text that is no address', 'anna', 'anna', ['forms0020', ['indirizzo_non_valido'], 'email']],
    ['two different addresses', 'anna@example.org', 'eva@example.org', ['forms0020', ['indirizzi_diversi'], 'confirmed_email']],
    ['an address typed once', 'anna@example.org', undefined, ['forms0020', ['indirizzi_diversi'], 'confirmed_email']],
  ])('%s in the two e-mail fields', async (_why, email, confirmed_email, expected) => {
    const { status, body } = await send(sendForm(ANSWERS, { email, confirmed_email }))
    expect([status, told(body.errors)]).toEqual([422, [expected]])
  })
})

describe('the form rejects', () => {
  test.each<[why: string, answers: Record<string, unknown>, status: number, errors: Told[]]>([
    ['a missing required answer', {}, 422, [['forms0038', [], 'street']]],
    ['a blank required answer', { street: ' \n' }, 422, [['forms0038', [], 'street']]],
    ['null for a required answer', { street: null }, 422, [['forms0038', [], 'street']]],
    ['a text that is too long', { street: 'x'.repeat(51) }, 422, [['forms0043', ['campo_corto', '50'], 'street']]],
    ['a text that is no e-mail address', { ...ANSWERS, contact: 'x' }, 422, [['forms0043', ['indirizzo_non_valido'], 'contact']]],
    ['a number as a text', { ...ANSWERS, count: '5' }, 422, [['forms0043', ['campo_formato'], 'count']]],
    ['decimals in a whole number', { ...ANSWERS, count: 1.5 }, 422, [['forms0043', ['numero_non_valido'], 'count']]],
    ['a number below the minimum', { ...ANSWERS, count: 0 }, 422, [['forms0043', ['numero_min', '1'], 'count']]],
    ['a number above the maximum', { ...ANSWERS, count: 10 }, 422, [['forms0043', ['numero_max', '9'], 'count']]],
    ['a decimal number below the minimum', { ...ANSWERS, depth: -0.1 }, 422, [['forms0043', ['numero_min', '0'], 'depth']]],
    ['a boolean as a text', { ...ANSWERS, danger: 'true' }, 422, [['forms0043', ['campo_formato'], 'danger']]],
    ['an option that does not exist', { ...ANSWERS, where: 'On the road' }, 422, [['forms0043', ['opzione_non_valida'], 'where']]],
    ['a date that does not exist', { ...ANSWERS, seen: '2026-02-30' }, 422, [['forms0043', ['data_inesistente', '30/02/2026'], 'seen']]],
    ['a date after today', { ...ANSWERS, seen: '9999-12-31' }, 422, [['forms0043', ['data_limiti', '', TODAY], 'seen']]],
    ['a text that does not match the mask', { ...ANSWERS, plate: 'AB123C' }, 422, [['forms0043', ['campo_formato'], 'plate']]],
    ['an object', { street: { $ne: '' } }, 422, [['forms0043', ['campo_formato'], 'street']]],
    ['an unknown field', { ...ANSWERS, other: 'x' }, 400, [['forms0044', [], 'other']]],
    ['a field of another step', { ...ANSWERS, end: 'x' }, 400, [['forms0044', [], 'end']]],
    ['a file as a text', { ...ANSWERS, photos: 'a.png' }, 400, [['forms0044', [], 'photos']]],
    [
      'several wrong answers, reported together',
      { count: 99, where: 'x', seen: 'y', contact: 'z' },
      422,
      [
        ['forms0038', [], 'street'],
        ['forms0043', ['indirizzo_non_valido'], 'contact'],
        ['forms0043', ['numero_max', '9'], 'count'],
        ['forms0043', ['opzione_non_valida'], 'where'],
        ['forms0043', ['data_formato', 'DD/MM/YYYY'], 'seen'],
      ],
    ],
    [
      'several unknown fields, reported together',
      { ...ANSWERS, a: 1, b: 2 },
      400,
      [
        ['forms0044', [], 'a'],
        ['forms0044', [], 'b'],
      ],
    ],
  ])('%s', async (_why, answers, status, errors) => {
    const answer = await send(sendForm(answers))
    expect(told(answer.body.errors)).toEqual(errors)
    expect(answer.status).toBe(status)
    for (const error of answer.body.errors) expect(error.data.message).not.toMatch(/\{\d\}/)
  })

  test('a submission with forms0001 if the form is deleted while the submission is being processed', async () => {
    await server.load(sampleBundle({ code: 'leaving' }))
    const client = await server.database.owner.connect()
    try {
      await client.query("begin; delete from customers where customer_code = 'leaving'")
      const sending = send(withFiles(sendForm(ANSWERS), ['a.png', PNG]), 'leaving')
      const waits = () => rowsOf(server, "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
      expect(await eventually(waits, (rows) => rows.length > 0)).not.toEqual([])
      await client.query('commit')
      const { status, body } = await sending
      expect([status, told(body.errors)]).toEqual([404, [['forms0001', []]]])
    } finally {
      client.release()
    }
  })

  test('an invalid submission with files, and stores none of its files', async () => {
    const { status } = await send(withFiles(sendForm({}), ['a.png', PNG], ['b.png', PNG]))
    expect(status).toBe(422)
  })
})
