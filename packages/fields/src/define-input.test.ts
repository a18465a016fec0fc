import { describe, expect, test } from 'vitest'
import { type CheckContext, checkAnswer } from './define-input.ts'
import { type InputType, inputOf } from './inputs.ts'

const context: CheckContext = { today: '2026-03-10', matches: () => true }
const settings = { options: [{ key: 'a', value: 'A' }] }

function codes(type: InputType, answer: unknown, required: boolean): string[] {
  return checkAnswer(inputOf(type), answer, { required, settings }, context).map((issue) => issue.code)
}

describe('checkAnswer (checks a single answer of any input type)', () => {
  const untouched: [type: InputType, answer: unknown, why: string][] = [
    ['text', undefined, 'it is missing'],
    ['text', null, 'it is null'],
    ['text', '', 'it is the empty text'],
    ['text', ' \t\n', 'it is white space only'],
    ['textarea', '   ', 'it is white space only'],
    ['email', '  ', 'it is white space only'],
    ['int', undefined, 'it is missing'],
    ['int', '', 'the number control is empty'],
    ['numeric', null, 'it is null'],
    ['boolean', undefined, 'it is missing'],
    ['boolean', false, 'the box is unticked'],
    ['select', '', 'no option was chosen'],
    ['date', '', 'no day was chosen'],
    ['file', [], 'no file was chosen'],
    ['file', undefined, 'no file was chosen'],
  ]

  test.each(untouched)('%s: treats %j as a missing answer, because %s', (type, answer) => {
    expect(codes(type, answer, true)).toEqual(['campo_richiesto'])
    expect(codes(type, answer, false)).toEqual([])
  })

  const foreign: [type: InputType, answer: unknown, why: string][] = [
    ['text', 5, 'it is a number'],
    ['text', { toString: 'x' }, 'it is an object'],
    ['textarea', ['a'], 'it is a list'],
    ['email', true, 'it is a boolean'],
    ['int', '5', 'it is a text of digits'],
    ['int', Number.NaN, 'it is NaN'],
    ['int', Number.POSITIVE_INFINITY, 'it is infinite'],
    ['numeric', '2,5', 'it is a text with a decimal comma'],
    ['numeric', [1], 'it is a list'],
    ['boolean', 'true', 'it is a text'],
    ['boolean', 1, 'it is a number'],
    ['select', 0, 'it is a number instead of a key'],
    ['select', ['a'], 'it is a list of keys'],
    ['date', 20260310, 'it is a number'],
    ['file', 'a.pdf', 'it is a file name instead of a list'],
  ]

  test.each(foreign)('%s: rejects %j because of its wrong type: %s', (type, answer) => {
    expect(codes(type, answer, false)).toEqual(['campo_formato'])
    expect(codes(type, answer, true)).toEqual(['campo_formato'])
  })

  test.each(['text', 'textarea', 'email', 'int', 'numeric', 'boolean', 'select', 'date', 'file'] as const)(
    '%s: accepts the empty value of the input type and treats it as a missing answer',
    (type) => {
      const input = inputOf(type)
      expect(input.empty === null || input.accepts(input.empty)).toBe(true)
      expect(input.isEmpty(input.empty)).toBe(true)
    },
  )
})
