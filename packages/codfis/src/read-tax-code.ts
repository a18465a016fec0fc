import { type Birth, type Gender, isDay, MONTHS } from './birth-code.ts'
import { normalTaxCode } from './normal-tax-code.ts'
import { plainBody } from './omocodia.ts'

/**
 * The content of a tax code, after letters that replace digits (omocodia) were converted back. `year` has two digits,
 * because the code does not contain the century.
 */
export interface TaxCode extends Birth {
  /** The three letters of the surname, as returned by `surnameCode`. */
  surname: string
  /** The three letters of the given name, as returned by `nameCode`. */
  name: string
  gender: Gender
  /** Belfiore code of the municipality, or of the foreign state (Z…). */
  birthplace: string
}

/**
 * Parses a tax code in upper or lower case. Surrounding spaces are ignored. Returns `undefined` if the length, a
 * character, the control character or the date is invalid.
 */
export function readTaxCode(typed: string): TaxCode | undefined {
  const body = plainBody(normalTaxCode(typed))
  if (body === undefined) return undefined
  const day = Number(body.slice(9, 11))
  const birth: Birth = { year: Number(body.slice(6, 8)), month: MONTHS.indexOf(body.charAt(8)) + 1, day: day > 40 ? day - 40 : day }
  if (!isDay(birth)) return undefined
  return { surname: body.slice(0, 3), name: body.slice(3, 6), ...birth, gender: day > 40 ? 'F' : 'M', birthplace: body.slice(11) }
}
