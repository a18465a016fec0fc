import type { Definition } from '@sportello/contract'
import { expect, test } from 'vitest'
import { withOneLanguage } from './one-language.ts'

const language = (code: string, title: string) => ({
  code_tag: code,
  tag_description: title,
  tag_type: 'FORM_LANG',
  params: [{ params_type: 'FORM_LANG' as const, lang_code: code }],
  form_fields: [],
  children: [],
})
const form = (title: string, ...children: ReturnType<typeof language>[]): Definition => ({
  code_tag: 'f',
  tag_description: title,
  form_params: {},
  form_fields: [],
  children,
})
const titles = (definition: Definition | undefined) => definition && [definition.tag_description, ...definition.children.map((step) => step.tag_description)]

test('one language is taken from the draft; everything else stays as it is live', () => {
  const live = form('Live', language('it', 'it 1'), language('de', 'de 1'))
  const draft = form('Draft', language('it', 'it 2'), language('en', 'en 2'), language('de', 'de 2'), language('fr', 'fr 2'))
  expect(titles(withOneLanguage(live, draft, 'de'))).toEqual(['Live', 'it 1', 'de 2'])
  expect(titles(withOneLanguage(live, draft, 'en'))).toEqual(['Live', 'it 1', 'en 2', 'de 1'])
  expect(titles(withOneLanguage(live, draft, 'fr'))).toEqual(['Live', 'it 1', 'de 1', 'fr 2'])
  expect(withOneLanguage(live, draft, 'el')).toBeUndefined()
  expect(titles(live)).toEqual(['Live', 'it 1', 'de 1'])
})
