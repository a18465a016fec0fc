import { type Birth, type Gender, isDay, MONTHS } from './birth-code.ts'
import { normalTaxCode } from './normal-tax-code.ts'
import { plainBody } from './omocodia.ts'

/** What a tax code says, substitutions for namesakes undone. `year` is two digits: the century is not in a code. */
export interface TaxCode extends Birth {
  /** Three letters, as `surnameCode` gives them. */
  surname: string
  /** Three letters, as `nameCode` gives them. */
  name: string
  gender: Gender
  /** The Belfiore code of the municipality, or of the foreign state (Z…). */
  birthplace: string
}

/**
 * Reads a tax code back; typed in either case, blanks around it ignored. `undefined` where it is none: its length, its alphabet,
 * its control character or a day that the calendar does not have.
 */
export function readTaxCode(typed: string): TaxCode | undefined {
  const body = plainBody(normalTaxCode(typed))
  if (body === undefined) return undefined
  const day = Number(body.slice(9, 11))
  const birth: Birth = { year: Number(body.slice(6, 8)), month: MONTHS.indexOf(body.charAt(8)) + 1, day: day > 40 ? day - 40 : day }
  if (!isDay(birth)) return undefined
  return { surname: body.slice(0, 3), name: body.slice(3, 6), ...birth, gender: day > 40 ? 'F' : 'M', birthplace: body.slice(11) }
}
