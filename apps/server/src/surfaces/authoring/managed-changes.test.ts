import { randomUUID } from 'node:crypto'
import { type Definition, type DraftOperation, LANGUAGES, type ShownChanges } from '@sportello/contract'
import { treeOf } from '@sportello/editing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { shownChanges } from './shown-changes.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
  await on.server.load({ definitions: [FORM] })
})
afterAll(() => on.server.close())

const options = (...labels: string[]) => labels.map((label) => ({ key: label.toLowerCase(), value: label }))
const FORM = {
  code_tag: 'town',
  tag_description: 'Comune',
  form_params: { auth_type: ['FREE'], sso_secret_aes: 'the first secret' },
  form_fields: [],
  children: [
    {
      id: 'roads',
      code_tag: 'roads',
      tag_description: 'Strade',
      form_fields: [{ id: 'text', type: 'HTML', ordering: 1, value: '<p>Qui.</p>' }],
      children: [],
    },
    {
      id: 'hole',
      code_tag: 'hole',
      tag_description: 'Buca',
      form_fields: [
        {
          id: 'plate',
          type: 'PROPERTY',
          ordering: 1,
          value: { property_code: 'plate', property_description: 'Targa', default_value: { input_type: 'text', max_len: 7 } },
        },
        {
          id: 'where',
          type: 'PROPERTY',
          ordering: 2,
          value: { property_code: 'where', property_description: 'Dove', default_value: { input_type: 'select', options: options('Via', 'Piazza') } },
        },
      ],
      children: [],
    },
  ],
}

const edit = (...operations: DraftOperation[]) => on.call('POST', '/definitions/town/draft/changes', { body: { id: randomUUID(), kind: 'edit', operations } })
const compare = (from: string | number, to: string | number, { as = 'owner', language = 'it', code = 'town' } = {}) =>
  on.call<ShownChanges>('GET', `/definitions/${code}/changes?from=${from}&to=${to}`, { as, headers: { 'Accept-Language': language } })
const textsOf = async (...of: Parameters<typeof compare>) => (await compare(...of)).body.data?.changes.map(({ text }) => text)

describe('the comparison of two versions of a definition', () => {
  test('describes each difference as a sentence, with its place', async () => {
    expect((await compare('live', 'draft')).body.data).toEqual({ changes: [], total: 0 })
    await edit(
      { type: 'set', id: 'plate', path: ['required'], value: true },
      { type: 'set', id: 'plate', path: ['value', 'default_value', 'max_len'], value: 8 },
      { type: 'set', id: 'where', path: ['value', 'default_value', 'options'], value: options('Via', 'Corso') },
      { type: 'move', id: 'hole', parent: 'roads', position: 'a5' },
      { type: 'set', id: 'text', path: ['value'], value: '<p>Qui si segnala.</p>' },
      { type: 'set', id: 'root', path: ['form_params', 'otp'], value: true },
    )
    const { body } = await compare('live', 'draft', { as: 'translator' })
    expect(body.data?.changes.map(({ text, step, title, field }) => [text, step, title, field])).toEqual([
      ['«Comune», Dai anche un codice monouso a ogni richiesta: ora sì', 'root', 'Comune', null],
      ['«blocco di testo», Testo: testo cambiato', 'roads', 'Strade', 'text'],
      ['Passo «Buca» spostato sotto «Strade»', 'hole', 'Buca', null],
      ['«Targa», Lunghezza massima: da 7 a 8', 'hole', 'Buca', 'plate'],
      ['Campo «Targa» ora obbligatorio', 'hole', 'Buca', 'plate'],
      ['«Dove», Opzioni: aggiunto «Corso», tolto «Piazza»', 'hole', 'Buca', 'where'],
    ])
    expect(await textsOf('draft', 'live', { language: 'en' })).toContain('Field “Targa” no longer required')
    expect(await textsOf('live', 'draft', { language: 'de' })).toContain('Schritt „Buca“ unter „Strade“ verschoben')
  })

  test('compares any two published versions', async () => {
    const { version } =
      (await on.call<{ version: string; code_tag: string }[]>('GET', '/definitions')).body.data?.find(({ code_tag }) => code_tag === 'town') ?? {}
    expect((await on.call('POST', '/definitions/town/publish', { headers: { 'If-Match': `"${version}"` } })).status).toBe(200)
    expect(await textsOf(1, 2)).toHaveLength(6)
    expect(await textsOf(2, 2)).toEqual([])
    expect(await textsOf(2, 'draft')).toEqual([])
    expect(await textsOf(2, 1)).toContain('Campo «Targa» non più obbligatorio')
  })

  test('is rejected for versions that do not exist, and for definitions that no form of the operator uses', async () => {
    expect(codes(await compare(1, 99))).toEqual([404, 'http_not_found'])
    expect(codes(await compare(0, 1))[0]).toBe(400)
    expect(codes(await compare('x', 1))[0]).toBe(400)
    expect(codes(await compare(99_999_999_999, 1))[0]).toBe(400)
    expect(codes(await compare('live', 'draft', { as: 'theirs' }))).toEqual([404, 'http_not_found'])
    expect(codes(await compare('live', 'draft', { code: 'absent' }))).toEqual([404, 'http_not_found'])
    expect((await on.server.call('GET', '/managements/definitions/town/changes?from=1&to=2')).status).toBe(401)
  })
})

describe('the sentence that describes a difference', () => {
  const form = FORM as unknown as Definition
  const changed = (more: object) => ({ ...form, ...more }) as Definition

  test('says that a secret has changed, without the secret’s value', () => {
    const other = changed({ form_params: { auth_type: ['FREE'], sso_secret_aes: 'the second secret' } })
    const { changes, total } = shownChanges(form, other, 'it')
    expect([changes.map(({ text }) => text), total]).toEqual([['Un segreto del form è cambiato'], 1])
    expect(JSON.stringify(shownChanges(form, changed({ form_params: {} }), 'en'))).not.toContain('secret aes')
    expect(JSON.stringify(changes)).not.toContain('the second')
  })

  test('exists in every language, with every placeholder filled in', () => {
    const added = changed({ children: [...form.children, { code_tag: 'new', tag_description: 'Nuovo', form_fields: [], children: [form.children[0]] }] })
    for (const language of LANGUAGES)
      for (const [from, to] of [
        [form, added],
        [added, form],
      ] as const)
        for (const { text } of shownChanges(from, to, language).changes) expect(text).toMatch(/Nuovo/)
  })

  test('is found for every change of a single value, without an exception', () => {
    const tree = () => treeOf(form)
    const places = [...tree().nodes()].flatMap(({ id, content }) =>
      Object.keys(content).flatMap((key) => (['ordering', 'form_params', 'code_tag'].includes(key) ? [] : [[id, key] as const])),
    )
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue(), (at, value) => {
        const [id, key] = at
        const copy = structuredClone(form)
        const nodes = [copy as unknown, ...copy.children, ...copy.children.flatMap(({ form_fields }) => form_fields)] as unknown as Record<string, unknown>[]
        const node = nodes.find((each) => (id === 'root' ? each === (copy as unknown) : each.id === id))
        if (!node || JSON.stringify(node[key]) === JSON.stringify(value)) return
        node[key] = value
        expect(shownChanges(form, copy, 'it').total).toBeGreaterThan(0)
      }),
    )
  })

  test('is shown for at most 500 differences, with the total number', () => {
    const many = changed({
      children: Array.from({ length: 700 }, (_, at) => ({ code_tag: `s${at}`, tag_description: `Passo ${at}`, form_fields: [], children: [] })),
    })
    const { changes, total } = shownChanges(changed({ children: [] }), many, 'it')
    expect([changes.length, total]).toEqual([500, 700])
  })
})
