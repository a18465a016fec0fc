import { createHash } from 'node:crypto'
import type { CustomerConfiguration, SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SSO_SECRET } from '../../../test/access-bundle.ts'
import { enter } from '../../../test/sso.ts'
import { surveyBundle } from '../../../test/survey-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { keySurveyPeople } from './key-survey-people.ts'

const TAX_CODE = 'RSSMRA80A01H501U'
/** The unkeyed hash that identifies a survey's participant, as earlier releases stored it. */
const UNKEYED = createHash('sha256').update(`person:codfis:${TAX_CODE}`).digest()

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(
    surveyBundle({ code: 'poll', params: { auth_type: ['SURVEY', 'SSO'], sso_secret_aes: SSO_SECRET }, setting: { mappings: [{ client: 'acme' }] } }),
  )
})
afterAll(() => server.close())

/** Submits the survey in a new session as the person with the given tax code. */
async function send(cod_fiscale: string) {
  const code = await enter(server, 'poll', { cod_fiscale })
  const compiled = (await server.call<CustomerConfiguration>('GET', `/forms/poll?code=${code}`)).body.data?.metadata?.survey_compiled
  const form = new FormData()
  for (const [name, value] of Object.entries({ code_tag: 'third', form_fields: JSON.stringify({ a: 'one' }), otp_code: code })) form.append(name, value)
  const { status, body } = await server.call<SendReceipt>('POST', '/forms/poll', { body: form })
  return [compiled, status, ...body.errors.map(({ data }) => data.code)]
}
const people = async () => (await rowsOf(server, 'select person_hash from survey_people')).map(({ person_hash }) => person_hash as Buffer)
const storeUnkeyed = (hash: Buffer) =>
  rowsOf(server, "insert into survey_people (customer_code, definition_code_tag, person_hash) values ('poll', 'poll-questions', $1)", [hash])

describe('the person identifier of a survey request', () => {
  test('is stored as a keyed hash and allows only one request per person', async () => {
    expect(await send(TAX_CODE)).toEqual([false, 201])
    expect(await send(TAX_CODE)).toEqual([true, 409, 'forms0027'])
    const [stored] = await people()
    expect(stored?.includes(UNKEYED)).toBe(false)
    await rowsOf(server, 'delete from survey_people')
  })

  test('still matches a person whose unkeyed hash an earlier release stored, before and after the job replaces it by a keyed hash', async () => {
    await storeUnkeyed(UNKEYED)
    expect(await send(TAX_CODE)).toEqual([true, 409, 'forms0027'])
    expect(await people()).toEqual([UNKEYED])
    const [sent] = await rowsOf(server, 'select sent_at from survey_people')
    expect(await keySurveyPeople(server.services)).toBe(1)
    expect(await send(TAX_CODE)).toEqual([true, 409, 'forms0027'])
    expect((await people()).map((hash) => [hash.length, hash.includes(UNKEYED)])).toEqual([[33, false]])
    expect(await rowsOf(server, 'select sent_at from survey_people')).toEqual([sent])
    expect(await keySurveyPeople(server.services)).toBe(0)
    expect(await send('VRDGPP60A01F205X')).toEqual([false, 201])
  })

  test('is replaced by a keyed hash in batches, even if a row with the keyed hash of the same person exists already', async () => {
    await storeUnkeyed(UNKEYED)
    for (let at = 0; at < 600; at++) await storeUnkeyed(createHash('sha256').update(String(at)).digest())
    expect(await keySurveyPeople(server.services)).toBe(601)
    const hashes = await people()
    expect([hashes.length, hashes.every((hash) => hash.length === 33)]).toEqual([602, true])
  })
})
