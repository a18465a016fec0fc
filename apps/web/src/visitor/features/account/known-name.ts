import type { CustomerConfiguration } from '@sportello/contract'
import { knownEmails } from '../../access/asks-before-send.ts'

/** Keys of known data that identify a person if neither a name nor an e-mail address is known. */
const OTHER_NAMES = ['username', 'cod_fiscale', 'codice_fiscale', 'codfis']

/** Returns a display name of the session's person: the name, else the e-mail address, else the user name or tax code; undefined if none is known. */
export function knownName(config: Pick<CustomerConfiguration, 'metadata'>): string | undefined {
  const text = (key: string) => {
    const value = config.metadata?.[key]
    return typeof value === 'string' ? value.trim() : ''
  }
  const name = [text('nome'), text('cognome')].filter(Boolean).join(' ')
  return name || knownEmails(config)[0] || OTHER_NAMES.map(text).find(Boolean)
}
