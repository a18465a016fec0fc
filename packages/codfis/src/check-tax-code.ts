import { type Gender, readDay } from './birth-code.ts'
import { nameFits, surnameFits } from './name-codes.ts'
import { normalTaxCode } from './normal-tax-code.ts'
import { readTaxCode, type TaxCode } from './read-tax-code.ts'

/** Errors of a tax code: a wrong length, an invalid code, or a mismatch with the person's data. */
export type TaxCodeFault = 'codfis_lunghezza' | 'codfis_errato' | 'codfis_nome' | 'codfis_cognome' | 'codfis_nascita' | 'codfis_luogo'

/** Data of a person with which a tax code is compared. Missing or empty values are not compared. */
export interface Person {
  name?: string | undefined
  surname?: string | undefined
  /** Birthday as YYYY-MM-DD; a time part after it is ignored. */
  birthday?: string | undefined
  gender?: Gender | undefined
  /**
   * The possible Belfiore codes of the birthplace in capitals, as returned by `placeCodes`. With an empty list (an
   * unknown place) the birthplace is not compared.
   */
  birthplace?: readonly string[] | undefined
}

/**
 * Checks a typed tax code, in either letter case, and compares it with the person's data. A wrong length
 * (`codfis_lunghezza`) or an invalid code (`codfis_errato`) is returned alone. Otherwise the function returns all
 * mismatches, in the order of {@link TaxCodeFault}. An empty list means that the code has no error. Never throws.
 */
export function checkTaxCode(typed: string, person: Person): readonly TaxCodeFault[] {
  const normal = normalTaxCode(typed)
  if ([...normal].length !== 16) return ['codfis_lunghezza']
  const code = readTaxCode(normal)
  if (code === undefined) return ['codfis_errato']
  const faults: TaxCodeFault[] = []
  if (person.name && !nameFits(person.name, code.name)) faults.push('codfis_nome')
  if (person.surname && !surnameFits(person.surname, code.surname)) faults.push('codfis_cognome')
  if (!birthFits(person, code)) faults.push('codfis_nascita')
  if (person.birthplace?.length && !person.birthplace.includes(code.birthplace)) faults.push('codfis_luogo')
  return faults
}

function birthFits({ birthday, gender }: Person, code: TaxCode): boolean {
  if (gender && gender !== code.gender) return false
  if (!birthday) return true
  const birth = readDay(birthday)
  return birth?.year === code.year && birth.month === code.month && birth.day === code.day
}
