import { controlCharacter } from './control-character.ts'
import { normalTaxCode } from './normal-tax-code.ts'

/**
 * Letters that replace the digits 0 to 9 if two people would otherwise get the same tax code. This is called omocodia
 * (decree of 23 December 1976).
 */
const LETTERS = 'LMNPQRSTUV'
/** Positions of the seven digits in a tax code, in the order in which letters replace them: from right to left. */
const PLACES = [14, 13, 12, 10, 9, 7, 6]
const SHAPE = /^[A-Z]{6}[0-9LMNP-V]{2}[ABCDEHLMPRST][0-9LMNP-V]{2}[A-MZ][0-9LMNP-V]{3}[A-Z]$/

/**
 * Returns the first fifteen characters of a tax code in capitals, with letters that replace digits (omocodia) converted
 * back to digits. Returns `undefined` if the code does not have the format of a tax code, or if its control character
 * is wrong.
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
 * Returns a tax code in which letters that replace digits (omocodia) are converted back to digits, with the matching
 * control character. Upper and lower case are accepted. Returns `undefined` if the code does not have the format of a
 * tax code, or if its control character is wrong. Does not check that the birthday exists; {@link readTaxCode} does.
 */
export function plainTaxCode(typed: string): string | undefined {
  return substitutedTaxCode(typed, 0)
}

/**
 * Returns a variant of a tax code in which letters replace digits (omocodia, decree of 23 December 1976). Each of the
 * seven low bits of `substituted` selects one digit to replace; the lowest bit stands for the rightmost digit. 0 gives
 * the original code, 1 the first variant that the agency assigns, 127 the last. Letters that already replace digits in
 * `typed` are converted back first. Returns `undefined` if {@link plainTaxCode} does.
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
