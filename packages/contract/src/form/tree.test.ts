import { describe, expect, test } from 'vitest'
import type { FormField } from './form-field.ts'
import type { Definition, Tag } from './tag.ts'
import { inOrder, isLast, isQuestion, languageOf, rootTag, walkTree } from './tree.ts'

const question: FormField = {
  type: 'PROPERTY',
  ordering: 1,
  value: { property_code: 'a', property_description: 'A', default_value: { input_type: 'text' } },
}
const html: FormField = { type: 'HTML', ordering: 1, value: '<p>x</p>' }
const further: FormField = { type: 'FURTHER_QUESTIONS', ordering: 2, value: { text: 'More?', fields: [] } }
const tag = (code_tag: string, children: Tag[] = [], more: Partial<Tag> = {}): Tag => ({
  code_tag,
  tag_description: code_tag,
  form_fields: [],
  children,
  ...more,
})

const definition: Definition = {
  code_tag: 'root',
  tag_description: 'Root',
  form_params: { form_title: 'T' },
  form_fields: [html],
  children: [tag('a', [tag('a1'), tag('a2')]), tag('b')],
}

describe('tree of a form definition', () => {
  test('walkTree yields the steps depth first, each with its path from the root', () => {
    expect([...walkTree(definition)].map(({ tag: step, path }) => [step.code_tag, path.map((each) => each.code_tag).join('/')])).toEqual([
      ['root', 'root'],
      ['a', 'root/a'],
      ['a1', 'root/a/a1'],
      ['a2', 'root/a/a2'],
      ['b', 'root/b'],
    ])
  })

  test('rootTag returns the root as an ordinary step without form_params', () => {
    expect(rootTag(definition)).not.toHaveProperty('form_params')
    expect(rootTag(definition)).toMatchObject({ code_tag: 'root', tag_description: 'Root', form_fields: [html] })
  })
})

describe('step of a form definition', () => {
  test.each<[why: string, step: Tag, last: boolean]>([
    ['questions and no children', tag('x', [], { form_fields: [question] }), true],
    ['no questions', tag('x', [], { form_fields: [html] }), false],
    ['questions and a child', tag('x', [tag('y')], { form_fields: [question] }), false],
    ['neither fields nor children', tag('x'), false],
    ['further questions only', tag('x', [], { form_fields: [further] }), true],
    ['further questions and a child', tag('x', [tag('y')], { form_fields: [further] }), true],
    ['hidden further questions only', tag('x', [], { form_fields: [{ ...further, hidden: true }] }), false],
    ['an EMAIL question only', tag('x', [], { form_fields: [{ ...question, type: 'EMAIL' } as FormField] }), true],
  ])('isLast: %s', (_why, step, last) => {
    expect(isLast(step)).toBe(last)
  })

  const language = (lang_code: string) => ({ params: [{ params_type: 'FORM_LANG' as const, lang_code }] })
  test.each<[why: string, step: Tag, language: string | undefined]>([
    ['a language step', tag('x', [], { tag_type: 'FORM_LANG', ...language('de') }), 'de'],
    ['the parameter without the type', tag('x', [], language('de')), undefined],
    ['the type without the parameter', tag('x', [], { tag_type: 'FORM_LANG' }), undefined],
    ['another type', tag('x', [], { tag_type: 'FORM', ...language('de') }), undefined],
  ])('languageOf: %s gives %s', (_why, step, expected) => {
    expect(languageOf(step)).toBe(expected)
  })
})

test('inOrder sorts fields by `ordering` and keeps the author’s order of equal values', () => {
  const field = (ordering: number, title: string): FormField => ({ type: 'HTML', ordering, value: '', title })
  const given = [field(3, 'c'), field(1, 'a'), field(1, 'b'), field(-2, 'first')]
  expect(inOrder(given).map((each) => each.title)).toEqual(['first', 'a', 'b', 'c'])
  expect(given[0]?.title).toBe('c')
})

test('isQuestion accepts PROPERTY and EMAIL fields only', () => {
  expect([question, { ...question, type: 'EMAIL' } as FormField, html].map(isQuestion)).toEqual([true, true, false])
})
