import { describe, expect, test } from 'vitest'
import { checkAnswer } from '../../define-input.ts'
import { multiCheckbox } from './definition.ts'

const checkboxes = [
  { key: 'a', value: 'Autobus', state: true },
  { key: 'b', value: 'Bici' },
  { key: 'c', value: 'Camminata' },
]
const context = { today: '', matches: () => true }

describe('multi-checkbox input', () => {
  test.each<[why: string, answer: unknown, more: { max_selected?: number; required?: boolean }, code: string | undefined]>([
    ['one box', ['a'], {}, undefined],
    ['all boxes', ['a', 'b', 'c'], {}, undefined],
    ['boxes in another order', ['c', 'a'], {}, undefined],
    ['no box', [], {}, undefined],
    ['no box, if required', [], { required: true }, 'campo_richiesto'],
    ['a missing answer, if required', undefined, { required: true }, 'campo_richiesto'],
    ['as many boxes as max_selected', ['a', 'b'], { max_selected: 2 }, undefined],
    ['one box more than max_selected', ['a', 'b', 'c'], { max_selected: 2 }, 'troppi_selezionati'],
    ['an unknown key', ['d'], {}, 'opzione_non_valida'],
    ['a known and an unknown key', ['a', 'd'], {}, 'opzione_non_valida'],
    ['the same key twice', ['a', 'a'], {}, 'opzione_non_valida'],
    ['a key in another letter case', ['A'], {}, 'opzione_non_valida'],
    ['the name of an inherited object property', ['constructor'], {}, 'opzione_non_valida'],
    ['a key instead of a list', 'a', {}, 'campo_formato'],
    ['a list of numbers', [1], {}, 'campo_formato'],
    ['a list with null', [null], {}, 'campo_formato'],
    ['an object instead of a list', { a: true }, {}, 'campo_formato'],
  ])('checks an answer (%s): %j with the settings %j (expected error: %s)', (_why, answer, { max_selected, required = false }, code) => {
    const issues = checkAnswer(multiCheckbox, answer, { required, settings: { checkboxes, max_selected } }, context)
    expect(issues.map((issue) => issue.code)).toEqual(code === undefined ? [] : [code])
  })

  test('initially checks the boxes that the settings select', () => {
    expect(multiCheckbox.initial?.({ checkboxes })).toEqual(['a'])
  })

  test('writes the labels of the checked boxes in the order of the boxes', () => {
    expect(multiCheckbox.text(['c', 'a'], { checkboxes }, { language: 'it', yes: '', no: '' })).toBe('Autobus, Camminata')
  })
})
