import { plainLetters } from './letters.ts'

/** What two spellings of a place's name have in common: its letters in capitals, without accents and without a province after it. */
export function placeKey(name: string): string {
  return plainLetters(name.replace(/\([a-z]{2}\) *$/i, ''))
}
