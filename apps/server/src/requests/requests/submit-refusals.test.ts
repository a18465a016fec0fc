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

// Every rejected submission of this file must store nothing.
beforeEach(async () => {
  before = await tracesOf(server)
})
afterEach(async () => {
  expect(await tracesOf(server)).toEqual(before)
})

/** Today's date in the deployment's time zone, in the format of a date field. */
const TODAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', day: '2-digit', month: '2-digit', year: 'numeric' }).format(new Date())

const send = (body: FormData | undefined, code = 'sample', headers: Record<string, string> = {}) =>
  server.call('POST', `/forms/${code}`, { ...(body && { body }), headers })

type Told = [code: string, params: string[], field?: string]
const told = (errors: readonly ErrorEntry[]): Told[] =>
  errors.map(({ data }) => (data.field === undefined ? [data.code, data.params] : [data.code, data.params, data.field]))

describe('a submission that is rejected and stores nothing', () => {
  test.each<[why: string, body: () => FormData | undefined, customer: string, status: number, errors: Told[]]>([
    ['no such customer', () => sendForm(ANSWERS), 'nobody', 404, [['forms0001', []]]],
    ['the form is inactive', () => sendForm(ANSWERS), 'asleep', 503, [['forms0010', []]]],
    ['the form lists closed modes only', () => sendForm(ANSWERS), 'members', 401, [['forms0011', []]]],
    ['a session code that nobody gave out', () => sendForm(ANSWERS, { otp_code: 'abc' }), 'sample', 401, [['forms0011', []]]],
    ['an empty body', () => undefined, 'sample', 400, [['forms0017', []]]],
    ['a multipart body without a part', () => new FormData(), 'sample', 400, [['forms0017', []]]],
    ['a disabled step', () => sendForm({ note: 'x' }, { code_tag: 'closed' }), 'sample', 403, [['forms0006', []]]],
    ['a step that leads on', () => sendForm({}, { code_tag: 'branch' }), 'sample', 400, [['forms0044', [], 'code_tag']]],
    ['the root', () => sendForm({}, { code_tag: 'sample-root' }), 'sample', 400, [['forms0044', [], 'code_tag']]],
    ['an unknown step', () => sendForm({}, { code_tag: 'nothing' }), 'sample', 400, [['forms0044', [], 'code_tag']]],
    ['a step of another customer', () => sendForm({}, { code_tag: 'members-root' }), 'sample', 400, [['forms0044', [], 'code_tag']]],
    ['no step', () => sendForm(ANSWERS, { code_tag: undefined }), 'sample', 400, [['http_malformed', [], 'code_tag']]],
    ['a step outside the grammar of codes', () => sendForm(ANSWERS, { code_tag: '../x' }), 'sample', 400, [['http_malformed', [], 'code_tag']]],
    ['no answers', () => sendForm({}, { form_fields: undefined }), 'sample', 400, [['http_malformed', [], 'form_fields']]],
    [
      'a part that no send has',
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
    ['no address at all', 'anna', 'anna', ['forms0020', ['indirizzo_non_valido'], 'email']],
    ['two addresses', 'anna@example.org', 'eva@example.org', ['forms0020', ['indirizzi_diversi'], 'confirmed_email']],
    ['an address typed once', 'anna@example.org', undefined, ['forms0020', ['indirizzi_diversi'], 'confirmed_email']],
  ])('%s', async (_why, email, confirmed_email, expected) => {
    const { status, body } = await send(sendForm(ANSWERS, { email, confirmed_email }))
    expect([status, told(body.errors)]).toEqual([422, [expected]])
  })
})

describe('answers that the form does not accept', () => {
  test.each<[why: string, answers: Record<string, unknown>, status: number, errors: Told[]]>([
    ['a required one is missing', {}, 422, [['forms0038', [], 'street']]],
    ['a required one is blank', { street: ' \n' }, 422, [['forms0038', [], 'street']]],
    ['a required one is null', { street: null }, 422, [['forms0038', [], 'street']]],
    ['it is too long', { street: 'x'.repeat(51) }, 422, [['forms0043', ['campo_corto', '50'], 'street']]],
    ['no address', { ...ANSWERS, contact: 'x' }, 422, [['forms0043', ['indirizzo_non_valido'], 'contact']]],
    ['a number as a text', { ...ANSWERS, count: '5' }, 422, [['forms0043', ['campo_formato'], 'count']]],
    ['decimals in a whole number', { ...ANSWERS, count: 1.5 }, 422, [['forms0043', ['numero_non_valido'], 'count']]],
    ['below the least number', { ...ANSWERS, count: 0 }, 422, [['forms0043', ['numero_min', '1'], 'count']]],
    ['above the greatest number', { ...ANSWERS, count: 10 }, 422, [['forms0043', ['numero_max', '9'], 'count']]],
    ['a decimal number below its bound', { ...ANSWERS, depth: -0.1 }, 422, [['forms0043', ['numero_min', '0'], 'depth']]],
    ['a boolean as a text', { ...ANSWERS, danger: 'true' }, 422, [['forms0043', ['campo_formato'], 'danger']]],
    ['an option that is none', { ...ANSWERS, where: 'On the road' }, 422, [['forms0043', ['opzione_non_valida'], 'where']]],
    ['a day that does not exist', { ...ANSWERS, seen: '2026-02-30' }, 422, [['forms0043', ['data_inesistente', '30/02/2026'], 'seen']]],
    ['a day beyond today', { ...ANSWERS, seen: '9999-12-31' }, 422, [['forms0043', ['data_limiti', '', TODAY], 'seen']]],
    ['a mask that does not match', { ...ANSWERS, plate: 'AB123C' }, 422, [['forms0043', ['campo_formato'], 'plate']]],
    ['an object', { street: { $ne: '' } }, 422, [['forms0043', ['campo_formato'], 'street']]],
    ['an unknown field', { ...ANSWERS, other: 'x' }, 400, [['forms0044', [], 'other']]],
    ['a field of another branch', { ...ANSWERS, end: 'x' }, 400, [['forms0044', [], 'end']]],
    ['a file as a text', { ...ANSWERS, photos: 'a.png' }, 400, [['forms0044', [], 'photos']]],
    [
      'several errors are reported together',
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
      'several foreign fields are reported together',
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

  test('a form deleted during its first submission is not found', async () => {
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

  test('files of a rejected submission are not stored', async () => {
    const { status } = await send(withFiles(sendForm({}), ['a.png', PNG], ['b.png', PNG]))
    expect(status).toBe(422)
  })
})
