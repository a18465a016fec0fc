import { randomUUID } from 'node:crypto'
import type { DraftOperation, DraftTreeAnswer, ListedDefinition } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
  await on.server.load({ definitions: [POOL] })
})
afterAll(() => on.server.close())

const question = (code: string, settings: object) => ({
  type: 'PROPERTY',
  ordering: 1,
  value: { property_code: code, property_description: 'Which pool?', default_value: settings },
})
const OPTIONS = [
  { key: 'n', value: 'North' },
  { key: 's', value: 'South' },
]
const language = (code: string) => ({
  code_tag: `lang-${code}`,
  tag_description: code,
  tag_type: 'FORM_LANG',
  params: [{ params_type: 'FORM_LANG', lang_code: code }],
  form_fields: [],
  children: [
    {
      code_tag: `pool-${code}`,
      tag_description: 'Pool',
      form_fields: [
        question('pool', { input_type: 'select', options: OPTIONS }),
        { type: 'HTML', ordering: 2, value: '<p>Text</p>' },
        { type: 'FAQ', ordering: 3, value: [{ question: 'Q', answer: 'A' }] },
        { type: 'ALERT', ordering: 4, value: { variant: 'info', text: 'Closed' } },
        { type: 'TOKEN_LOGIN', ordering: 5, value: { fields: [{ property_code: 'a', property_description: 'A', default_value: { input_type: 'text' } }] } },
      ],
      children: [],
    },
  ],
})
const POOL = { code_tag: 'pool', tag_description: 'Pool', form_params: {}, form_fields: [], children: [language('it'), language('en')] }

const set = (id: string, path: string, value?: unknown): DraftOperation => ({
  type: 'set',
  id,
  path: path.split('.'),
  ...(value !== undefined && { value: value as string }),
})
const send = (as: string, operations: DraftOperation[], code = 'pool') =>
  on.call('POST', `/definitions/${code}/draft/changes`, { as, body: { id: randomUUID(), kind: 'edit', operations } })
const nodes = async () => (await on.call<DraftTreeAnswer>('GET', '/definitions/pool/draft', { as: 'translator' })).body.data?.nodes ?? []
const listed = async (as: string) => (await on.call<ListedDefinition[]>('GET', '/definitions', { as })).body.data?.map(({ code_tag }) => code_tag)

describe('a translator', () => {
  test.each([
    ['title and description of a step', [set('pool-en', 'tag_description', 'Swimming'), set('pool-en', 'description', 'Swim here')]],
    ['the name of the language', [set('lang-en', 'tag_description', 'English')]],
    ['a question with placeholder and help', [set('pool-en-0', 'value.property_description', 'Where?'), set('pool-en-0', 'info_text', 'Help')]],
    ['a placeholder that was missing', [set('pool-en-0', 'value.default_value.placeholder', 'Choose')]],
    [
      'the labels of options',
      [
        set(
          'pool-en-0',
          'value.default_value.options',
          OPTIONS.map((each) => ({ ...each, value: each.value.toUpperCase() })),
        ),
      ],
    ],
    ['the HTML of a block', [set('pool-en-1', 'value', '<p>Other text</p>')]],
    ['questions and answers', [set('pool-en-2', 'value', [{ question: 'Other', answer: 'Text' }])]],
    ['one part of a block', [set('pool-en-3', 'value.text', 'Open')]],
    ['a whole value in which only a text differs', [set('pool-en-3', 'value', { variant: 'info', text: 'Open again' })]],
    [
      'the label of a question inside of a field',
      [set('pool-en-4', 'value.fields', [{ property_code: 'a', property_description: 'B', default_value: { input_type: 'text' } }])],
    ],
  ])('may change %s', async (_what, operations) => {
    expect(codes(await send('translator', operations))).toEqual([200])
  })

  const insert: DraftOperation = {
    type: 'insert',
    nodes: [{ id: 'new', kind: 'step', parent: 'pool-en', position: 'a9', content: { code_tag: 'new', tag_description: 'New' } }],
  }
  test.each<[string, DraftOperation, string]>([
    ['a text of another language', set('pool-it', 'tag_description', 'Vasca'), 'pool-it'],
    ['the name of the form', set('root', 'tag_description', 'Other'), 'root'],
    ['a parameter of the form', set('root', 'form_params.ticket_prefix', 'X-'), 'root'],
    ['the language of a branch', set('lang-en', 'params', [{ params_type: 'FORM_LANG', lang_code: 'de' }]), 'lang-en'],
    ['the code of a step', set('pool-en', 'code_tag', 'other'), 'pool-en'],
    ['whether a step is disabled', set('pool-en', 'disabled', true), 'pool-en'],
    ['the code of a question', set('pool-en-0', 'value.property_code', 'other'), 'pool-en-0'],
    ['whether a field is hidden', set('pool-en-0', 'hidden', true), 'pool-en-0'],
    ['the key of an option', set('pool-en-0', 'value.default_value.options', [{ key: 'x', value: 'North' }, OPTIONS[1]]), 'pool-en-0'],
    ['the number of options', set('pool-en-0', 'value.default_value.options', [OPTIONS[0]]), 'pool-en-0'],
    ['the type of a field', set('pool-en-1', 'type', 'HTML_HEADER'), 'pool-en-1'],
    ['the number of answers', set('pool-en-2', 'value', []), 'pool-en-2'],
    ['the variant of an alert', set('pool-en-3', 'value', { variant: 'danger', text: 'Closed' }), 'pool-en-3'],
    ['the code of a question inside of a field', set('pool-en-4', 'value.fields.0.property_code', 'b'), 'pool-en-4'],
    ['the tree by an insertion', insert, 'new'],
    ['the tree by a removal', { type: 'remove', id: 'pool-en-1' }, 'pool-en-1'],
    ['the tree by a move', { type: 'move', id: 'pool-en', parent: 'lang-it', position: 'a5' }, 'pool-en'],
  ])('may not change %s', async (_what, operation, id) => {
    const before = await nodes()
    expect(codes(await send('translator', [operation]))).toEqual([400, `forms_mgmt0001 ${id}`])
    // Checks that a change with a permitted and a forbidden operation is rejected.
    expect((await send('translator', [set('pool-en', 'description', 'Carried'), operation])).status).toBe(400)
    expect(await nodes()).toEqual(before)
  })

  test('must have at least one language; operators with other roles have none', async () => {
    const sent = (role: string, languages?: unknown) => on.call('POST', '/operators', { body: { username: `t-${randomUUID()}`, role, languages } })
    expect(codes(await sent('translator', []))).toEqual([400, 'forms_mgmt0001 languages'])
    expect(codes(await sent('translator'))).toEqual([400, 'forms_mgmt0001 languages'])
    expect((await sent('translator', ['english'])).status).toBe(400)
    expect((await sent('translator', ['de', 'de'])).body.data).toMatchObject({ languages: ['de'] })
    expect((await sent('author', ['de'])).body.data).toMatchObject({ languages: [] })
    expect((await on.call('GET', '/account', { as: 'translator' })).body.data).toMatchObject({ role: 'translator', languages: ['en'] })
  })
})

test('an author edits a draft and creates definitions, but only a publisher can publish or discard them', async () => {
  expect((await send('author', [set('pool-it', 'disabled', true), set('pool-it', 'disabled')])).status).toBe(200)
  expect((await on.call('PUT', '/definitions/fresh', { as: 'author', body: { ...POOL, code_tag: 'fresh' } })).status).toBe(200)
  expect(codes(await on.call('POST', '/definitions/fresh/publish', { as: 'author', body: {} }))).toEqual([403, 'forms0018'])
  expect((await on.call('POST', '/definitions/fresh/publish', { as: 'publisher', body: {} })).status).toBe(200)
  expect((await on.call('DELETE', '/definitions/pool', { as: 'publisher' })).status).toBe(200)
})

test('the search returns no requests to authors', async () => {
  const { body } = await on.call('POST', '/search', { as: 'publisher', body: { text: 'ours' } })
  expect(body.data).toMatchObject({ requests: [], mailboxes: [], forms: [{ code_form: 'ours' }] })
})

describe('an operator who may manage only some forms', () => {
  const CALLS: [string, string, object?][] = [
    ['GET', ''],
    ['GET', '/versions'],
    ['GET', '/draft'],
    ['GET', '/draft/changes?after=0'],
    ['GET', '/draft/events?after=0'],
    ['POST', '/draft/presence', { client: randomUUID(), node: null }],
    ['POST', '/draft/changes', { id: randomUUID(), kind: 'edit', operations: [set('root', 'tag_description', 'Taken')] }],
    ['PUT', '', { ...POOL }],
    ['POST', '/publish', {}],
    ['POST', '/versions/1/restore', {}],
  ]

  test('may manage the definitions that only these forms use', async () => {
    expect(await listed('theirs')).toEqual(['theirs-root'])
    expect((await send('theirs', [set('root', 'tag_description', 'Ours now')], 'theirs-root')).status).toBe(200)
    expect((await on.call('POST', '/definitions/theirs-root/publish', { as: 'theirs', body: {} })).status).toBe(200)
    expect((await on.call('GET', '/definitions/theirs-root/versions', { as: 'theirs' })).body.data).toHaveLength(2)
    expect((await on.call('POST', '/definitions/theirs-root/versions/1/restore', { as: 'theirs', body: {} })).status).toBe(200)
    const stream = await on.follow('theirs-root', 0, 'theirs')
    await expect.poll(() => stream.text()).toContain('event: change')
    await stream.end()
  })

  test.each(['ours-root', 'pool', 'absent'])('gets the same response for the definition %s as for a definition that does not exist', async (code) => {
    for (const [method, path, body] of CALLS) {
      const sent = method === 'PUT' ? { ...POOL, code_tag: code } : body
      expect([method, path, ...codes(await on.call(method, `/definitions/${code}${path}`, { as: 'theirs', body: sent }))]).toEqual([
        method,
        path,
        404,
        'http_not_found',
      ])
    }
    expect(codes(await on.call('DELETE', `/definitions/${code}`, { as: 'theirs' }))[1]).toMatch(/^forms_mgmt0002/)
    expect(await listed('nobody')).toEqual([])
  })

  test('may no longer manage a definition once another form uses it too', async () => {
    await rowsOf(on.server, "update customers set code_tag = 'theirs-root' where customer_code = 'ours'")
    expect(await listed('theirs')).toEqual([])
    expect((await on.call('GET', '/definitions/theirs-root/draft', { as: 'theirs' })).status).toBe(404)
    await rowsOf(on.server, "update customers set code_tag = 'ours-root' where customer_code = 'ours'")
    expect(await listed('theirs')).toEqual(['theirs-root'])
  })
})
