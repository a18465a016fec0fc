import type { CustomerConfiguration } from '@sportello/contract'
import { knownEmails } from '../../access/asks-before-send.ts'

/** Known data that name a person where neither a name nor an address does. */
const OTHER_NAMES = ['username', 'cod_fiscale', 'codice_fiscale', 'codfis']

/** What the session's person is called: by name, else by address, else by user name or tax code; undefined where nothing says it. */
export function knownName(config: Pick<CustomerConfiguration, 'metadata'>): string | undefined {
  const text = (key: string) => {
    const value = config.metadata?.[key]
    return typeof value === 'string' ? value.trim() : ''
  }
  const name = [text('nome'), text('cognome')].filter(Boolean).join(' ')
  return name || knownEmails(config)[0] || OTHER_NAMES.map(text).find(Boolean)
}
