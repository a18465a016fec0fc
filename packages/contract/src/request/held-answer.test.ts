import { describe, expect, test } from 'vitest'
import type { Property } from '../form/form-field.ts'
import { type Hold, initialAnswer, isHeld, keptAnswer } from './held-answer.ts'

type Settings = Property['default_value']

function property(default_value: Settings, font_case?: Property['font_case']): Property {
  return { property_code: 'a', property_description: 'A', default_value, ...(font_case && { font_case }) }
}

function hold(settings: Settings, more: Partial<Hold> = {}): Hold {
  return { property: property(settings), hidden: false, readonly: 'EDITABLE', mapping: undefined, ...more }
}

const TEXT: Settings = { input_type: 'text' }
const SELECT: Settings = { input_type: 'select', options: [{ key: 'a', value: 'A' }] }
const BOXES: Settings = {
  input_type: 'multi_checkbox',
  checkboxes: [
    { key: 'x', value: 'X', state: true },
    { key: 'y', value: 'Y' },
  ],
}

describe('keptAnswer (an answer in the form in which it is stored)', () => {
  test.each<[why: string, settings: Settings, fontCase: Property['font_case'], answer: unknown, kept: unknown]>([
    ['upper case', TEXT, 'upper', 'città é', 'CITTÀ É'],
    ['lower case', TEXT, 'lower', 'CITTÀ É', 'città é'],
    ['the case in which it was typed', TEXT, 'default', 'Città', 'Città'],
    ['nothing is asked of its case', TEXT, undefined, 'Città', 'Città'],
    ['what has the wrong type is left for the check', TEXT, 'upper', 5, 5],
    ['no answer', TEXT, 'upper', null, null],
    ['a textarea is written too', { input_type: 'textarea' }, 'upper', 'a', 'A'],
    ['the key of an option is not the visitor’s writing', SELECT, 'upper', 'a', 'a'],
    ['nor are the keys of boxes', BOXES, 'upper', ['x'], ['x']],
    ['the elements of a list are trimmed', { input_type: 'array', elementsType: 'text' }, undefined, [' a ', 'b'], ['a', 'b']],
    ['the elements of a list are in the case asked for', { input_type: 'array', elementsType: 'text' }, 'upper', ['a'], ['A']],
    ['numbers in a list stay', { input_type: 'array', elementsType: 'number' }, 'upper', [1.5], [1.5]],
    ['a list that is none is left for the check', { input_type: 'array', elementsType: 'text' }, undefined, [{}], [{}]],
  ])('%s', (_why, settings, fontCase, answer, kept) => {
    expect(keptAnswer(property(settings, fontCase), answer)).toEqual(kept)
  })
})

describe('initialAnswer', () => {
  test.each<[why: string, settings: Settings, answer: unknown]>([
    ['a text has none', TEXT, ''],
    ['the author’s default', { input_type: 'text', default: 'web' }, 'web'],
    ['a default of the wrong type counts for nothing', { input_type: 'text', default: 5 }, ''],
    ['a boolean is not ticked', { input_type: 'boolean' }, false],
    ['a boolean that starts ticked', { input_type: 'boolean', default: true }, true],
    ['a number has none', { input_type: 'int' }, null],
    ['a number of nought', { input_type: 'int', default: 0 }, 0],
    ['a number written as a text counts for nothing', { input_type: 'int', default: '5' }, null],
    ['no file', { input_type: 'file' }, []],
    ['boxes as each of them starts', BOXES, ['x']],
    ['boxes as the default says', { ...BOXES, default: ['y'] }, ['y']],
    ['a slider stands nowhere', { input_type: 'slider', items: [{ key: '1', value: 'One' }] }, ''],
    ['a list is empty', { input_type: 'array', elementsType: 'text' }, []],
  ])('from the settings: %s', (_why, settings, answer) => {
    expect(initialAnswer(hold(settings), {})).toEqual(answer)
  })

  test('converts the author’s default to the letter case of the property', () => {
    expect(initialAnswer({ ...hold(TEXT), property: property({ input_type: 'text', default: 'web' }, 'upper') }, {})).toBe('WEB')
  })

  test.each<[why: string, settings: Settings, datum: unknown, answer: unknown]>([
    ['what is known wins over the default', { input_type: 'text', default: 'web' }, 'Anna', 'Anna'],
    ['the first of several addresses', { input_type: 'email' }, ['a@x.example', 'b@x.example'], 'a@x.example'],
    ['a number written as a text', { input_type: 'int' }, '42', 42],
    ['a number for a text', TEXT, 42, '42'],
    ['a boolean written as a text', { input_type: 'boolean' }, 'true', true],
    ['a boolean that is not true is no answer', { input_type: 'boolean' }, 'no', false],
    ['a day of the wire', { input_type: 'date' }, '1980-05-01', '1980-05-01'],
    ['a day as people write it', { input_type: 'date' }, '01/05/1980', '1980-05-01'],
    ['several boxes', BOXES, ['y'], ['y']],
    ['what cannot be used is not known', { input_type: 'int' }, { a: 1 }, null],
    ['an empty datum is not known', { input_type: 'text', default: 'web' }, ' ', 'web'],
  ])('from known data: %s', (_why, settings, datum, answer) => {
    expect(initialAnswer(hold(settings, { mapping: 'key' }), { key: datum })).toEqual(answer)
  })

  test('ignores inherited properties of the known data', () => {
    expect(initialAnswer(hold(TEXT, { mapping: 'toString' }), {})).toBe('')
  })
})

describe('isHeld (the visitor cannot change the answer)', () => {
  test.each<[why: string, more: Partial<Hold>, known: Record<string, unknown>, held: boolean]>([
    ['never, where nothing is said', {}, {}, false],
    ['where it is hidden', { hidden: true }, {}, true],
    ['where it is locked', { readonly: 'LOCKED' }, {}, true],
    ['where it is unlocked and known', { readonly: 'UNLOCKED', mapping: 'nome' }, { nome: 'Anna' }, true],
    ['not where it is unlocked and unknown', { readonly: 'UNLOCKED', mapping: 'nome' }, {}, false],
    ['not where it is unlocked and known as empty', { readonly: 'UNLOCKED', mapping: 'nome' }, { nome: '' }, false],
    ['not where it is unlocked and maps to nothing', { readonly: 'UNLOCKED' }, { nome: 'Anna' }, false],
    ['not where it is editable, known or not', { readonly: 'EDITABLE', mapping: 'nome' }, { nome: 'Anna' }, false],
  ])('%s', (_why, more, known, held) => {
    expect(isHeld(hold(TEXT, more), known)).toBe(held)
  })
})
