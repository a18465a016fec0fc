import { randomUUID } from 'node:crypto'
import type { DraftOperation, FormTest, FormTestInput, ListedDefinition } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'
import { testForms } from '../../cli/test-forms.ts'
import { testForms as runNightly } from './jobs.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
})
afterAll(() => on.server.close())

/** Code of the definition in the current test. */
let code = ''
const field = (id: string, ordering: number, required: boolean, default_value: object) => ({
  id,
  type: 'PROPERTY',
  ordering,
  required,
  value: { property_code: id, property_description: id, default_value },
})
const definition = () => ({
  code_tag: code,
  tag_description: 'Pool',
  form_params: { auth_type: ['DATACOLLECTION'] },
  form_fields: [],
  children: [
    {
      id: 'course',
      code_tag: 'course',
      tag_description: 'Course',
      form_fields: [
        field('age', 1, true, { input_type: 'int', min: 3 }),
        field('day', 2, false, { input_type: 'date', relative_min_period: 'days', relative_min_value: 0 }),
        { id: 'end', type: 'HTML_SUMMARY', ordering: 3, value: '<p>{{ age }} years</p>' },
      ],
      children: [],
    },
  ],
})
const input = (more: Partial<FormTestInput> = {}): FormTestInput => ({
  code_tag: 'course',
  form_fields: { age: 7, day: '2026-03-02' },
  further_questions: null,
  terms: [],
  files: [],
  known: {},
  today: '2026-03-01',
  ...more,
})
const path = (id = '') => `/definitions/${code}/tests${id && `/${id}`}`
const record = (name: string, more?: Partial<FormTestInput>, as = 'author') => on.call<FormTest>('POST', path(), { as, body: { name, input: input(more) } })
const run = async (version = 'draft') => (await on.call<FormTest[]>('GET', `${path()}?version=${version}`, { as: 'viewer' })).body.data ?? []
const edit = (...operations: DraftOperation[]) =>
  on.call('POST', `/definitions/${code}/draft/changes`, { body: { id: randomUUID(), kind: 'edit', operations } })
async function publish(body: object = {}) {
  const listed = (await on.call<ListedDefinition[]>('GET', '/definitions')).body.data?.find(({ code_tag }) => code_tag === code)
  return on.call('POST', `/definitions/${code}/publish`, { as: 'publisher', body, headers: { 'If-Match': `"${listed?.version}"` } })
}

beforeEach(async () => {
  code = `pool-${randomUUID().slice(0, 8)}`
  await on.server.load({ definitions: [definition()] })
})

describe('a recorded test', () => {
  test('stores the result of an accepted request: path, answers and summary', async () => {
    const { status, body } = await record('A child of seven')
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ name: 'A child of seven', differs: [], recorded_by: 'author' })
    expect(body.data?.expected).toEqual({
      path: ['Pool', 'Course'],
      refused: [],
      answers: { age: 7, day: '2026-03-02' },
      further: null,
      opens_ticket: true,
      summary: '<p>7 years</p>',
    })
  })

  test('stores which rules reject a request, and evaluates dates relative to the day on which it was recorded', async () => {
    const { body } = await record('Too young, yesterday', { form_fields: { age: 2, day: '2026-02-28', who: 'x' } })
    expect(body.data?.expected).toMatchObject({ answers: null, summary: null, path: ['Pool', 'Course'] })
    expect(body.data?.expected.refused.map((each) => each.field)).toEqual(['who', 'age', 'day'])
    expect((await record('No such step', { code_tag: 'gone' })).body.data?.expected).toMatchObject({
      path: [],
      refused: [{ field: 'code_tag', rule: 'unknown' }],
    })
  })

  test('fails when the draft produces a different result, and passes again when the new result is accepted', async () => {
    const { body } = await record('A child of seven')
    await edit({ type: 'set', id: 'age', path: ['value', 'default_value', 'min'], value: 8 })
    expect(await run()).toMatchObject([
      { name: 'A child of seven', differs: ['refused', 'answers', 'opens_ticket', 'summary'], outcome: { refused: [{ field: 'age' }] } },
    ])
    expect(await run('live')).toMatchObject([{ differs: [] }])
    const accepted = await on.call<FormTest>('PUT', path(body.data?.id), { as: 'author', body: {} })
    expect([accepted.status, accepted.body.data?.differs]).toEqual([200, []])
    expect((await run())[0]?.differs).toEqual([])
    expect(await run('live')).toMatchObject([{ differs: ['refused', 'answers', 'opens_ticket', 'summary'] }])
    await on.call('DELETE', path(body.data?.id), { as: 'author' })
    expect(await run()).toEqual([])
  })

  test('that fails prevents a publication without a reason; the log contains the reason', async () => {
    await record('A child of seven')
    await edit({ type: 'set', id: 'course', path: ['tag_description'], value: 'Courses' })
    const refused = await publish()
    expect(codes(refused)).toEqual([400, 'forms_mgmt0001 test_reason'])
    expect(refused.body.errors[0]?.data.params).toEqual(['A child of seven'])
    expect(await rowsOf(on.server, 'select live_version from definitions where code_tag = $1', [code])).toEqual([{ live_version: 1 }])
    expect(codes(await publish({ test_reason: 'Only the title changed' }))).toEqual([200])
    const [line] = await rowsOf(on.server, "select after from audit_lines where subject = $1 and action = 'definition.publish'", [code])
    expect(line?.after).toMatchObject({ tests: { failing: ['A child of seven'], reason: 'Only the title changed' } })
  })

  test('takes an outcome that the author writes, and fails until the form gives it', async () => {
    const expected = {
      path: ['Pool', 'Course'],
      refused: [{ field: 'age', rule: 'numero_min' }],
      answers: null,
      further: null,
      opens_ticket: false,
      summary: null,
    }
    const { status, body } = await on.call<FormTest>('POST', path(), { as: 'author', body: { name: 'Under eight', input: input(), expected } })
    expect([status, body.data?.expected, body.data?.differs]).toEqual([201, expected, ['refused', 'answers', 'opens_ticket', 'summary']])
    await edit({ type: 'set', id: 'age', path: ['value', 'default_value', 'min'], value: 8 })
    expect(await run()).toMatchObject([{ differs: [] }])
    const title = { ...expected, path: ['Pool', 'Children'] }
    expect((await on.call<FormTest>('PUT', path(body.data?.id), { as: 'author', body: { expected: title } })).body.data).toMatchObject({ differs: ['path'] })
    for (const wrong of [{ ...expected, path: 'Pool' }, { ...expected, more: 1 }, { ...expected, refused: [{ field: 'age' }] }, { path: [] }])
      expect(codes(await on.call('PUT', path(body.data?.id), { as: 'author', body: { expected: wrong } }))[0]).toBe(400)
    expect(await run()).toMatchObject([{ expected: title }])
  })

  test('with a form records the mails and deliveries, and fails if one of them changes', async () => {
    const form = `form-${randomUUID().slice(0, 8)}`
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    await on.server.load({
      templates: [
        { name: `thanks-${code}`, lang_code: 'it', subject: 'Fatto: {{ form_title }}', html: '<p>Ha {{ age }} anni. <a href="{{ link }}">Vai</a></p>' },
      ],
      forms: [
        {
          code_form: form,
          description: 'Sports office',
          code_tag: code,
          params: {
            auth_type: ['FREE'],
            success_email_template: `thanks-${code}`,
            destination: [
              { kind: 'webhook', url: 'https://desk.example.org/in', secret },
              { kind: 'email', address: 'office@example.org' },
            ],
          },
        },
      ],
    })
    const sent = { form, auth_type: 'FREE', email: 'ada@example.org' } as const
    const { status, body } = await record('A child, with mails', { sent })
    expect(status).toBe(201)
    const { mails, deliveries } = body.data?.expected ?? {}
    expect(mails?.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['validation', 'ada@example.org'],
      ['success', 'ada@example.org'],
      ['desk', 'office@example.org'],
    ])
    expect(mails?.[0]?.text, 'the link without its code and without the deployment').toContain(`[/${form}/validation?code=…&locale=it]`)
    expect(mails?.[1]).toMatchObject({ subject: expect.stringContaining('Fatto:'), text: expect.stringContaining('Ha 7 anni.') })
    expect(deliveries).toHaveLength(1)
    expect(JSON.parse(deliveries?.[0]?.body ?? '')).toMatchObject({
      timestamp: '2026-03-01T12:00:00.000Z',
      data: { ticket: 'T-00000000', form_fields: { age: 7 } },
    })
    expect(JSON.stringify(body.data)).not.toContain(secret)
    expect(await run()).toMatchObject([{ differs: [] }])
    await rowsOf(on.server, "update mail_templates set html = '<p>Grazie</p>' where name = $1", [`thanks-${code}`])
    expect(await run()).toMatchObject([{ differs: ['mails'] }])
    await edit({ type: 'set', id: 'course', path: ['tag_description'], value: 'Courses' })
    expect(await run()).toMatchObject([{ differs: ['path', 'mails', 'deliveries'] }])
    expect((await record('Refused', { sent, form_fields: {} })).body.data?.expected).toMatchObject({ mails: [], deliveries: [] })
    expect(codes(await record('Another form', { sent: { ...sent, form: 'nobody' } }))[0]).toBe(400)
    expect(codes(await on.call('POST', path(), { as: 'author', body: { name: 'x', input: { ...input(), sent: { ...sent, auth_type: 'B2B' } } } }))[0]).toBe(400)
  })

  test.each([
    ['a viewer', 'viewer', 403],
    ['a translator', 'translator', 403],
    ['an owner who may not manage the form', 'theirs', 404],
  ])('cannot be recorded by %s', async (_who, as, status) => {
    expect((await record('x', {}, as)).status).toBe(status)
    expect(await run()).toEqual([])
  })

  test.each<[string, object]>([
    ['without a name', { name: ' ', input: input() }],
    ['with a date that is none', { name: 'x', input: { ...input(), today: '2026-02-31' } }],
    ['with a foreign key', { name: 'x', input: { ...input(), more: 1 } }],
    ['with a prototype as known data', { name: 'x', input: JSON.parse(JSON.stringify(input()).replace('"known":{}', '"known":{"__proto__":{"a":1}}')) }],
    ['without input', { name: 'x' }],
  ])('is rejected and not stored if an author sends it %s', async (_what, body) => {
    const answer = await on.call('POST', path(), { as: 'author', body })
    expect([400, 422]).toContain(answer.status)
    expect(await run()).toEqual([])
  })

  test('may contain any answers, and the server throws no exception', async () => {
    for (const hostile of [{ age: { toString: 1 } }, { age: [[]] }, { constructor: 'x' }, { day: null }, { age: '\u0000' }]) {
      const answer = await record('hostile', { form_fields: hostile as Record<string, unknown> })
      expect([201, 400]).toContain(answer.status)
    }
  })
})

describe('the recorded tests of live versions', () => {
  async function written(codesOfTests: string[] = []): Promise<[lines: string[], passed: boolean]> {
    const lines: string[] = []
    const passed = await testForms({ ...on.server, config: on.server.services.config }, codesOfTests, (line) => lines.push(line))
    return [lines, passed]
  }

  test('can be run by the command, which lists each difference', async () => {
    const { body } = await record('A child of seven')
    expect(await written([code])).toEqual([[`passes ${code}: A child of seven`, '1 tests, 0 with another outcome'], true])
    await rowsOf(on.server, "update form_tests set expected = jsonb_set(expected, '{summary}', '\"other\"') where id = $1", [body.data?.id])
    expect(await written([code])).toEqual([
      [`FAILS  ${code}: A child of seven`, '         summary: expected "other", now "<p>7 years</p>"', '1 tests, 1 with another outcome'],
      false,
    ])
    expect((await written())[1], 'without codes, all definitions with tests').toBe(false)
  })

  test('run every night if the deployment enables it, and a different result is logged', async () => {
    const { body } = await record('A child of seven')
    await rowsOf(on.server, "update form_tests set expected = jsonb_set(expected, '{path}', '[]') where id = $1", [body.data?.id])
    const logged = () => rowsOf(on.server, "select after from audit_lines where subject = $1 and action = 'form_test.fail'", [code])
    await runNightly(on.server.services)
    expect(await logged()).toEqual([])
    await rowsOf(on.server, "insert into settings (code, value) values ('nightly_form_tests', 'true')")
    on.server.services.catalog.forget()
    await runNightly(on.server.services)
    expect(await logged()).toEqual([{ after: { tests: 1, failing: ['A child of seven'] } }])
  })
})
