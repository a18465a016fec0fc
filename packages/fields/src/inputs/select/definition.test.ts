import { describe, expect, test } from 'vitest'
import { optionsOf, select } from './definition.ts'

const settings = {
  options: [
    { key: 'road', value: 'On the road' },
    { key: '0', value: 'Nowhere' },
  ],
}
const context = { today: '', matches: () => true }

describe('a choice', () => {
  test.each<[key: string, valid: boolean, why: string]>([
    ['road', true, 'it is an option'],
    ['0', true, 'a nought is a key like any other'],
    ['Road', false, 'keys are exact'],
    ['On the road', false, 'the label is not the key'],
    ['road ', false, 'keys are not trimmed'],
    ['toString', false, 'what every object has is no option'],
  ])('%j: %s', (key, valid) => {
    expect(select.check(key, settings, context)).toEqual(valid ? [] : [{ code: 'opzione_non_valida', params: [] }])
  })

  test('is read by people as its label', () => {
    expect(select.text('road', settings, { language: 'it', yes: '', no: '' })).toBe('On the road')
    expect(select.text('gone', settings, { language: 'it', yes: '', no: '' })).toBe('gone')
  })
})

describe('options as a map of label to value', () => {
  const map = { options: { 'Sulla strada': 'road', 'In nessun luogo': '0' } }

  test('are sent by value and read by label', () => {
    expect(select.check('road', map, context)).toEqual([])
    expect(select.check('Sulla strada', map, context)).toEqual([{ code: 'opzione_non_valida', params: [] }])
    expect(select.text('0', map, { language: 'it', yes: '', no: '' })).toBe('In nessun luogo')
  })

  test('are nothing where there is no map', () => {
    expect(optionsOf(undefined)).toEqual([])
  })
})
