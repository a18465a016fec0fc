import { describe, expect, test } from 'vitest'
import { type CheckContext, checkAnswer } from './define-input.ts'
import { type InputType, inputOf } from './inputs.ts'

const context: CheckContext = { today: '2026-03-10', matches: () => true }
const settings = { options: [{ key: 'a', value: 'A' }] }

function codes(type: InputType, answer: unknown, required: boolean): string[] {
  return checkAnswer(inputOf(type), answer, { required, settings }, context).map((issue) => issue.code)
}

describe('checkAnswer for every input type', () => {
  const untouched: [type: InputType, answer: unknown, why: string][] = [
    ['text', undefined, 'it was left out'],
    ['text', null, 'it is null'],
    ['text', '', 'it is the empty text'],
    ['text', ' \t\n', 'it is white space only'],
    ['textarea', '   ', 'it is white space only'],
    ['email', '  ', 'it is white space only'],
    ['int', undefined, 'it was left out'],
    ['int', '', 'the control of a number is empty'],
    ['numeric', null, 'it is null'],
    ['boolean', undefined, 'it was left out'],
    ['boolean', false, 'a box that is not ticked is no consent'],
    ['select', '', 'nothing was chosen'],
    ['date', '', 'no day was chosen'],
    ['file', [], 'no file was chosen'],
    ['file', undefined, 'no file was chosen'],
  ]

  test.each(untouched)('%s: treats %j as no answer, because %s', (type, answer) => {
    expect(codes(type, answer, true)).toEqual(['campo_richiesto'])
    expect(codes(type, answer, false)).toEqual([])
  })

  const foreign: [type: InputType, answer: unknown, why: string][] = [
    ['text', 5, 'a number is no text'],
    ['text', { toString: 'x' }, 'an object is no text'],
    ['textarea', ['a'], 'a list is no text'],
    ['email', true, 'a boolean is no address'],
    ['int', '5', 'a text of digits is no number on the wire'],
    ['int', Number.NaN, 'it is no number at all'],
    ['int', Number.POSITIVE_INFINITY, 'JSON has no infinity'],
    ['numeric', '2,5', 'the comma belongs to the page, not to the wire'],
    ['numeric', [1], 'a list is no number'],
    ['boolean', 'true', 'a text is no boolean'],
    ['boolean', 1, 'a number is no boolean'],
    ['select', 0, 'a key is a text'],
    ['select', ['a'], 'one key, not a list of them'],
    ['date', 20260310, 'a day is a text'],
    ['file', 'a.pdf', 'files are a list'],
  ]

  test.each(foreign)('%s: rejects %j as wrong type, because %s', (type, answer) => {
    expect(codes(type, answer, false)).toEqual(['campo_formato'])
    expect(codes(type, answer, true)).toEqual(['campo_formato'])
  })

  test.each(['text', 'textarea', 'email', 'int', 'numeric', 'boolean', 'select', 'date', 'file'] as const)(
    '%s: its empty value is accepted and counts as empty',
    (type) => {
      const input = inputOf(type)
      expect(input.empty === null || input.accepts(input.empty)).toBe(true)
      expect(input.isEmpty(input.empty)).toBe(true)
    },
  )
})
