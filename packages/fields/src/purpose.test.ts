import { expect, test } from 'vitest'
import { purposeOf } from './purpose.ts'

test.each<[code: string, mapping: string | undefined, purpose: string | undefined]>([
  ['nome', undefined, 'given-name'],
  ['Cognome', undefined, 'family-name'],
  ['telefono', undefined, 'tel'],
  ['anything', 'telefono', 'tel'],
  ['nuovo_indirizzo', undefined, 'address-line1'],
  ['cap', undefined, 'postal-code'],
  ['indirizzo', undefined, undefined],
  ['nome_locale', undefined, undefined],
  ['constructor', undefined, undefined],
])('purposeOf: the question %s, prefilled from the known value %s, gets the autocomplete value %s', (code, mapping, purpose) => {
  expect(purposeOf(code, mapping)).toBe(purpose)
})
