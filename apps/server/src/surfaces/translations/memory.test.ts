import type { RememberedTranslation } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'
import { rememberTranslations } from './memory.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
})
afterAll(() => on.server.close())

/** A form in Italian and German; the German step has a title and a text that needs work. */
const form = (code: string, title: string, german: string, more: object = {}) => ({
  code_tag: code,
  tag_description: code,
  form_params: { auth_type: ['FREE'] },
  children: [
    { language: 'it', title },
    { language: 'de', title: german },
  ].map(({ language, title: own }) => ({
    id: `${code}-${language}`,
    code_tag: `${code}-${language}`,
    tag_description: language,
    tag_type: 'FORM_LANG',
    params: [{ params_type: 'FORM_LANG', lang_code: language }],
    children: [
      {
        id: `${code}-${language}-step`,
        code_tag: `${code}-${language}-step`,
        tag_description: own,
        description: language === 'it' ? 'Scrivi dove si trova la buca' : 'Noch nicht fertig',
        ...(language === 'de' && { twin_of: `${code}-it-step`, translated_from: { description: 'Scrivi dove' }, ...more }),
      },
    ],
  })),
})
const load = (...definitions: object[]) => on.server.load({ definitions })
const recall = (text: string, as = 'owner', more: object = {}) =>
  on.call<RememberedTranslation[]>('POST', '/translation-memory', { as, body: { from: 'it', to: 'de', text, ...more } })
const pairs = () => rowsOf(on.server, 'select source, target from translation_memory order by source, target')

describe('the translation memory', () => {
  test('offers the finished translations of published forms, for the same and for similar texts', async () => {
    await load(
      form('strade', 'Segnala una buca nella strada', 'Ein Schlagloch melden'),
      form('verde', 'Segnala un albero caduto', 'Einen umgestürzten Baum melden'),
    )
    expect(await pairs()).toEqual([])
    await rememberTranslations(on.server.services)
    // The stale text is not remembered.
    expect((await pairs()).map(({ target }) => target)).toEqual(['Einen umgestürzten Baum melden', 'Ein Schlagloch melden'])
    expect((await recall('Segnala una buca nella strada', 'translator')).body.data).toEqual([
      { source: 'Segnala una buca nella strada', target: 'Ein Schlagloch melden', similarity: 1 },
    ])
    const [near, ...others] = (await recall('Segnala una buca in una strada')).body.data ?? []
    expect(near).toMatchObject({ target: 'Ein Schlagloch melden' })
    expect(near?.similarity).toBeGreaterThan(0.6)
    expect(near?.similarity).toBeLessThan(1)
    expect(others).toEqual([])
    expect((await recall('Quanti anni hai?')).body.data).toEqual([])
    expect((await recall('Segnala una buca nella strada', 'owner', { to: 'fr' })).body.data).toEqual([])
  })

  test('does not change the version that operators send when they save a definition', async () => {
    const etag = async () => (await on.call('GET', '/definitions/strade')).headers.get('etag')
    await load(form('strade', 'Segnala una buca nella strada', 'Ein Schlagloch melden', { icon: 'map' }))
    const before = await etag()
    expect(before).not.toBeNull()
    await rememberTranslations(on.server.services)
    expect(await etag()).toBe(before)
  })

  test('remembers a new version once, and keeps what it knew', async () => {
    await rememberTranslations(on.server.services)
    expect((await pairs()).length).toBe(2)
    await load(form('strade', 'Segnala una buca nella strada', 'Schlagloch in der Straße melden'))
    await rememberTranslations(on.server.services)
    expect((await recall('Segnala una buca nella strada')).body.data?.map(({ target }) => target)).toEqual([
      'Schlagloch in der Straße melden',
      'Ein Schlagloch melden',
    ])
    await rowsOf(on.server, "update translation_memory set used_on = '2020-01-01'")
    await load(form('strade', 'Segnala una buca nella strada', 'Schlagloch in der Straße melden', { icon: 'road' }))
    await rememberTranslations(on.server.services)
    expect(await rowsOf(on.server, "select target from translation_memory where used_on > '2020-01-01'")).toEqual([
      { target: 'Schlagloch in der Straße melden' },
    ])
  })

  test('does not take a text as a pattern or a statement', async () => {
    for (const text of ['%', "'; drop table translation_memory; --", '\\', '\u202e'.repeat(50), 'x'.repeat(2_000)])
      expect((await recall(text)).body.data, text.slice(0, 20)).toEqual([])
  })

  test('answers only operators, and only sound calls', async () => {
    expect((await recall('x', null as never)).status).toBe(401)
    expect(codes(await recall(''))).toEqual([400, 'forms_mgmt0001 text'])
    expect(codes(await recall('x'.repeat(2_001)))).toEqual([400, 'forms_mgmt0001 text'])
    expect(codes(await recall('x', 'owner', { to: 'pt' }))).toEqual([400, 'forms_mgmt0001 to'])
    expect((await recall('x', 'nobody')).status).toBe(200)
  })
})
