import type { Definition, Tag } from '@sportello/contract'
import { expect, test } from 'vitest'
import { withIds } from './ids.ts'

type Given = { code: string; asks?: string[]; below?: Given[]; lang?: string; twin?: string }
const step = ({ code, asks = [], below = [], lang, twin }: Given): object => ({
  code_tag: code,
  tag_description: code,
  ...(lang && { tag_type: 'FORM_LANG', params: [{ params_type: 'FORM_LANG', lang_code: lang }] }),
  ...(twin && { twin_of: twin }),
  form_fields: asks.map((asked, at) => ({
    type: 'PROPERTY',
    ordering: at + 1,
    value: { property_code: asked, property_description: asked, default_value: { input_type: asked.startsWith('n') ? 'int' : 'text' } },
  })),
  children: below.map(step),
})
const form = (...below: Given[]) => ({ ...step({ code: 'form', below }), form_params: {} }) as unknown as Definition

/** Maps the code of each translated step or question in a definition to the id of its original. */
function pairsOf(definition: Pick<Tag, 'children'>): Record<string, string> {
  return Object.assign(
    {},
    ...definition.children.map((child) => ({
      ...(child.twin_of && { [child.code_tag]: child.twin_of }),
      ...Object.fromEntries(
        child.form_fields.flatMap((field) =>
          field.twin_of ? [[`${child.code_tag}/${(field.value as { property_code: string }).property_code}`, field.twin_of]] : [],
        ),
      ),
      ...pairsOf(child),
    })),
  )
}

test.each<[string, Given[], Record<string, string>]>([
  [
    'a code that ends with the language, in another order',
    [
      { code: 'it', lang: 'it', below: [{ code: 'danno' }, { code: 'corso' }] },
      { code: 'en', lang: 'en', below: [{ code: 'corso-en' }, { code: 'danno-en' }] },
    ],
    { en: 'it', 'corso-en': 'corso', 'danno-en': 'danno' },
  ],
  [
    'codes that begin with the languages, and a step that moved to another parent',
    [
      { code: 'it', lang: 'it', below: [{ code: 'IT_a', below: [{ code: 'IT_b' }] }] },
      { code: 'en', lang: 'en', below: [{ code: 'EN_b' }, { code: 'EN_a' }] },
    ],
    { en: 'it', EN_b: 'IT_b', EN_a: 'IT_a' },
  ],
  [
    'the position, where codes are translated',
    [
      { code: 'it', lang: 'it', below: [{ code: 'danno', below: [{ code: 'luci' }] }, { code: 'corso' }] },
      { code: 'en', lang: 'en', below: [{ code: 'damage', below: [{ code: 'lights' }] }, { code: 'course' }] },
    ],
    { en: 'it', damage: 'danno', lights: 'luci', course: 'corso' },
  ],
  [
    'only equivalent steps by position, where a language has fewer steps',
    [
      { code: 'it', lang: 'it', below: [{ code: 'danno', asks: ['dove'] }, { code: 'corso', asks: ['nome'] }, { code: 'info' }] },
      {
        code: 'en',
        lang: 'en',
        below: [
          { code: 'damage', asks: ['dove'] },
          { code: 'other', asks: ['what'] },
        ],
      },
    ],
    { en: 'it', damage: 'danno', 'damage/dove': 'danno-0' },
  ],
  [
    'questions by code, then by kind and order',
    [
      { code: 'it', lang: 'it', below: [{ code: 'a', asks: ['uno', 'due', 'n_anni', 'tre'] }] },
      { code: 'en', lang: 'en', below: [{ code: 'a-en', asks: ['n_years', 'due', 'one', 'two', 'more'] }] },
    ],
    { en: 'it', 'a-en': 'a', 'a-en/due': 'a-1', 'a-en/n_years': 'a-2', 'a-en/one': 'a-0', 'a-en/two': 'a-3' },
  ],
  [
    'nothing, where the author named a pair',
    [
      { code: 'it', lang: 'it', below: [{ code: 'a' }, { code: 'b' }] },
      { code: 'en', lang: 'en', below: [{ code: 'a-en', twin: 'b' }, { code: 'b-en' }] },
    ],
    { 'a-en': 'b' },
  ],
  ['nothing, where there is one language', [{ code: 'it', lang: 'it', below: [{ code: 'a' }] }], {}],
])('withIds pairs steps and fields with their translations in other languages, matching %s', (_, languages, pairs) => {
  const definition = withIds(form(...languages))
  expect(pairsOf(definition)).toEqual(pairs)
  expect(withIds(definition)).toEqual(definition)
})
