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
 * Returns the three letters for a surname: first its consonants in order, then its vowels, then X (decree of 23
 * December 1976). Spaces, apostrophes and hyphens are ignored, so a double surname counts as one. Foreign letters are
 * spelled as in the registers (Ö = OE). For a text without Latin letters the result is `XXX`.
 */
export function surnameCode(surname: string): string {
  return codeOf(registerLetters(surname))
}

/**
 * Returns the three letters for a given name. If it has four or more consonants, they are the first, third and fourth
 * consonant; otherwise the rule for surnames applies (decree of 23 December 1976). Several given names count as one.
 */
export function nameCode(name: string): string {
  return codeOfName(registerLetters(name))
}

/**
 * Returns true if an Italian tax code that begins with these three letters can belong to the surname. Two spellings are
 * accepted: the registers' spelling since 2008 (Ö = OE), and the spelling without accents (Ö = O) that many registers
 * used before. For a text without Latin letters the result is always true, because the tax code was then made from
 * another spelling.
 */
export function surnameFits(surname: string, code: string): boolean {
  return fits(surname, code, codeOf)
}

/**
 * Returns true if an Italian tax code with these three letters can belong to the given name, by the same rules as
 * {@link surnameFits}.
 */
export function nameFits(name: string, code: string): boolean {
  return fits(name, code, codeOfName)
}

function fits(text: string, code: string, make: (letters: string) => string): boolean {
  const letters = registerLetters(text)
  return letters === '' || make(letters) === code || make(plainLetters(text)) === code
}
