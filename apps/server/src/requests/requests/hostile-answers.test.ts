import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { tracesOf } from '../../../test/traces.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
})
afterAll(() => server.close())

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const wide = (keys: number) => JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, at])))

describe('hostile answers', () => {
  test.each<[why: string, form_fields: string, code: string]>([
    ['no JSON', 'street=Via Roma', 'http_malformed'],
    ['incomplete JSON', '{"street":', 'http_malformed'],
    ['JSON with text after it', '{} {}', 'http_malformed'],
    ['a list', '[]', 'http_malformed'],
    ['null', 'null', 'http_malformed'],
    ['a text', '"street"', 'http_malformed'],
    ['a number', '5', 'http_malformed'],
    ['an empty text', '', 'http_malformed'],
    ['a prototype', '{"street":"x","__proto__":{"admin":true}}', 'http_malformed'],
    ['a prototype with escapes', '{"street":"x","\\u005f\\u005fproto__":{"admin":true}}', 'http_malformed'],
    ['a nested prototype', '{"street":{"a":[{"__proto__":{"admin":true}}]}}', 'http_malformed'],
    ['a constructor with a prototype', '{"street":"x","constructor":{"prototype":{"admin":true}}}', 'http_malformed'],
    ['a constructor', '{"street":"x","constructor":"x"}', 'forms0044'],
    ['names of built-in object properties', '{"street":"x","toString":"x","hasOwnProperty":1}', 'forms0044'],
    ['a NUL in a value', '{"street":"a\\u0000b"}', 'http_malformed'],
    ['a NUL in a key', '{"street\\u0000":"a"}', 'http_malformed'],
    ['an unescaped NUL', '{"street":"a\0b"}', 'http_malformed'],
    ['the first half of a surrogate pair in a value', '{"street":"\\ud83d"}', 'http_malformed'],
    ['the second half of a surrogate pair in a value', '{"street":"\\ude00x"}', 'http_malformed'],
    ['half of a surrogate pair in a key', '{"\\udfff":"a"}', 'http_malformed'],
    ['JSON nested 21 levels deep', nested(21), 'http_malformed'],
    ['JSON nested 50,000 levels deep', nested(50_000), 'http_malformed'],
    ['501 keys', wide(501), 'http_malformed'],
    ['10,000 keys', wide(10_000), 'http_malformed'],
    ['a list of 100,000 entries', `{"street":[${'1,'.repeat(99_999)}1]}`, 'http_malformed'],
    ['more than a mebibyte', JSON.stringify({ street: 'x'.repeat(1_048_576) }), 'http_too_large'],
    ['an infinite number', '{"street":"x","count":1e999}', 'forms0043'],
    ['a field twice, the second one wrong', '{"street":"x","street":5}', 'forms0043'],
  ])('a submission whose answers are or contain %s is rejected, and nothing is stored', async (_why, form_fields, code) => {
    const before = await tracesOf(server)
    const started = performance.now()
    const { status, body } = await server.call('POST', '/forms/sample', { body: sendForm({}, { form_fields }) })
    expect(body.errors.length).toBeGreaterThan(0)
    expect(new Set(body.errors.map(({ data }) => data.code))).toEqual(new Set([code]))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(await tracesOf(server)).toEqual(before)
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })

  test.each<[why: string, further_questions: string]>([
    ['no JSON', '{'],
    ['a list', '[1]'],
    ['a prototype', '{"__proto__":{"admin":true}}'],
    ['a NUL', '{"a":"\\u0000"}'],
  ])('a submission whose answers to the further questions are or contain %s is rejected, and nothing is stored', async (_why, further_questions) => {
    const before = await tracesOf(server)
    const { status, body } = await server.call('POST', '/forms/sample', { body: sendForm(ANSWERS, { further_questions }) })
    expect([status, body.errors.map(({ data }) => [data.code, data.field])]).toEqual([400, [['http_malformed', 'further_questions']]])
    expect(await tracesOf(server)).toEqual(before)
  })

  test('cannot make the matching of an author’s regular expression with catastrophic backtracking take more than a second', async () => {
    const question = {
      type: 'PROPERTY',
      ordering: 1,
      value: { property_code: 'p', property_description: 'x', default_value: { input_type: 'text', max_len: 3000, validation: ['^(a+)+$', '(.*a){12}'] } },
    }
    await server.load({
      definitions: [{ code_tag: 'redos', tag_description: 'x', form_params: { auth_type: ['FREE'] }, form_fields: [question] }],
      forms: [{ code_form: 'redos', code_tag: 'redos' }],
    })
    const started = performance.now()
    const { status } = await server.call('POST', '/forms/redos', { body: sendForm({ p: `${'a'.repeat(2_999)}!` }, { code_tag: 'redos' }) })
    expect(status).toBe(422)
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
