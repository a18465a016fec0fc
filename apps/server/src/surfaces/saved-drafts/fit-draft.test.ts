import type { CustomerConfiguration } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { ask, fileOf, save, saved, told } from '../../../test/saved-draft-case.ts'
import { PNG } from '../../../test/send.ts'
import { rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
  await on.server.load({
    settings: [
      { code: 'calls_per_minute', value: '1000000' },
      { code: 'unconfirmed_mails', value: '1000' },
    ],
  })
})
afterAll(() => on.server.close())

const field = (id: string, property_code: string, default_value: object, more: object = {}) => ({
  id,
  type: 'PROPERTY',
  ordering: 1,
  value: { property_code, property_description: `Label of ${property_code}`, default_value },
  ...more,
})
const text = { input_type: 'text' }
const select = (...keys: string[]) => ({ input_type: 'select', options: keys.map((key) => ({ key, value: key })) })
const files = { input_type: 'file', multiple: true, file_type: ['png', 'txt'], max_size: 1024 }

interface Step {
  id: string
  code_tag: string
  tag_description: string
  form_fields: object[]
  children: Step[]
  disabled?: boolean
}
const step = (id: string, fields: object[], children: Step[] = [], code_tag = `${code}-${id}`): Step => ({
  id,
  code_tag,
  tag_description: `Step ${id}`,
  form_fields: fields,
  children,
})
let count = 0
let code = ''
const publish = (...children: Step[]) =>
  on.server.load({
    definitions: [{ code_tag: code, tag_description: 'Pool', form_params: { auth_type: ['FREE'], save_and_resume: {} }, form_fields: [], children }],
    forms: [{ code_form: code, code_tag: code, client_url: '' }],
  })
beforeEach(() => {
  code = `fit-${++count}`
})
const savedAt = (at: string, shown: object, attached: [string, Buffer<ArrayBuffer>, string][] = []) =>
  saved(on.server, { form: code, shown: { ...shown }, files: attached, more: { code_tag: `${code}-${at}` } })
const draftOf = async (key: string) => (await ask(on.server, 'open', { key }, code)).body.data?.draft

describe('a draft that was saved in version 3 and is opened in version 5', () => {
  test('keeps what fits, with its files, and names what is gone, changed and new', async () => {
    const before = [
      field('f1', 'name', text),
      field('f2', 'street', text),
      field('f3', 'hobby', text),
      field('f4', 'place', select('north', 'south')),
      field('f5', 'photos', files),
      field('f6', 'plans', files),
    ]
    for (let version = 1; version <= 3; version++) await publish(step('one', [field('f0', `old${version}`, text)], [step('two', before)]))
    const { id, key } = await savedAt('two', { name: 'Ada', street: 'Via Roma', hobby: 'Chess', place: 'south' }, [
      ['a.png', PNG, 'photos'],
      ['b.png', PNG, 'photos'],
      ['c.png', PNG, 'plans'],
    ])
    expect(await rowsOf(on.server, 'select definition_version from saved_drafts where id = $1', [id])).toEqual([{ definition_version: 3 }])
    await publish(step('one', [], [step('two', before.slice(0, 2))]))
    await publish(
      step(
        'one',
        [],
        [
          step(
            'two',
            [
              field('f1', 'full_name', text),
              field('f2', 'street', text),
              field('f4', 'place', select('north', 'east')),
              field('f5', 'pictures', files),
              field('f7', 'phone', text),
            ],
            [],
            `${code}-renamed`,
          ),
        ],
      ),
    )
    const draft = await draftOf(key)
    expect(draft).toMatchObject({
      code_tag: `${code}-renamed`,
      shown: { full_name: 'Ada', street: 'Via Roma' },
      is_changed: true,
      dropped: ['Label of hobby', 'Label of place', 'Label of plans'],
      added: ['Label of phone'],
      lost_step: null,
    })
    expect(draft?.files.map(({ property_code, name }) => [property_code, name])).toEqual([
      ['pictures', 'a.png'],
      ['pictures', 'b.png'],
    ])
    expect((await fileOf(on.server, { key, id: draft?.files[0]?.id }, code)).content).toEqual(PNG)
  })
})

describe('an opened draft', () => {
  test('begins at the deepest step that still exists, and says which step is gone', async () => {
    await publish(step('one', [], [step('two', [], [step('three', [field('f1', 'a', text)])])]))
    const { key } = await savedAt('three', { a: 'x' })
    await publish(step('one', [], [step('two', [field('f1', 'a', text)])]))
    expect(await draftOf(key)).toMatchObject({ code_tag: `${code}-two`, shown: { a: 'x' }, lost_step: 'Step three', dropped: [] })
  })

  test('does not begin at a step that needs a sign-in by now', async () => {
    await publish(step('one', [], [step('two', [field('f1', 'a', text)])]))
    const { key } = await savedAt('two', { a: 'x' })
    await publish(step('one', [], [{ ...step('two', [field('f1', 'a', text)]), disabled: true }]))
    expect(await draftOf(key)).toMatchObject({ code_tag: `${code}-one`, lost_step: 'Step two' })
  })

  test('keeps half an answer of the same kind, converts one to another kind, and drops one that does not fit', async () => {
    await publish(
      step('one', [field('f1', 'a', { input_type: 'int' }), field('f2', 'b', { input_type: 'int' }), field('f3', 'c', text), field('f4', 'd', text)]),
    )
    const { key } = await savedAt('one', { a: '12x', b: '12', c: '7', d: '' })
    await publish(step('one', [field('f1', 'a', { input_type: 'int', max: 3 }), field('f2', 'b', text), field('f3', 'c', { input_type: 'boolean' })]))
    expect(await draftOf(key)).toMatchObject({ shown: { a: '12x' }, dropped: ['Label of b', 'Label of c'] })
  })

  test('gives no answer to a question that is hidden or locked by now', async () => {
    await publish(step('one', [field('f1', 'a', text), field('f2', 'b', text)]))
    const { key } = await savedAt('one', { a: 'x', b: 'y' })
    await publish(step('one', [field('f1', 'a', text, { hidden: true }), field('f2', 'b', text, { readonly: 'LOCKED' })]))
    expect(await draftOf(key)).toMatchObject({ shown: {}, dropped: ['Label of a', 'Label of b'], added: [] })
  })

  test('is not exchanged with another question that has taken over its code', async () => {
    await publish(step('one', [field('f1', 'a', text), field('f2', 'b', text)]))
    const { key } = await savedAt('one', { a: 'of a', b: 'of b' })
    await publish(step('one', [field('f1', 'b', text), field('f2', 'a', text)]))
    expect(await draftOf(key)).toMatchObject({ shown: { b: 'of a', a: 'of b' }, dropped: [] })
  })
})

test('an urgent version closes older ones for submissions, but a draft of an older version is saved and opened', async () => {
  await publish(step('one', [field('f1', 'a', text)]))
  const began = (await on.server.call<CustomerConfiguration>('GET', `/forms/${code}`)).body.data?.version ?? ''
  const put = await on.call('PUT', `/definitions/${code}`, {
    body: {
      code_tag: code,
      tag_description: 'Pool',
      form_params: { auth_type: ['FREE'], save_and_resume: {} },
      form_fields: [],
      children: [step('one', [field('f1', 'renamed', text)])],
    },
  })
  expect(codes(put)).toEqual([200])
  const { body } = await on.call<{ code_tag: string; version: number }[]>('GET', '/definitions')
  const version = body.data?.find(({ code_tag }) => code_tag === code)?.version
  expect(codes(await on.call('POST', `/definitions/${code}/publish`, { body: { urgent: true }, headers: { 'If-Match': `"${version}"` } }))).toEqual([200])
  const answer = await saved(on.server, {
    form: code,
    shown: { a: 'typed before' },
    files: [],
    headers: { 'X-Form-Version': encodeURIComponent(began) },
    more: { code_tag: `${code}-one` },
  })
  expect(await draftOf(answer.key)).toMatchObject({ shown: { renamed: 'typed before' }, is_changed: true })
  const unknown = await save(on.server, { form: code, email: 'a@example.org', files: [], headers: { 'X-Form-Version': `${code}.99` } })
  expect(told(unknown)).toEqual([409, 'http_outdated'])
})
