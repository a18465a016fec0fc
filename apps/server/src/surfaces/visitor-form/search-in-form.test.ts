import type { SearchResult, SiteMapNode } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { enter } from '../../../test/sso.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

const LONG = `Introduzione ${'parola '.repeat(100)}qui il massimale annuo ${'coda '.repeat(100)}fine`
const html = (ordering: number, value: string, more: object = {}) => ({ type: 'HTML', ordering, value, ...more })
const step = (code_tag: string, tag_description: string, more: object = {}) => ({ code_tag, tag_description, form_fields: [], children: [], ...more })

const tree = [
  step('rimborsi', 'Rimborsi', {
    description: 'Spese sanitarie già pagate',
    children: [
      step('dentista', 'Dentista', {
        form_fields: [html(1, '<p>Fatture dell’<b>odontoiatra</b> &amp; preventivi</p>'), html(2, '<p>segretissimo</p>', { hidden: true })],
      }),
      step('occhiali', 'Occhiali', {
        form_fields: [
          { type: 'FAQ', ordering: 1, value: [{ question: 'Ogni quanto?', answer: '<p>Un paio ogni <b>trentasei</b> mesi</p>' }] },
          { type: 'ALERT', ordering: 2, value: { variant: 'info', text: '<p>Serve la prescrizione</p>' } },
          html(3, `<p>${LONG}</p>`),
        ],
      }),
    ],
  }),
  step('citta', 'Città e comuni'),
  step('area', 'Area riservata', { disabled: true, children: [step('saldo', 'Saldo rimborsi')] }),
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const definition = { code_tag: 'fund', tag_description: 'Fondo', form_params: { auth_type: ['FREE'] }, form_fields: [], children: tree }
  const languages = ['it', 'de'].map((lang_code) =>
    step(lang_code, lang_code, { tag_type: 'FORM_LANG', params: [{ params_type: 'FORM_LANG', lang_code }], children: [step(`${lang_code}-dent`, 'Dent')] }),
  )
  await server.load({
    definitions: [definition, { ...definition, code_tag: 'many', children: languages }],
    forms: [
      { code_form: 'fund', code_tag: 'fund' },
      { code_form: 'many', code_tag: 'many' },
    ],
  })
  await server.load(accessForm({ code: 'closed', authTypes: ['SSO'], mappings: [{ client: 'acme' }] }))
})
afterAll(() => server.close())

const post = (form: string, body: unknown, query = '') =>
  server.call<SearchResult[]>('POST', `/forms/${form}/children${query}`, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
const found = async (query: string, starting_tag?: string) => (await post('fund', { query, starting_tag })).body.data?.map(({ code_tag }) => code_tag)

describe('a search in a form', () => {
  test.each<[query: string, tags: string[], why: string]>([
    ['dentista', ['dentista'], 'by its name'],
    ['DENTI', ['dentista'], 'by the beginning of a word, in any letter case'],
    ['entista', [], 'not from the middle of a word'],
    ['citta', ['citta'], 'without the accent'],
    ['CITTÀ', ['citta'], 'with the accent'],
    ['rimborso', ['rimborsi'], 'with another word ending'],
    ['odontoiatra', ['dentista'], 'by an information block'],
    ['fatture preventivi', ['dentista'], 'by several words, in any order'],
    ['preventivi fatture', ['dentista'], 'by several words, in the other order'],
    ['trentasei', ['occhiali'], 'by an FAQ answer'],
    ['prescrizione', ['occhiali'], 'by an alert'],
    ['rimborsi dentista', ['dentista'], 'by the name of a parent step'],
    ['sanitarie', ['rimborsi'], 'by its description'],
    ['dentista occhiali', ['dentista', 'occhiali'], 'by the more telling words, if no step has all of them'],
    ['dentista zzzzzz qqqqq', ['dentista'], 'by the words that occur'],
    ['vorrei sapere come fare per un rimborso del dentista', ['dentista', 'rimborsi'], 'by the telling words of a sentence'],
    ['sono come della', [], 'not by little words'],
    ['zzzzzz qqqqq', [], 'not without a word that occurs'],
    ['segretissimo', [], 'not by hidden fields'],
    ['saldo', [], 'not below a step that needs a sign-in'],
    ['riservata', [], 'not a step that needs a sign-in'],
    ['<b>', [], 'not by HTML tags'],
    ['amp', [], 'not by an HTML entity'],
    ['dell’odontoiatra', ['dentista'], 'across an inline tag'],
    ['&&&', [], 'not by punctuation'],
    ['.*.*', [], 'not as a pattern'],
    ['dentsta', ['dentista'], 'with a missing letter'],
    ['ochiali', ['occhiali'], 'with one letter instead of two'],
    ['prescrizoine trentasei', ['occhiali'], 'with two letters exchanged, next to a word that is right'],
    ['citata', ['citta'], 'with an added letter'],
    ['salvo', [], 'not with a similar word of a step that needs a sign-in'],
    ['dentsta zuno zdue ztre zquattro zcinque', [], 'not with a similar word in a query of more than five words'],
    ['zimborsi', [], 'not with a mistake in the first letter'],
    ['segretisimo', [], 'not with a similar word of a hidden field'],
  ])('for %j finds the steps %j (%s)', async (query, tags) => {
    expect(await found(query)).toEqual(tags)
  })

  test('ranks matches in names before matches in descriptions and texts, and steps near the root before deeper steps', async () => {
    const bundle = {
      definitions: [
        {
          code_tag: 'rank',
          tag_description: 'Rank',
          form_params: { auth_type: ['FREE'] },
          children: [
            step('text', 'Text', { form_fields: [html(1, '<p>mela</p>')] }),
            step('deep', 'Other', { children: [step('name-deep', 'Mela verde')] }),
            step('long-name', 'Mele, pere e altra frutta'),
            step('name', 'Mele'),
            step('described', 'Fruit', { description: 'Una mela' }),
          ],
        },
      ],
      forms: [{ code_form: 'rank', code_tag: 'rank' }],
    }
    await server.load(bundle)
    expect((await post('rank', { query: 'mela' })).body.data?.map(({ code_tag }) => code_tag)).toEqual(['name', 'name-deep', 'long-name', 'described', 'text'])
  })

  test('returns for each step its path and an excerpt: 250 characters on each side of the match, cut between words', async () => {
    const { body } = await post('fund', { query: 'massimale' })
    const [result] = body.data ?? []
    expect(result).toMatchObject({ id: 'occhiali', code_tag: 'occhiali', lang_code: null, breadcrumb: ['fund', 'rimborsi', 'occhiali'].map((id) => ({ id })) })
    const [excerpt] = result?.descriptions ?? []
    const text = excerpt?.description ?? ''
    expect(text).toContain('qui il massimale annuo')
    expect(text).toMatch(/^… parola/)
    expect(text).toMatch(/coda …$/)
    expect(text.indexOf('massimale')).toBeLessThanOrEqual(252)
    expect(text.length).toBeLessThanOrEqual(504)
    expect(text).not.toContain('<')
  })

  test('returns the description of a step that is found by its name, or its name if it has no description', async () => {
    expect((await post('fund', { query: 'rimborsi' })).body.data?.[0]?.descriptions).toEqual([
      { id: 'rimborsi-description', description: 'Spese sanitarie già pagate' },
    ])
    expect((await post('fund', { query: 'città' })).body.data?.[0]?.descriptions).toEqual([{ id: 'citta', description: 'Città e comuni' }])
  })

  test('says which results only have a similar spelling', async () => {
    expect((await post('fund', { query: 'dentista' })).body.data?.map(({ near }) => near)).toEqual([undefined])
    expect((await post('fund', { query: 'dentsta' })).body.data?.map(({ near }) => near)).toEqual([['dentist']])
    expect(await found('ochiali', 'citta')).toEqual([])
  })

  test('can be limited to the steps below a given step, and returns the language of each result', async () => {
    expect(await found('rimborsi', 'citta')).toEqual([])
    expect(await found('occhiali', 'rimborsi')).toEqual(['occhiali'])
    const { body } = await post('many', { query: 'dent' })
    expect(body.data?.map(({ code_tag, lang_code, breadcrumb }) => [code_tag, lang_code, breadcrumb.map(({ id }) => id)])).toEqual([
      ['it-dent', 'it', ['it-dent']],
      ['de-dent', 'de', ['de-dent']],
    ])
    expect((await post('many', { query: 'dent', starting_tag: 'de' })).body.data?.map(({ code_tag }) => code_tag)).toEqual(['de-dent'])
  })

  test.each<[body: unknown, status: number, code: string]>([
    [{ query: 'ab' }, 400, 'http_malformed'],
    [{ query: '  a  ' }, 400, 'http_malformed'],
    [{ query: 'x'.repeat(201) }, 400, 'http_malformed'],
    [{ query: 'a\0b' }, 400, 'http_malformed'],
    [{}, 400, 'http_malformed'],
    [{ query: ['abc'] }, 400, 'http_malformed'],
    [{ query: 'abc', starting_tag: 'nowhere' }, 400, 'forms0044'],
    [{ query: 'abc', starting_tag: 'saldo' }, 403, 'forms0006'],
    [{ query: 'abc', starting_tag: "x' or 1=1" }, 400, 'http_malformed'],
  ])('rejects the body %j with status %i and the error %s', async (body, status, code) => {
    const answer = await post('fund', body)
    expect([answer.status, answer.body.errors[0]?.data.code]).toEqual([status, code])
  })

  test('needs a session if the form is not open to everybody, and then finds all steps', async () => {
    expect((await post('closed', { query: 'deep' })).status).toBe(401)
    const code = await enter(server, 'closed')
    expect((await post('closed', { query: 'deep' }, `?code=${code}`)).body.data?.map(({ code_tag }) => code_tag)).toEqual(['deep'])
  })
})

describe('GET /sitemap', () => {
  const codes = ({ code_tag, level, children }: SiteMapNode): unknown => [code_tag, level, ...(children.length > 0 ? [children.map(codes)] : [])]
  const map = async (path: string) => (await server.call<SiteMapNode>('GET', path)).body.data

  test('returns the steps from the root downwards, without fields and without the steps that need a sign-in', async () => {
    const root = await map('/forms/fund/sitemap')
    expect(root && codes(root)).toEqual([
      'fund',
      0,
      [
        [
          'rimborsi',
          1,
          [
            ['dentista', 2],
            ['occhiali', 2],
          ],
        ],
        ['citta', 1],
        ['area', 1],
      ],
    ])
    expect(root?.children[0]).toMatchObject({ id: 'rimborsi', tag_description: 'Rimborsi', description: 'Spese sanitarie già pagate', form_fields: [] })
    expect(root?.children[2]).toMatchObject({ disabled: true, children: [] })
  })

  test('can start at a given step, such as a language step', async () => {
    const root = await map('/forms/many/sitemap?tag=de')
    expect(root && codes(root)).toEqual(['de', 0, [['de-dent', 1]]])
    expect(root?.params).toEqual([{ params_type: 'FORM_LANG', lang_code: 'de' }])
  })

  test('returns all steps to a visitor with a session', async () => {
    const root = await map(`/forms/closed/sitemap?code=${await enter(server, 'closed')}`)
    expect(root && codes(root)).toEqual([
      'closed-root',
      0,
      [
        ['ask', 1],
        ['inside', 1, [['deep', 2]]],
      ],
    ])
  })

  test.each([
    ['/forms/closed/sitemap', 401],
    ['/forms/fund/sitemap?tag=nowhere', 404],
    ['/forms/fund/sitemap?tag=saldo', 403],
    ['/forms/fund/sitemap?tag=%00', 400],
    ['/forms/nobody/sitemap', 404],
  ])('%s returns status %i', async (path, status) => {
    expect((await server.call('GET', path)).status).toBe(status)
  })
})
