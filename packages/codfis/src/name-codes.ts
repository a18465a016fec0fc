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
 * The three letters of a surname: its consonants in order, then its vowels, then X (decree of 23 December 1976).
 * Blanks, apostrophes and hyphens do not count, so both halves of a double surname run together; foreign letters are spelled
 * as registers spell them (Ö = OE). A text without a Latin letter gives `XXX`.
 */
export function surnameCode(surname: string): string {
  return codeOf(registerLetters(surname))
}

/**
 * The three letters of a given name: of four consonants or more the first, third and fourth; of fewer, as of a surname
 * (decree of 23 December 1976). Several given names run together.
 */
export function nameCode(name: string): string {
  return codeOfName(registerLetters(name))
}

/**
 * Whether a surname can have given these three letters: spelled as registers do since 2008 (Ö = OE) or, as many did before,
 * with bare letters (Ö = O). A text without a Latin letter is never held against the code, which was made from another spelling.
 */
export function surnameFits(surname: string, code: string): boolean {
  return fits(surname, code, codeOf)
}

/** Whether a given name can have given these three letters; see {@link surnameFits}. */
export function nameFits(name: string, code: string): boolean {
  return fits(name, code, codeOfName)
}

function fits(text: string, code: string, make: (letters: string) => string): boolean {
  const letters = registerLetters(text)
  return letters === '' || make(letters) === code || make(plainLetters(text)) === code
}
