import type { TagView } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { answersOf, tracesOf } from '../../../test/traces.ts'

const property = (property_code: string, default_value: Record<string, unknown>) => ({
  property_code,
  property_description: `Label of ${property_code}`,
  default_value,
})
const further = (more: Record<string, unknown> = {}) => ({
  type: 'FURTHER_QUESTIONS',
  ordering: 5,
  value: {
    text: 'Do you still need help?',
    yes: 'Yes',
    nofields: 'No',
    greetings: 'Bye',
    whatSelected: 'You chose',
    fields: [
      { property: property('problem', { input_type: 'text', max_len: 20 }), required: true },
      { property: property('amount', { input_type: 'numeric', min: 1 }) },
      { property: property('channel', { input_type: 'text', default: 'web' }), hidden: true },
      { property: property('kind', { input_type: 'select', options: [{ key: 'a', value: 'First kind' }] }) },
    ],
  },
  ...more,
})
const summary = { type: 'HTML_SUMMARY', ordering: 9, value: '<p>{{ name }}: {{ problem }}, {{ amount }}, {{ kind }}</p>' }
const name = { type: 'PROPERTY', ordering: 1, value: property('name', { input_type: 'text' }), required: true }
const step = (code_tag: string, form_fields: unknown[], children: unknown[] = []) => ({ code_tag, tag_description: code_tag, form_fields, children })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load({
    definitions: [
      {
        code_tag: 'help',
        tag_description: 'Help',
        form_params: { auth_type: ['FREE'] },
        form_fields: [],
        children: [
          step('both', [name, further(), summary]),
          step('only', [{ type: 'HTML', ordering: 1, value: '<p>Read this.</p>' }, further()]),
          step('between', [further()], [step('leaf', [name])]),
          step('hidden', [{ type: 'HTML', ordering: 1, value: '<p>x</p>' }, further({ hidden: true })]),
        ],
      },
    ],
    forms: [{ code_form: 'help', code_tag: 'help' }],
  })
})
afterAll(() => server.close())

const send = (further_questions: unknown, form_fields: Record<string, unknown> = { name: 'Anna' }, code_tag = 'both') =>
  server.call<{ ticket: string; summary_html: string }>('POST', '/forms/help', {
    body: sendForm(form_fields, { code_tag, further_questions: further_questions === undefined ? undefined : JSON.stringify(further_questions) }),
  })
const stored = (ticket: string | undefined) => answersOf(server, ticket)

describe('the further questions of a step', () => {
  test.each<[tag: string, last: boolean, why: string]>([
    ['both', true, 'it also has questions of its own'],
    ['only', true, 'it has no other question'],
    ['between', true, 'it also has further steps'],
    ['leaf', true, 'it has only questions of its own'],
    ['hidden', false, 'its further questions are hidden and it has no other question'],
  ])('the step %s can be submitted: %s (%s)', async (tag, last) => {
    expect((await server.call<TagView>('GET', `/forms/help/tags/${tag}`)).body.data?.last).toBe(last)
  })

  test('are stored separately from the other answers, including the values that the server fills in, and appear in the texts', async () => {
    const { status, body } = await send({ problem: 'Lost <b>card</b>', amount: 12.5, kind: 'a', channel: 'forged' })
    expect(status).toBe(201)
    expect(await stored(body.data?.ticket)).toEqual({
      form_fields: { name: 'Anna' },
      further_questions: { problem: 'Lost <b>card</b>', amount: 12.5, kind: 'a', channel: 'web' },
    })
    expect(body.data?.summary_html).toBe('<p>Anna: Lost &lt;b&gt;card&lt;/b&gt;, 12,5, First kind</p>')
  })

  test.each<[why: string, tag: string, further: unknown, kept: unknown]>([
    ['a step without other questions', 'only', { problem: 'x' }, { problem: 'x', channel: 'web' }],
    ['a step with further steps', 'between', { problem: 'x', amount: 2 }, { problem: 'x', amount: 2, channel: 'web' }],
  ])('are accepted in a submission of %s', async (_why, tag, given, kept) => {
    const { status, body } = await send(given, {}, tag)
    expect(status).toBe(201)
    expect(await stored(body.data?.ticket)).toMatchObject({ further_questions: kept })
  })

  test('are stored as null for a request on a step that has none', async () => {
    const { status, body } = await send({}, { name: 'Anna' }, 'leaf')
    expect(status).toBe(201)
    expect(await stored(body.data?.ticket)).toEqual({ form_fields: { name: 'Anna' }, further_questions: null })
  })

  test.each<[why: string, further: unknown, form_fields: Record<string, unknown>, tag: string, status: number, faults: [code: string, field: string][]]>([
    ['no further question is answered', undefined, { name: 'A' }, 'both', 422, [['forms0038', 'problem']]],
    [
      'neither the step’s questions nor the further ones are answered',
      {},
      {},
      'both',
      422,
      [
        ['forms0038', 'name'],
        ['forms0038', 'problem'],
      ],
    ],
    ['a blank answer', { problem: '  ' }, { name: 'A' }, 'both', 422, [['forms0038', 'problem']]],
    ['an answer that is too long', { problem: 'x'.repeat(21) }, { name: 'A' }, 'both', 422, [['forms0043', 'problem']]],
    ['an answer of the wrong type', { problem: 'x', amount: '12' }, { name: 'A' }, 'both', 422, [['forms0043', 'amount']]],
    ['a number below the minimum', { problem: 'x', amount: 0 }, { name: 'A' }, 'both', 422, [['forms0043', 'amount']]],
    ['an option that does not exist', { problem: 'x', kind: 'b' }, { name: 'A' }, 'both', 422, [['forms0043', 'kind']]],
    ['an unknown key', { problem: 'x', other: 1 }, { name: 'A' }, 'both', 400, [['forms0044', 'other']]],
    ['an answer to the step’s own questions among the further answers', { problem: 'x', name: 'A' }, { name: 'A' }, 'both', 400, [['forms0044', 'name']]],
    ['a further answer among the step’s own answers', { problem: 'x' }, { name: 'A', problem: 'x' }, 'both', 400, [['forms0044', 'problem']]],
    ['further answers on a step without further questions', { problem: 'x' }, { name: 'A' }, 'leaf', 400, [['forms0044', 'problem']]],
    ['further answers on a step whose further questions are hidden', { problem: 'x' }, {}, 'hidden', 400, [['forms0044', 'code_tag']]],
    ['the name of a built-in object property', { problem: 'x', toString: 'y' }, { name: 'A' }, 'both', 400, [['forms0044', 'toString']]],
    ['an object instead of a text', { problem: { a: 1 } }, { name: 'A' }, 'both', 422, [['forms0043', 'problem']]],
  ])('cause the submission to be rejected, with nothing stored, if the answers are invalid: %s', async (_why, given, form_fields, tag, status, faults) => {
    const before = await tracesOf(server)
    const answer = await send(given, form_fields, tag)
    expect(answer.body.errors.map(({ data }) => [data.code, data.field])).toEqual(faults)
    expect(answer.status).toBe(status)
    expect(await tracesOf(server)).toEqual(before)
  })
})
