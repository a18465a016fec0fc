import { describe, expect, test } from 'vitest'
import { plainTaxCode, substitutedTaxCode } from './omocodia.ts'
import { readTaxCode } from './read-tax-code.ts'

const PLAIN = 'RSSMRA85T10A562S'

describe('substitutedTaxCode (variant of a tax code in which letters replace digits)', () => {
  test.each([
    [0b0000000, 'RSSMRA85T10A562', 'no digit replaced'],
    [0b0000001, 'RSSMRA85T10A56N', 'bit 0 replaces the rightmost digit'],
    [0b0000010, 'RSSMRA85T10A5S2', 'bit 1 replaces the second digit of the place'],
    [0b0000100, 'RSSMRA85T10AR62', 'bit 2 replaces the first digit of the place'],
    [0b0001000, 'RSSMRA85T1LA562', 'bit 3 replaces the second digit of the day'],
    [0b0010000, 'RSSMRA85TM0A562', 'bit 4 replaces the first digit of the day'],
    [0b0100000, 'RSSMRA8RT10A562', 'bit 5 replaces the second digit of the year'],
    [0b1000000, 'RSSMRAU5T10A562', 'bit 6 replaces the first digit of the year'],
    [0b1111111, 'RSSMRAURTMLARSN', 'all seven digits replaced'],
  ])('the substitution %i gives %s: %s', (substituted, body) => expect(substitutedTaxCode(PLAIN, substituted)?.slice(0, 15)).toBe(body))

  test('replaces the ten digits with the ten letters that the decree specifies', () => {
    const letter = (digit: number) => {
      // Only one of the 26 letters is the correct control character of a tax code, so the test tries all of them.
      const body = `RSSMRA85T10A56${digit}`
      const plain = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((control) => substitutedTaxCode(`${body}${control}`, 1)).find(Boolean)
      return plain?.charAt(14)
    }
    expect(Array.from({ length: 10 }, (_, digit) => letter(digit)).join('')).toBe('LMNPQRSTUV')
  })

  test('creates 128 different variants of a tax code, which all contain the same person’s data', () => {
    const variants = Array.from({ length: 128 }, (_, substituted) => substitutedTaxCode(PLAIN, substituted) ?? '')
    expect(new Set(variants).size).toBe(128)
    for (const [substituted, variant] of variants.entries()) {
      expect(plainTaxCode(variant)).toBe(PLAIN)
      expect(readTaxCode(variant)).toEqual(readTaxCode(PLAIN))
      expect(substitutedTaxCode(variant, 127 - substituted)).toBe(variants[127 - substituted])
    }
  })

  test.each([
    ['RSSMRA85T10A562T', 'a wrong control character'],
    ['RSSMRA85T10A56ZS', 'Z, which replaces no digit'],
    ['', 'nothing'],
  ])('plainTaxCode and substitutedTaxCode return undefined for %s: %s', (code) => {
    expect(plainTaxCode(code)).toBeUndefined()
    expect(substitutedTaxCode(code, 3)).toBeUndefined()
  })
})
