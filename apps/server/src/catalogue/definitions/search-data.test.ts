import type { FormField, Tag } from '@sportello/contract'
import { expect, test } from 'vitest'
import { compileDefinition } from './compile-definition.ts'
import { openCompiled } from './compiled-definition.ts'
import { indexDefinition } from './published-form.ts'
import { bytesOfSearchData, packSearchData, searchDataOf, unpackSearchData } from './search-data.ts'
import { SearchIndex } from './search-index.ts'

const html = (value: string): FormField => ({ type: 'HTML', ordering: 1, value })
const step = (code_tag: string, tag_description: string, text: string, children: Tag[] = [], disabled = false): Tag => ({
  code_tag,
  tag_description,
  form_fields: [html(`<p>${text}</p>`)],
  children,
  ...(disabled && { disabled }),
})
const definition = {
  code_tag: 'root',
  tag_description: 'Fondo',
  form_params: {},
  form_fields: [],
  children: [
    step('cure', 'Cure', 'Tutte le cure', [
      step('denti', 'Denti', 'Il dentista cura i denti'),
      step('occhi', 'Città degli occhi', 'Occhiali e visite dell’oculista'),
    ]),
    step('area', 'Area', 'Riservata', [step('saldo', 'Saldo', 'Il saldo delle cure')], true),
  ],
}
const indexed = indexDefinition(definition, 1)
const compiled = openCompiled(compileDefinition(definition), 1)

test('the packed data of a search are the same after unpacking', () => {
  const data = searchDataOf(indexed.nodes)
  expect(unpackSearchData(packSearchData(data))).toEqual(data)
  expect(searchDataOf(compiled.nodes)).toEqual(data)
  expect(data.words).toEqual(data.words.toSorted((one, other) => (one < other ? -1 : 1)))
  expect(bytesOfSearchData(data)).toBeGreaterThan(data.postings.byteLength)
})

test.each([
  ['denti', ['denti']],
  ['cura', ['denti', 'cure']],
  ['cure', ['cure', 'denti']],
  ['citta', ['occhi']],
  ['ochiali', ['occhi']],
  ['vorrei sapere degli occhiali per mio figlio', ['occhi']],
  ['saldo', []],
  ['dirupo', []],
])('a search for “%s” in a compiled definition finds what it finds in an indexed one', (query, codes) => {
  const [one, other] = [indexed, compiled].map(({ nodes }) => new SearchIndex(nodes, unpackSearchData(packSearchData(searchDataOf(nodes)))))
  const found = other?.search(query, { signedIn: false })
  expect(found).toEqual(one?.search(query, { signedIn: false }))
  for (const code of codes) expect(found?.map(({ code_tag }) => code_tag)).toContain(code)
  if (codes.length === 0) expect(found).toEqual([])
})

test('a search is limited to a step and those below it, and visitors with a session find locked steps', () => {
  const search = new SearchIndex(compiled.nodes, searchDataOf(compiled.nodes))
  const codes = (more: { below?: string; signedIn: boolean }) => search.search('cure', more).map(({ code_tag }) => code_tag)
  expect(codes({ signedIn: true })).toContain('saldo')
  expect(codes({ signedIn: true, below: 'area' })).toEqual(['saldo'])
  expect(codes({ signedIn: false, below: 'area' })).toEqual([])
  expect(codes({ signedIn: false, below: 'root' })).toEqual(codes({ signedIn: false }))
})
