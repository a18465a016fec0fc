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
  test('walkTree yields each step before its child steps, with the steps from the root to it', () => {
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
    ['true for questions and no children', tag('x', [], { form_fields: [question] }), true],
    ['false without questions', tag('x', [], { form_fields: [html] }), false],
    ['false for questions and a child', tag('x', [tag('y')], { form_fields: [question] }), false],
    ['false without fields and children', tag('x'), false],
    ['true for further questions only', tag('x', [], { form_fields: [further] }), true],
    ['true for further questions and a child', tag('x', [tag('y')], { form_fields: [further] }), true],
    ['false for hidden further questions only', tag('x', [], { form_fields: [{ ...further, hidden: true }] }), false],
    ['true for an EMAIL question only', tag('x', [], { form_fields: [{ ...question, type: 'EMAIL' } as FormField] }), true],
  ])('isLast (the visitor can submit here) is %s', (_why, step, last) => {
    expect(isLast(step)).toBe(last)
  })

  const language = (lang_code: string) => ({ params: [{ params_type: 'FORM_LANG' as const, lang_code }] })
  test.each<[why: string, step: Tag, language: string | undefined]>([
    ['the language of a language step', tag('x', [], { tag_type: 'FORM_LANG', ...language('de') }), 'de'],
    ['undefined for a step with the language parameter but not the step type', tag('x', [], language('de')), undefined],
    ['undefined for a step with the step type but no language parameter', tag('x', [], { tag_type: 'FORM_LANG' }), undefined],
    ['undefined for another step type', tag('x', [], { tag_type: 'FORM', ...language('de') }), undefined],
  ])('languageOf returns %s', (_why, step, expected) => {
    expect(languageOf(step)).toBe(expected)
  })
})

test('inOrder sorts fields by their ordering number and keeps the author’s order of equal numbers', () => {
  const field = (ordering: number, title: string): FormField => ({ type: 'HTML', ordering, value: '', title })
  const given = [field(3, 'c'), field(1, 'a'), field(1, 'b'), field(-2, 'first')]
  expect(inOrder(given).map((each) => each.title)).toEqual(['first', 'a', 'b', 'c'])
  expect(given[0]?.title).toBe('c')
})

test('isQuestion returns true only for PROPERTY and EMAIL fields', () => {
  expect([question, { ...question, type: 'EMAIL' } as FormField, html].map(isQuestion)).toEqual([true, true, false])
})
