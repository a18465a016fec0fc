import { plainLetters } from './letters.ts'

/**
 * Returns the search key for the name of a place: its letters in capitals, without accents and without a province at
 * the end.
 */
export function placeKey(name: string): string {
  return plainLetters(name.replace(/\([a-z]{2}\) *$/i, ''))
}
