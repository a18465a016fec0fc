import { describe, expect, test } from 'vitest'
import { optionsOf, select } from './definition.ts'

const settings = {
  options: [
    { key: 'road', value: 'On the road' },
    { key: '0', value: 'Nowhere' },
  ],
}
const context = { today: '', matches: () => true }

describe('select field', () => {
  test.each<[key: string, valid: boolean, why: string]>([
    ['road', true, 'it is an option'],
    ['0', true, '"0" is a valid key'],
    ['Road', false, 'keys are case-sensitive'],
    ['On the road', false, 'the label is not the key'],
    ['road ', false, 'keys are not trimmed'],
    ['toString', false, 'an inherited object property is not an option'],
  ])('accepts the key %j as an answer: %s', (key, valid) => {
    expect(select.check(key, settings, context)).toEqual(valid ? [] : [{ code: 'opzione_non_valida', params: [] }])
  })

  test('writes the answer as the label of the option, or as its key if the option no longer exists', () => {
    expect(select.text('road', settings, { language: 'it', yes: '', no: '' })).toBe('On the road')
    expect(select.text('gone', settings, { language: 'it', yes: '', no: '' })).toBe('gone')
  })
})

describe('optionsOf (options of a select field)', () => {
  const map = { options: { 'Sulla strada': 'road', 'In nessun luogo': '0' } }

  test('a map of options has labels as its keys and the submitted answers as its values', () => {
    expect(select.check('road', map, context)).toEqual([])
    expect(select.check('Sulla strada', map, context)).toEqual([{ code: 'opzione_non_valida', params: [] }])
    expect(select.text('0', map, { language: 'it', yes: '', no: '' })).toBe('In nessun luogo')
  })

  test('a map of options is shown sorted by label, because a database does not keep the order of its keys', () => {
    const labels = optionsOf({ 'Turno 10': 't10', Élite: 'e', 'Turno 9': 't9', Zona: 'z', Èra: 'r' }).map(({ value }) => value)
    expect(labels).toEqual(['Élite', 'Èra', 'Turno 9', 'Turno 10', 'Zona'])
  })

  test('options given as a list keep their order, and only the first of two options with the same key is used', () => {
    expect(
      optionsOf([
        { key: 'b', value: 'B' },
        { key: 'a', value: 'A' },
        { key: 'b', value: 'Again' },
      ]).map(({ value }) => value),
    ).toEqual(['B', 'A'])
    expect(optionsOf({ Milano: 'mi', Mailand: 'mi' })).toEqual([{ key: 'mi', value: 'Mailand' }])
  })

  test('returns an empty list if there is no map', () => {
    expect(optionsOf(undefined)).toEqual([])
  })
})
