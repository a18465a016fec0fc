import { plainLetters, registerLetters } from './letters.ts'

const withoutVowels = (letters: string): string => letters.replace(/[AEIOU]/g, '')
const withoutConsonants = (letters: string): string => letters.replace(/[^AEIOU]/g, '')

function codeOf(letters: string): string {
  return `${withoutVowels(letters)}${withoutConsonants(letters)}XXX`.slice(0, 3)
}

function codeOfName(letters: string): string {
  const consonants = withoutVowels(letters)
  return consonants.length >= 4 ? `${consonants.slice(0, 1)}${consonants.slice(2, 4)}` : codeOf(letters)
}

/**
 * Returns the three letters of a surname: its consonants in order, then its vowels, then X (decree of 23 December
 * 1976). Spaces, apostrophes and hyphens are ignored, so both parts of a double surname count as one. Foreign letters
 * are spelled as registers spell them (Ö = OE). A text without Latin letters gives `XXX`.
 */
export function surnameCode(surname: string): string {
  return codeOf(registerLetters(surname))
}

/**
 * Returns the three letters of a given name: of four or more consonants the first, third and fourth; otherwise as for a surname (decree of 23 December 1976).
 * Several given names count as one.
 */
export function nameCode(name: string): string {
  return codeOfName(registerLetters(name))
}

/**
 * Returns whether a surname can have these three letters at the start of an Italian tax code. The surname may be spelled as registers do since 2008 (Ö =
 * OE) or, as many did before, without accents (Ö = O). The result is true for a text without Latin letters, because its
 * code was made from another spelling.
 */
export function surnameFits(surname: string, code: string): boolean {
  return fits(surname, code, codeOf)
}

/**
 * Returns whether a given name can have these three letters in an Italian tax code, by the same rules as {@link
 * surnameFits}.
 */
export function nameFits(name: string, code: string): boolean {
  return fits(name, code, codeOfName)
}

function fits(text: string, code: string, make: (letters: string) => string): boolean {
  const letters = registerLetters(text)
  return letters === '' || make(letters) === code || make(plainLetters(text)) === code
}
