import type { TagView } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginForm, post, type Receipt, takeIn, told } from '../../../test/login-bundle.ts'
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

describe('who holds a token and knows its fields', () => {
  test('comes in, again and again, known by what the token says', async () => {
    const { status, body } = await enter('AB-12')
    expect(status).toBe(200)
    expect(await takeIn(server, 'fund', body.data as Receipt)).toMatch(/^\/fund\/sso\?code=/)
    const [session] = await openRowsOf(server, "select * from sessions where customer_code = 'fund'")
    expect(session).toMatchObject({ auth_type: 'TOKEN_LOGIN', person: expect.stringMatching(/^token:/), known_data: { ...fields, numero_tessera: 5 } })
    expect((await enter(' AB-12 ', { surname: 'DE SANTIS', born: '1980-05-01', more: 'x' })).status).toBe(200)
  })

  test('is asked for the fields of the step that the address names', async () => {
    expect((await enter('AB-12', { surname: 'de santis' }, 'fund', '?tag=inside')).status).toBe(200)
    expect(told(await enter('AB-12', { surname: 'de santis' }, 'fund', '?tag=ask'))).toBe(WRONG)
    expect(told(await enter('AB-12', GIVEN, 'fund', '?tag=deep'))).toBe(WRONG)
    expect(told(await enter('AB-12', GIVEN, 'fund', '?tag=nowhere'))).toBe(WRONG)
  })

  test('comes in once with a token for one use', async () => {
    expect((await enter('once')).status).toBe(200)
    for (let again = 0; again < 3; again++) expect(told(await enter('once'))).toBe(WRONG)
  })

  test('is one of sixteen at once with a token for one use', async () => {
    const outcomes = await Promise.all(Array.from({ length: 16 }, () => enter('race')))
    expect(outcomes.map(told).toSorted()).toEqual(['200', ...Array<string>(15).fill(WRONG)])
  })

  test('may mistype four times, and then starts anew', async () => {
    for (let round = 0; round < 3; round++) {
      for (let wrong = 0; wrong < 4; wrong++) expect(told(await enter('forgiven', { ...GIVEN, surname: 'x' }))).toBe(WRONG)
      expect((await enter('forgiven')).status).toBe(200)
    }
  })
})

describe('who does not', () => {
  test('burns the token with the fifth wrong try, and is told the same throughout', async () => {
    const answers = new Set<string>()
    for (let wrong = 0; wrong < 5; wrong++) answers.add(JSON.stringify((await enter('burn', { ...GIVEN, born: '1980-05-02' })).body))
    answers.add(JSON.stringify((await enter('burn')).body))
    answers.add(JSON.stringify((await enter('unknown')).body))
    answers.add(JSON.stringify((await enter('once')).body))
    expect([...answers]).toHaveLength(1)
    expect([...answers][0]).toContain('forms0011')
  })

  test('has five guesses at most, even of a hundred at once', async () => {
    const guesses = Array.from({ length: 100 }, (_, at) => enter('race-burn', { ...GIVEN, surname: `guess ${at}` }))
    await Promise.all(guesses)
    expect(told(await enter('race-burn'))).toBe(WRONG)
    expect(await rowsOf(server, 'select 1 from tokens where wrong_tries = 5 and burned_at is null')).toEqual([])
  })

  test.each<[why: string, token: string, given: unknown, outcome: string]>([
    ['no fields', 'AB-12', {}, WRONG],
    ['a field alone', 'AB-12', { surname: 'De Santis' }, WRONG],
    ['empty fields', 'AB-12', { surname: '', born: '' }, WRONG],
    ['fields of the prototype', 'AB-12', { surname: { toString: 'De Santis' }, born: '1980-05-01' }, WRONG],
    ['a token that has none of the fields', 'bare', { surname: '', born: '' }, WRONG],
    ['the token in other letters', 'ab-12', GIVEN, WRONG],
    ['another form’s token', 'theirs', GIVEN, WRONG],
    ['SQL', "' or 1=1 --", GIVEN, WRONG],
    ['a list', 'AB-12', [GIVEN], '400 http_malformed'],
    ['a NUL in a field', 'AB-12', { ...GIVEN, surname: 'a\0' }, '400 http_malformed'],
  ])('sends %s and learns nothing', async (_why, token, given, outcome) => {
    expect(told(await enter(token, given))).toBe(outcome)
    expect((await enter('AB-12')).status).toBe(200)
  })

  test('finds no way in by a token where the form lists none', async () => {
    expect(told(await enter('AB-12', GIVEN, 'named'))).toBe(WRONG)
  })

  test('sends a NUL in the address', async () => {
    expect([400, 401, 404]).toContain((await enter('a\0b')).status)
  })

  test('is held off after so many tries from one address', async () => {
    await server.load(loginForm({ code: 'few', tokens: [named('AB-12')], limits: { account: 1_000, address: 10 } }))
    const outcomes = await Promise.all(Array.from({ length: 30 }, (_, at) => enter(`guess-${at}`, GIVEN, 'few')))
    expect(outcomes.filter(({ status }) => status === 401)).toHaveLength(10)
    const refused = await enter('AB-12', GIVEN, 'few')
    expect(told(refused)).toBe('429 forms0045')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
  })
})

test('without a session the step of a closed form shows what its login asks, and nothing else', async () => {
  for (const step of ['ask', 'inside']) {
    const { body } = await server.call<TagView>('GET', `/forms/fund/tags/${step}`)
    expect(body.data?.form_fields.map(({ type }) => type)).toEqual(['TOKEN_LOGIN'])
    expect(body.data).toMatchObject({ children: [], breadcrumb: [], tags_path: [step] })
  }
  expect(told(await server.call('GET', '/forms/fund/tags/deep'))).toBe(WRONG)
})

test('a copy of the table does not tell the tokens', async () => {
  const kept = JSON.stringify(await rowsOf(server, "select to_jsonb(t) - 'fields' - 'metadata' as t from tokens t"))
  expect(kept).not.toMatch(/AB-12|41422d3132/i)
})
