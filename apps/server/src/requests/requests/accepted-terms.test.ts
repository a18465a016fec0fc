import type { TagView } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf, tracesOf } from '../../../test/traces.ts'

const terms = (more: Record<string, unknown> = {}) => ({
  type: 'TERMS_CONDITIONS',
  ordering: 1,
  value: { text: 'Rules', html: '<p onclick="steal()">Be kind</p>', shown_as: 'button' },
  ...more,
})
const question = { type: 'PROPERTY', ordering: 2, value: { property_code: 'name', property_description: 'Name', default_value: { input_type: 'text' } } }
const branch = (code_tag: string, ...form_fields: unknown[]) => ({ code_tag, tag_description: code_tag, form_fields: [...form_fields, question], children: [] })

let server: TestServer
/** The ids of the terms of use on the form's step, as GET /forms/:form/tags/:tag returns them. */
let ids: string[]
beforeAll(async () => {
  server = await startTestServer()
  await server.load({
    definitions: [
      {
        code_tag: 'rules',
        tag_description: 'Rules',
        form_params: { auth_type: ['FREE'] },
        form_fields: [terms({ required: true })],
        children: [
          branch('join', terms({ required: true, ordering: 9 }), terms({ id: 'news letter' }), terms({ hidden: true, required: true })),
          branch('other', terms({ id: 'elsewhere' })),
        ],
      },
    ],
    forms: [{ code_form: 'rules', code_tag: 'rules' }],
  })
  const fieldsOf = async (tag: string) => (await server.call<TagView>('GET', `/forms/rules/tags/${tag}`)).body.data?.form_fields ?? []
  ids = [...(await fieldsOf('rules')), ...(await fieldsOf('join'))].filter((field) => field.type === 'TERMS_CONDITIONS').map((field) => field.id ?? '')
})
afterAll(() => server.close())

let people = 0
function send(list: string | undefined) {
  const email = `p${++people}@example.org`
  return server.call<{ ticket: string }>('POST', '/forms/rules', { body: sendForm({}, { code_tag: 'join', terms: list, email, confirmed_email: email }) })
}

describe('accepted terms', () => {
  test('are stored with the ids that GET /forms/:form/tags/:tag returns, and as sanitised HTML', async () => {
    expect(ids).toEqual(['rules-0', 'news letter', 'join-2', 'join-0'])
    const { body } = await server.call<TagView>('GET', '/forms/rules/tags/join')
    expect(JSON.stringify(body)).not.toContain('steal')
  })

  test.each<[why: string, list: string[], kept: string[]]>([
    ['the required terms of every step', ['rules-0', 'join-0'], ['rules-0', 'join-0']],
    ['the optional terms too', ['news letter', 'join-0', 'rules-0'], ['news letter', 'join-0', 'rules-0']],
    ['terms sent twice are stored once', ['rules-0', 'join-0', 'rules-0'], ['rules-0', 'join-0']],
    ['hidden terms on the path are not needed', ['rules-0', 'join-0', 'join-2'], ['rules-0', 'join-0', 'join-2']],
  ])('are stored with the request (%s)', async (_why, list, kept) => {
    const { status, body } = await send(JSON.stringify(list))
    expect(status).toBe(201)
    const rows = await rowsOf(server, 'select accepted_terms from answers a join requests r on r.id = a.request_id where ticket = $1', [body.data?.ticket])
    expect(rows).toEqual([{ accepted_terms: kept }])
  })

  test.each<[why: string, list: string | undefined, status: number, faults: [code: string, field: string][]]>([
    [
      'no terms are sent',
      undefined,
      422,
      [
        ['forms0038', 'rules-0'],
        ['forms0038', 'join-0'],
      ],
    ],
    [
      'an empty list',
      '[]',
      422,
      [
        ['forms0038', 'rules-0'],
        ['forms0038', 'join-0'],
      ],
    ],
    ['the terms of an earlier step are missing', '["join-0"]', 422, [['forms0038', 'rules-0']]],
    ['only optional terms', '["news letter","rules-0"]', 422, [['forms0038', 'join-0']]],
    ['the terms of another step', '["rules-0","join-0","elsewhere"]', 400, [['forms0044', 'elsewhere']]],
    ['an unknown id', '["rules-0","join-0","x"]', 400, [['forms0044', 'x']]],
    ['the id of a field that is no terms field', '["rules-0","join-0","join-3"]', 400, [['forms0044', 'join-3']]],
    ['the name of a built-in object property', '["rules-0","join-0","constructor"]', 400, [['forms0044', 'constructor']]],
    ['a very long id', `["${'x'.repeat(5_000)}"]`, 400, [['forms0044', 'x'.repeat(64)]]],
    ['nothing', '', 400, [['http_malformed', 'terms']]],
    ['no JSON', 'rules-0', 400, [['http_malformed', 'terms']]],
    ['an object', '{"rules-0":true}', 400, [['http_malformed', 'terms']]],
    ['a text', '"rules-0"', 400, [['http_malformed', 'terms']]],
    ['a list of numbers', '["rules-0",1]', 400, [['http_malformed', 'terms']]],
    ['a list in a list', '[["rules-0","join-0"]]', 400, [['http_malformed', 'terms']]],
    ['a prototype', '[{"__proto__":{"admin":true}}]', 400, [['http_malformed', 'terms']]],
    ['a NUL', '["a\\u0000"]', 400, [['http_malformed', 'terms']]],
    ['half of a surrogate pair', '["\\ud83d"]', 400, [['http_malformed', 'terms']]],
    ['a list of 100,000', `[${'"x",'.repeat(99_999)}"x"]`, 400, [['http_malformed', 'terms']]],
  ])('cause the submission to be rejected, with nothing stored, if they are invalid: %s', async (_why, list, status, faults) => {
    const before = await tracesOf(server)
    const answer = await send(list)
    expect(answer.body.errors.map(({ data }) => [data.code, data.field])).toEqual(faults)
    expect(answer.status).toBe(status)
    expect(await tracesOf(server)).toEqual(before)
  })

  test('are part of the payload that the server compares when an idempotency key is repeated', async () => {
    const repeat = (list: string) =>
      server.call('POST', '/forms/rules', {
        body: sendForm({}, { code_tag: 'join', terms: list }),
        headers: { 'Idempotency-Key': 'terms' },
      })
    expect((await repeat('["rules-0","join-0"]')).status).toBe(201)
    expect((await repeat('["rules-0","join-0"]')).status).toBe(201)
    expect((await repeat('["rules-0","join-0","news letter"]')).status).toBe(422)
  })
})
