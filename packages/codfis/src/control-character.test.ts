import { expect, test } from 'vitest'
import { controlCharacter } from './control-character.ts'

test.each([
  ['RSSMRA85T10A562', 'S', 'a man born in Italy'],
  ['MLLSNT82P65Z404', 'U', 'a woman born abroad'],
  ['RSSMRA85T10A56N', 'H', 'a substituted digit has its letter’s value'],
  ['RSSMRA85T10A56', undefined, 'fourteen characters'],
  ['RSSMRA85T10A562S', undefined, 'sixteen characters'],
  ['rssmra85t10a562', undefined, 'lower case'],
  ['RSSMRA85T10A56２', undefined, 'a full-width digit'],
  ['RSSMRA85T10A562\n', undefined, 'a trailing line feed'],
])('controlCharacter(%s) returns %s: %s', (body, character) => expect(controlCharacter(body)).toBe(character))

test('controlCharacter uses for each character at an odd position the value in the decree’s table', () => {
  const rest = 'AAAAAAAAAAAAAA'
  const value = (character: string) => (controlCharacter(`${character}${rest}`)?.charCodeAt(0) ?? 0) - 65 - 7
  // The test varies the character at one odd position of the tax code. The other seven odd positions contain the letter
  // A, whose value there is 1.
  const values = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((character) => (value(character) + 26) % 26)
  const digits = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
  expect(values).toEqual([...digits, ...digits, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23])
})

test('controlCharacter uses for each character at an even position the digit itself or the letter’s position in the alphabet', () => {
  const value = (character: string) => (controlCharacter(`A${character}AAAAAAAAAAAAA`)?.charCodeAt(0) ?? 0) - 65 - 8
  const values = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((character) => (value(character) + 26) % 26)
  expect(values).toEqual([...Array(10).keys(), ...Array(26).keys()])
})
