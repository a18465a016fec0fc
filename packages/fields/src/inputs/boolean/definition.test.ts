import { expect, test } from 'vitest'
import { boolean } from './definition.ts'

test('boolean input: writes an answer as the word for yes or no in the given language', () => {
  expect(boolean.text(true, {}, { language: 'it', yes: 'Sì', no: 'No' })).toBe('Sì')
  expect(boolean.text(false, {}, { language: 'de', yes: 'Ja', no: 'Nein' })).toBe('Nein')
})

test('boolean input: accepts only true and false, and treats false as a missing answer', () => {
  expect([true, false, 'true', 1, null, []].map((value) => boolean.accepts(value))).toEqual([true, true, false, false, false, false])
  expect([boolean.isEmpty(true), boolean.isEmpty(false)]).toEqual([false, true])
  expect(boolean.check(true, {}, { today: '', matches: () => true })).toEqual([])
})
