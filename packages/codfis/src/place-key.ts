import { plainLetters } from './letters.ts'

/** Returns the search key of a place's name: its letters in capitals, without accents and without the province at the end. */
export function placeKey(name: string): string {
  return plainLetters(name.replace(/\([a-z]{2}\) *$/i, ''))
}
