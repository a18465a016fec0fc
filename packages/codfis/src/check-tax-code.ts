import { type Gender, readDay } from './birth-code.ts'
import { nameFits, surnameFits } from './name-codes.ts'
import { normalTaxCode } from './normal-tax-code.ts'
import { readTaxCode, type TaxCode } from './read-tax-code.ts'

/** Errors of a tax code: the length is wrong, the code is invalid, or it does not match the person's data. */
export type TaxCodeFault = 'codfis_lunghezza' | 'codfis_errato' | 'codfis_nome' | 'codfis_cognome' | 'codfis_nascita' | 'codfis_luogo'

/** Data of a person, with which a tax code is compared. Missing and empty values are ignored. */
export interface Person {
  name?: string | undefined
  surname?: string | undefined
  /** Birthday as YYYY-MM-DD. Anything after it, such as a time, is ignored. */
  birthday?: string | undefined
  gender?: Gender | undefined
  /**
   * The possible Belfiore codes of the birthplace in capitals, as returned by `placeCodes`. If the list is empty,
   * because the place is unknown, the birthplace is not compared.
   */
  birthplace?: readonly string[] | undefined
}

/**
 * Checks a tax code, in upper or lower case, and compares it with the person's data. If the length is wrong
 * (`codfis_lunghezza`) or the code is invalid (`codfis_errato`), only that error is returned. Otherwise all mismatches
 * with the person's data are returned, in the order of {@link TaxCodeFault}. The list is empty if there is no error.
 * Never throws.
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
