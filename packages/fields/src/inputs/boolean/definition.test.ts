import { expect, test } from 'vitest'
import { boolean } from './definition.ts'

test('a tick is read by people in their own word', () => {
  expect(boolean.text(true, {}, { language: 'it', yes: 'Sì', no: 'No' })).toBe('Sì')
  expect(boolean.text(false, {}, { language: 'de', yes: 'Ja', no: 'Nein' })).toBe('Nein')
})

test('only true and false are answers, and only true is one where one is required', () => {
  expect([true, false, 'true', 1, null, []].map((value) => boolean.accepts(value))).toEqual([true, true, false, false, false, false])
  expect([boolean.isEmpty(true), boolean.isEmpty(false)]).toEqual([false, true])
  expect(boolean.check(true, {}, { today: '', matches: () => true })).toEqual([])
})
