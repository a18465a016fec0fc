import { controlCharacter } from './control-character.ts'
import { normalTaxCode } from './normal-tax-code.ts'

/** The letters that stand for 0 to 9 where two people would share a code (decree of 23 December 1976). */
const LETTERS = 'LMNPQRSTUV'
/** The places of the seven digits, from the right, in the order of their substitution. */
const PLACES = [14, 13, 12, 10, 9, 7, 6]
const SHAPE = /^[A-Z]{6}[0-9LMNP-V]{2}[ABCDEHLMPRST][0-9LMNP-V]{2}[A-MZ][0-9LMNP-V]{3}[A-Z]$/

/**
 * The first fifteen characters with all seven digits as digits, of a code in capitals.
 * `undefined` where the code has not the shape of a tax code or its control character is wrong.
 */
export function plainBody(code: string): string | undefined {
  if (!SHAPE.test(code) || controlCharacter(code.slice(0, 15)) !== code.charAt(15)) return undefined
  const characters = [...code.slice(0, 15)]
  for (const place of PLACES) {
    const digit = LETTERS.indexOf(code.charAt(place))
    if (digit >= 0) characters[place] = String(digit)
  }
  return characters.join('')
}

/**
 * A code with every substitution for namesakes undone and the control character that then belongs to it; typed in either case.
 * `undefined` where the code has not the shape of a tax code or its control character is wrong; whether its date exists,
 * {@link readTaxCode} says.
 */
export function plainTaxCode(typed: string): string | undefined {
  return substitutedTaxCode(typed, 0)
}

/**
 * The variant of a code for namesakes (decree of 23 December 1976). Each of the seven low bits of `substituted` replaces
 * one digit by its letter, the lowest bit the rightmost digit: 0 is the plain code, 1 the first variant to be given, 127 the last.
 * Substitutions that `typed` has are undone first. `undefined` for what {@link plainTaxCode} does not read.
 */
export function substitutedTaxCode(typed: string, substituted: number): string | undefined {
  const plain = plainBody(normalTaxCode(typed))
  if (plain === undefined) return undefined
  const characters = [...plain]
  PLACES.forEach((place, bit) => {
    if (substituted & (1 << bit)) characters[place] = LETTERS.charAt(Number(plain.charAt(place)))
  })
  const body = characters.join('')
  return `${body}${controlCharacter(body)}`
}
