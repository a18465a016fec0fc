import { describe, expect, test } from 'vitest'
import { isSurvey } from './auth-type.ts'
import type { FormField } from './form-field.ts'
import { asksSomething, questionsAhead } from './survey.ts'
import type { Tag } from './tag.ts'

const question: FormField = {
  type: 'PROPERTY',
  ordering: 1,
  value: { property_code: 'a', property_description: 'A', default_value: { input_type: 'text' } },
}
const terms: FormField = { type: 'TERMS_CONDITIONS', ordering: 1, value: { html: '<p>x</p>' } }
const html: FormField = { type: 'HTML', ordering: 1, value: '<p>x</p>' }
const further: FormField = { type: 'FURTHER_QUESTIONS', ordering: 1, value: { text: 'More?', fields: [] } }
const tag = (form_fields: FormField[], ...children: Tag[]): Tag => ({ code_tag: 'x', tag_description: 'X', form_fields, children })

describe('isSurvey (forms that visitors fill in as a survey)', () => {
  test.each<[Parameters<typeof isSurvey>[0], boolean, string]>([
    [['SURVEY', 'FREE'], true, 'together with a free mode'],
    [['FREE', 'SURVEY'], true, 'the order is ignored'],
    [['DATACOLLECTION', 'SURVEY'], true, 'any free mode'],
    [['FREE_CAPTCHA', 'SURVEY'], true, 'any free mode'],
    [['SURVEY'], false, 'SURVEY alone requires a session'],
    [['SURVEY', 'SSO', 'LOGIN'], false, 'the other modes require a session'],
    [['FREE'], false, 'FREE without SURVEY'],
    [[], false, 'no login modes'],
  ])('for the access modes %j returns %j (%s)', (types, expected) => expect(isSurvey(types)).toBe(expected))
})

describe('asksSomething (whether a step has a question, terms or a choice)', () => {
  test.each<[why: string, step: Tag, expected: boolean]>([
    ['is true for a question', tag([question]), true],
    ['is true for terms', tag([terms]), true],
    ['is true for further questions', tag([further]), true],
    ['is true for a choice', tag([html], tag([]), tag([])), true],
    ['is false for a hidden question', tag([{ ...question, hidden: true }]), false],
    ['is false for an HTML text only', tag([html]), false],
    ['is false for one child, which is no choice', tag([], tag([question])), false],
    ['is false without fields and children', tag([]), false],
  ])('%s', (_why, step, expected) => expect(asksSomething(step)).toBe(expected))
})

describe('questionsAhead (number of further steps with questions)', () => {
  test.each<[why: string, step: Tag, expected: number | null]>([
    ['is 0 without a following step', tag([question]), 0],
    ['is 3 before a chain of three questions', tag([], tag([question], tag([question], tag([question])))), 3],
    ['does not count steps without questions', tag([question], tag([html], tag([question]))), 1],
    ['is null before a later choice', tag([question], tag([question], tag([question]), tag([question]))), null],
    ['is null at a choice', tag([], tag([question]), tag([question])), null],
  ])('%s', (_why, step, expected) => expect(questionsAhead(step)).toBe(expected))
})
