import { type Gender, readDay } from './birth-code.ts'
import { nameFits, surnameFits } from './name-codes.ts'
import { normalTaxCode } from './normal-tax-code.ts'
import { readTaxCode, type TaxCode } from './read-tax-code.ts'

/** What a check can find wrong with a tax code: its length, itself, or what a person said beside it. */
export type TaxCodeFault = 'codfis_lunghezza' | 'codfis_errato' | 'codfis_nome' | 'codfis_cognome' | 'codfis_nascita' | 'codfis_luogo'

/** What is known of the person beside the code. What is absent or empty is not compared. */
export interface Person {
  name?: string | undefined
  surname?: string | undefined
  /** YYYY-MM-DD; a time part after it is ignored. */
  birthday?: string | undefined
  gender?: Gender | undefined
  /** The acceptable Belfiore codes, in capitals, as `placeCodes` gives them. A place that is in no table has none and is not compared. */
  birthplace?: readonly string[] | undefined
}

/**
 * Judges a tax code as typed, in either case, and compares it with what is known of the person. A wrong length stands alone
 * (`codfis_lunghezza`), so does a code that is none (`codfis_errato`); else every comparison that fails is told, in the order
 * of {@link TaxCodeFault}. An empty list: nothing is wrong. Never throws.
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
