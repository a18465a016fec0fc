import type { CustomerConfiguration } from '@sportello/contract'
import { knownEmails } from '../../access/asks-before-send.ts'

/**
 * Keys of the known data for the user name and the tax code. If neither the person's name nor the e-mail address is
 * known,
 * the page shows the first of these values that exists.
 */
const OTHER_NAMES = ['username', 'cod_fiscale', 'codice_fiscale', 'codfis']

/**
 * Returns the text that names the signed-in person on the page: the name, otherwise the e-mail address, otherwise the
 * user name or tax code; undefined if none of these is known.
 */
export function knownName(config: Pick<CustomerConfiguration, 'metadata'>): string | undefined {
  const text = (key: string) => {
    const value = config.metadata?.[key]
    return typeof value === 'string' ? value.trim() : ''
  }
  const name = [text('nome'), text('cognome')].filter(Boolean).join(' ')
  return name || knownEmails(config)[0] || OTHER_NAMES.map(text).find(Boolean)
}
