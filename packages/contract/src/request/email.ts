import { isEmailAddress } from '@sportello/fields'

/**
 * Returns the canonical form of an e-mail address, with which rate limits and searches recognise a person: lower case,
 * without a `+` label, and without dots if the provider ignores them. Mails are never sent to the canonical form.
 */
export function canonicalEmail(address: string): string {
  const [local = '', domain = ''] = address.trim().toLowerCase().split('@')
  const bare = local.split('+')[0] ?? local
  return domain === 'gmail.com' || domain === 'googlemail.com' ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`
}

/**
 * Returns the text, in lower case, with which all addresses of a mailbox begin. A database search uses it to limit the
 * number of rows.
 * @param mailbox as returned by `canonicalEmail`
 */
export function startOfMailbox(mailbox: string): string {
  const [local = '', domain = ''] = mailbox.split('@')
  return domain === 'gmail.com' ? local.slice(0, 1) : local
}

export type EmailFault = 'indirizzo_non_valido' | 'indirizzi_diversi'

/**
 * Checks the two inputs of the e-mail dialog. Each must contain a valid address, and both must be equal after trimming
 * (visitor specification, section 5).
 */
export function checkEmailPair(email: string, confirmed: string): EmailFault | null {
  if (!isEmailAddress(email.trim())) return 'indirizzo_non_valido'
  return email.trim() === confirmed.trim() ? null : 'indirizzi_diversi'
}
