import type { FormField, TagView } from '@sportello/contract'
import { describe, expect, test } from 'vitest'
import { cardBefore, faultsOn, progressOf } from './cards.ts'

const question = (code: string): FormField => ({
  type: 'PROPERTY',
  ordering: 1,
  value: { property_code: code, property_description: code, default_value: { input_type: 'text' } },
})
const html: FormField = { type: 'HTML', ordering: 1, value: '<p>x</p>' }
const step = (code_tag: string, form_fields: FormField[], questions_ahead: number | null, children = 1) =>
  ({ code_tag, form_fields, questions_ahead, children: Array.from({ length: children }, (_, at) => ({ code_tag: `${code_tag}-${at}` })) }) as unknown as TagView

const root = step('root', [], 3)
const welcome = step('welcome', [html], 3)
const first = step('first', [question('a')], 2)
const second = step('second', [question('b')], 1)
const last = step('last', [question('c')], 0, 0)
const choice = step('choice', [], null, 2)

describe('progressOf (progress of a survey)', () => {
  test.each<[why: string, steps: TagView[], expected: ReturnType<typeof progressOf>]>([
    ['steps without questions are not counted', [root, welcome, first], { number: 1, total: 3 }],
    ['the last question', [root, welcome, first, second, last], { number: 3, total: 3 }],
    ['a card without questions has no number', [root, welcome], null],
    ['a choice counts as a question, and the total is unknown before it', [first, choice], { number: 2, total: null }],
    ['after a choice the total is known', [choice, first], { number: 2, total: 4 }],
    ['no steps', [], null],
  ])('returns the right progress: %s', (_why, steps, expected) => expect(progressOf(steps)).toEqual(expected))
})

describe('cardBefore (the card before the open card of a survey)', () => {
  test.each<[why: string, steps: TagView[], expected: string | undefined]>([
    ['the previous question', [root, first, second], 'first'],
    ['a skipped step is not a card', [root, first], undefined],
    ['a step with only a text is a card', [root, welcome, first], 'welcome'],
    ['a step with a choice is a card', [choice, first], 'choice'],
  ])('returns the right card: %s', (_why, steps, expected) => expect(cardBefore(steps)?.code_tag).toBe(expected))
})

test('faultsOn keeps only the errors of fields on the given survey card', () => {
  const fault = (field: string) => ({ field, issue: { code: 'campo_richiesto' as const, params: [] } })
  expect(faultsOn(second, [fault('a'), fault('b')])).toEqual([fault('b')])
  expect(faultsOn(undefined, [fault('a')])).toEqual([])
})
