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

describe('keptAnswer (an answer as the server stores it)', () => {
  test.each<[why: string, settings: Settings, fontCase: Property['font_case'], answer: unknown, kept: unknown]>([
    ['font_case upper converts the text', TEXT, 'upper', 'città é', 'CITTÀ É'],
    ['font_case lower converts the text', TEXT, 'lower', 'CITTÀ É', 'città é'],
    ['font_case default keeps the text', TEXT, 'default', 'Città', 'Città'],
    ['without font_case the text stays unchanged', TEXT, undefined, 'Città', 'Città'],
    ['a value of the wrong type stays unchanged', TEXT, 'upper', 5, 5],
    ['a missing answer stays null', TEXT, 'upper', null, null],
    ['a textarea is converted too', { input_type: 'textarea' }, 'upper', 'a', 'A'],
    ['an option key is not converted', SELECT, 'upper', 'a', 'a'],
    ['keys of checkboxes are not converted', BOXES, 'upper', ['x'], ['x']],
    ['the elements of a list are trimmed', { input_type: 'array', elementsType: 'text' }, undefined, [' a ', 'b'], ['a', 'b']],
    ['the elements of a list are converted', { input_type: 'array', elementsType: 'text' }, 'upper', ['a'], ['A']],
    ['numbers in a list stay unchanged', { input_type: 'array', elementsType: 'number' }, 'upper', [1.5], [1.5]],
    ['a list with elements of the wrong type stays unchanged', { input_type: 'array', elementsType: 'text' }, undefined, [{}], [{}]],
  ])('%s', (_why, settings, fontCase, answer, kept) => {
    expect(keptAnswer(property(settings, fontCase), answer)).toEqual(kept)
  })
})

describe('initialAnswer (the answer to a question that the visitor has not touched)', () => {
  test.each<[why: string, settings: Settings, answer: unknown]>([
    ['a text without default', TEXT, ''],
    ['the author’s default', { input_type: 'text', default: 'web' }, 'web'],
    ['a default of the wrong type is ignored', { input_type: 'text', default: 5 }, ''],
    ['a boolean without default', { input_type: 'boolean' }, false],
    ['a boolean with default true', { input_type: 'boolean', default: true }, true],
    ['a number without default', { input_type: 'int' }, null],
    ['a number with default 0', { input_type: 'int', default: 0 }, 0],
    ['a number default given as a text is ignored', { input_type: 'int', default: '5' }, null],
    ['a file field', { input_type: 'file' }, []],
    ['checkboxes with state', BOXES, ['x']],
    ['checkboxes with a default', { ...BOXES, default: ['y'] }, ['y']],
    ['a slider without default', { input_type: 'slider', items: [{ key: '1', value: 'One' }] }, ''],
    ['a list without default', { input_type: 'array', elementsType: 'text' }, []],
  ])('is taken from the settings (%s): the settings %j give %j', (_why, settings, answer) => {
    expect(initialAnswer(hold(settings), {})).toEqual(answer)
  })

  test('converts the author’s default to the letter case (upper or lower) that the question requires', () => {
    expect(initialAnswer({ ...hold(TEXT), property: property({ input_type: 'text', default: 'web' }, 'upper') }, {})).toBe('WEB')
  })

  test.each<[why: string, settings: Settings, datum: unknown, answer: unknown]>([
    ['the known datum replaces the default', { input_type: 'text', default: 'web' }, 'Anna', 'Anna'],
    ['several known addresses: the first', { input_type: 'email' }, ['a@x.example', 'b@x.example'], 'a@x.example'],
    ['a known number given as a text', { input_type: 'int' }, '42', 42],
    ['a known number for a text field', TEXT, 42, '42'],
    ['a known boolean given as a text', { input_type: 'boolean' }, 'true', true],
    ['a known boolean other than true', { input_type: 'boolean' }, 'no', false],
    ['a known ISO date', { input_type: 'date' }, '1980-05-01', '1980-05-01'],
    ['a known date in the order day, month, year', { input_type: 'date' }, '01/05/1980', '1980-05-01'],
    ['known checkbox keys', BOXES, ['y'], ['y']],
    ['a known datum of an unusable type is ignored', { input_type: 'int' }, { a: 1 }, null],
    ['a known datum of white space is ignored', { input_type: 'text', default: 'web' }, ' ', 'web'],
  ])('is taken from known data (%s): the settings %j and the known value %j give %j', (_why, settings, datum, answer) => {
    expect(initialAnswer(hold(settings, { mapping: 'key' }), { key: datum })).toEqual(answer)
  })

  test('ignores inherited properties of the known data', () => {
    expect(initialAnswer(hold(TEXT, { mapping: 'toString' }), {})).toBe('')
  })
})

describe('isHeld (whether the visitor cannot change the answer)', () => {
  test.each<[why: string, more: Partial<Hold>, known: Record<string, unknown>, held: boolean]>([
    ['no settings', {}, {}, false],
    ['hidden', { hidden: true }, {}, true],
    ['LOCKED', { readonly: 'LOCKED' }, {}, true],
    ['UNLOCKED with a known datum', { readonly: 'UNLOCKED', mapping: 'nome' }, { nome: 'Anna' }, true],
    ['UNLOCKED without a known datum', { readonly: 'UNLOCKED', mapping: 'nome' }, {}, false],
    ['UNLOCKED with an empty known datum', { readonly: 'UNLOCKED', mapping: 'nome' }, { nome: '' }, false],
    ['UNLOCKED without a mapping', { readonly: 'UNLOCKED' }, { nome: 'Anna' }, false],
    ['EDITABLE with a known datum', { readonly: 'EDITABLE', mapping: 'nome' }, { nome: 'Anna' }, false],
  ])('%s: for the settings %j and the known data %j, returns %s', (_why, more, known, held) => {
    expect(isHeld(hold(TEXT, more), known)).toBe(held)
  })
})
