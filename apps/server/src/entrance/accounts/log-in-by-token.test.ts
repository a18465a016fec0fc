import type { TagView } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginForm, post, type Receipt, statusAndCode, takeIn } from '../../../test/login-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { openRowsOf, rowsOf } from '../../../test/traces.ts'

const fields = { surname: 'De  Santis', born: '1980-05-01' }
const named = (token: string, more: object = {}) => ({ token, fields, metadata: { email: 'ugo@example.org', numero_tessera: 5 }, ...more })
const GIVEN = { surname: ' de santis ', born: '1980-05-01' }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const tokens = [
    named('AB-12'),
    named('burn'),
    named('race-burn'),
    named('forgiven'),
    named('once', { single_use: true }),
    named('race', { single_use: true }),
  ]
  await server.load(loginForm({ code: 'fund', tokens: [...tokens, { token: 'bare' }], limits: { account: 1_000, address: 100_000 } }))
  await server.load(loginForm({ code: 'other', tokens: [named('theirs')] }))
  await server.load(loginForm({ code: 'named', authTypes: ['LOGIN'], tokens: [named('AB-12')] }))
})
afterAll(() => server.close())

const enter = (token: string, given: unknown = GIVEN, form = 'fund', query = '') => post(server, `${form}/login/${encodeURIComponent(token)}${query}`, given)
const WRONG = '401 forms0011'

describe('a login with a valid token and matching fields', () => {
  test('opens a session with the token’s data, any number of times', async () => {
    const { status, body } = await enter('AB-12')
    expect(status).toBe(200)
    expect(await takeIn(server, 'fund', body.data as Receipt)).toMatch(/^\/fund\/sso\?code=/)
    const [session] = await openRowsOf(server, "select * from sessions where customer_code = 'fund'")
    expect(session).toMatchObject({ auth_type: 'TOKEN_LOGIN', person: expect.stringMatching(/^token:/), known_data: { ...fields, numero_tessera: 5 } })
    expect((await enter(' AB-12 ', { surname: 'DE SANTIS', born: '1980-05-01', more: 'x' })).status).toBe(200)
  })

  test('requires only the fields of the login step that the URL names', async () => {
    expect((await enter('AB-12', { surname: 'de santis' }, 'fund', '?tag=inside')).status).toBe(200)
    expect(statusAndCode(await enter('AB-12', { surname: 'de santis' }, 'fund', '?tag=ask'))).toBe(WRONG)
    expect(statusAndCode(await enter('AB-12', GIVEN, 'fund', '?tag=deep'))).toBe(WRONG)
    expect(statusAndCode(await enter('AB-12', GIVEN, 'fund', '?tag=nowhere'))).toBe(WRONG)
  })

  test('succeeds only once if the token is single-use', async () => {
    expect((await enter('once')).status).toBe(200)
    for (let again = 0; again < 3; again++) expect(statusAndCode(await enter('once'))).toBe(WRONG)
  })

  test('succeeds for exactly one of 16 parallel attempts if the token is single-use', async () => {
    const outcomes = await Promise.all(Array.from({ length: 16 }, () => enter('race')))
    expect(outcomes.map(statusAndCode).toSorted()).toEqual(['200', ...Array<string>(15).fill(WRONG)])
  })

  test('resets the token’s count of wrong attempts', async () => {
    for (let round = 0; round < 3; round++) {
      for (let wrong = 0; wrong < 4; wrong++) expect(statusAndCode(await enter('forgiven', { ...GIVEN, surname: 'x' }))).toBe(WRONG)
      expect((await enter('forgiven')).status).toBe(200)
    }
  })
})

describe('a login with a wrong token or wrong fields', () => {
  test('locks the token on the fifth wrong attempt, and the response is the same as for an unknown token', async () => {
    const answers = new Set<string>()
    for (let wrong = 0; wrong < 5; wrong++) answers.add(JSON.stringify((await enter('burn', { ...GIVEN, born: '1980-05-02' })).body))
    answers.add(JSON.stringify((await enter('burn')).body))
    answers.add(JSON.stringify((await enter('unknown')).body))
    answers.add(JSON.stringify((await enter('once')).body))
    expect([...answers]).toHaveLength(1)
    expect([...answers][0]).toContain('forms0011')
  })

  test('locks the token after five wrong attempts, even if 100 attempts arrive in parallel', async () => {
    const guesses = Array.from({ length: 100 }, (_, at) => enter('race-burn', { ...GIVEN, surname: `guess ${at}` }))
    await Promise.all(guesses)
    expect(statusAndCode(await enter('race-burn'))).toBe(WRONG)
    expect(await rowsOf(server, 'select 1 from tokens where wrong_tries = 5 and burned_at is null')).toEqual([])
  })

  test.each<[why: string, token: string, given: unknown, outcome: string]>([
    ['no fields', 'AB-12', {}, WRONG],
    ['only one of the fields', 'AB-12', { surname: 'De Santis' }, WRONG],
    ['empty fields', 'AB-12', { surname: '', born: '' }, WRONG],
    ['an object with its own toString as a field', 'AB-12', { surname: { toString: 'De Santis' }, born: '1980-05-01' }, WRONG],
    ['a token without fields', 'bare', { surname: '', born: '' }, WRONG],
    ['the token in another letter case', 'ab-12', GIVEN, WRONG],
    ['another form’s token', 'theirs', GIVEN, WRONG],
    ['SQL', "' or 1=1 --", GIVEN, WRONG],
    ['a list', 'AB-12', [GIVEN], '400 http_malformed'],
    ['a NUL in a field', 'AB-12', { ...GIVEN, surname: 'a\0' }, '400 http_malformed'],
  ])('with %s is rejected, and the token can still be used afterwards', async (_why, token, given, outcome) => {
    expect(statusAndCode(await enter(token, given))).toBe(outcome)
    expect((await enter('AB-12')).status).toBe(200)
  })

  test('is rejected if the form has no token login', async () => {
    expect(statusAndCode(await enter('AB-12', GIVEN, 'named'))).toBe(WRONG)
  })

  test('is rejected as a client error if the token in the URL contains a NUL character', async () => {
    expect([400, 401, 404]).toContain((await enter('a\0b')).status)
  })

  test('is rejected with forms0045 and Retry-After after too many attempts from one network address', async () => {
    await server.load(loginForm({ code: 'few', tokens: [named('AB-12')], limits: { account: 1_000, address: 10 } }))
    const outcomes = await Promise.all(Array.from({ length: 30 }, (_, at) => enter(`guess-${at}`, GIVEN, 'few')))
    expect(outcomes.filter(({ status }) => status === 401)).toHaveLength(10)
    const refused = await enter('AB-12', GIVEN, 'few')
    expect(statusAndCode(refused)).toBe('429 forms0045')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
  })
})

test('a step that needs a token login shows only the login’s fields to visitors who are not logged in', async () => {
  for (const step of ['ask', 'inside']) {
    const { body } = await server.call<TagView>('GET', `/forms/fund/tags/${step}`)
    expect(body.data?.form_fields.map(({ type }) => type)).toEqual(['TOKEN_LOGIN'])
    expect(body.data).toMatchObject({ children: [], breadcrumb: [], tags_path: [step] })
  }
  expect(statusAndCode(await server.call('GET', '/forms/fund/tags/deep'))).toBe(WRONG)
})

test('the tokens table does not contain the login tokens in plain text', async () => {
  const kept = JSON.stringify(await rowsOf(server, "select to_jsonb(t) - 'fields' - 'metadata' as t from tokens t"))
  expect(kept).not.toMatch(/AB-12|41422d3132/i)
})
