import type { FormField } from '@sportello/contract'
import { expect, test } from 'vitest'
import { matrixGroups } from './matrix.tsx'

type Settings = Extract<FormField, { type: 'PROPERTY' }>['value']['default_value']

const question = (property_code: string, default_value: object, more: object = {}): FormField => ({
  type: 'PROPERTY',
  ordering: 1,
  ...more,
  value: { property_code, property_description: property_code, default_value: default_value as Settings },
})
const options = (...values: string[]) => values.map((value) => ({ key: value, value }))
const slider = { input_type: 'slider', items: options('little', 'much') }
const numbers = { input_type: 'int', min: 0, max: 10 }
const select = { input_type: 'select', options: options('yes', 'no') }

const codes = (fields: readonly FormField[]) =>
  matrixGroups(fields).map((group) => group.map((field) => (field.type === 'PROPERTY' ? field.value.property_code : field.type)).join(' '))

test.each<[why: string, fields: FormField[], expected: string[]]>([
  ['three sliders with the same items', [question('a', slider), question('b', slider), question('c', slider)], ['a b c']],
  ['three scales of numbers', [question('a', numbers), question('b', numbers), question('c', numbers)], ['a b c']],
  ['three selects with the same options', [question('a', select), question('b', select), question('c', select)], ['a b c']],
  ['two questions are no matrix', [question('a', slider), question('b', slider)], ['a', 'b']],
  ['a different scale', [question('a', slider), question('b', slider), question('c', { ...slider, items: options('little', 'a lot') })], ['a', 'b', 'c']],
  ['a question in between', [question('a', slider), question('b', slider), question('x', { input_type: 'text' }), question('c', slider)], ['a', 'b', 'x', 'c']],
  [
    'a block before the matrix',
    [{ type: 'HTML', ordering: 1, value: '' }, question('a', slider), question('b', slider), question('c', slider)],
    ['HTML', 'a b c'],
  ],
  ['a question with a help text', [question('a', slider), question('b', slider, { info_text: 'help' }), question('c', slider)], ['a', 'b', 'c']],
  ['a hidden question', [question('a', slider), question('b', slider, { hidden: true }), question('c', slider)], ['a', 'b', 'c']],
  ['buttons', ['a', 'b', 'c'].map((code) => question(code, { ...select, isButtons: true })), ['a', 'b', 'c']],
  [
    'options with icons',
    ['a', 'b', 'c'].map((code) =>
      question(code, {
        ...select,
        options: [
          { key: 'y', value: 'yes', icon: 'bus' },
          { key: 'n', value: 'no' },
        ],
      }),
    ),
    ['a', 'b', 'c'],
  ],
  ['no fields', [], []],
])('a survey shows only consecutive questions with the same scale as a matrix: %s', (_why, fields, expected) => expect(codes(fields)).toEqual(expected))
