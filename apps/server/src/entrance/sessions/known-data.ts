import { canonicalEmail, type KnownData } from '@sportello/contract'
import { isEmailAddress } from '@sportello/fields'

/**
 * Returns the valid e-mail addresses in the person's data, without duplicates (visitor specification, section 3:
 * “e-mail is a list”).
 */
export function emailsOf(known: KnownData): string[] {
  const given = Array.isArray(known.email) ? known.email : [known.email]
  const addresses = given.filter((each): each is string => typeof each === 'string').map((each) => each.trim())
  return [...new Set(addresses.filter(isEmailAddress))]
}

/**
 * Returns the place (customer, column, row id) of a session's personal data. The data is encrypted for this place and
 * cannot be decrypted in another one.
 */
export const knownPlace = (customerCode: string, codeHash: Buffer) => ({ customerCode, column: 'sessions.known_data', id: codeHash.toString('hex') })

const TAX_CODE_KEYS = ['cod_fiscale', 'codice_fiscale', 'codfis']

/**
 * Returns an identifier of a person that is the same in all the person's sessions: the tax code, or the e-mail address
 * if there is no tax code; null if both are missing.
 */
export function personOf(known: KnownData): string | null {
  const taxCode = TAX_CODE_KEYS.map((key) => known[key]).find((value) => typeof value === 'string' && value.trim() !== '')
  if (typeof taxCode === 'string') return `codfis:${taxCode.trim().toUpperCase()}`
  const [email] = emailsOf(known)
  return email === undefined ? null : `email:${canonicalEmail(email)}`
}
