import { isEmailAddress } from '@sportello/fields'

/**
 * The mailbox behind an address, for limits and for recognising a person: lower case, without a `+` label, and without dots where
 * the provider ignores them. Never used to send.
 */
export function canonicalEmail(address: string): string {
  const [local = '', domain = ''] = address.trim().toLowerCase().split('@')
  const bare = local.split('+')[0] ?? local
  return domain === 'gmail.com' || domain === 'googlemail.com' ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`
}

/** What every address of a mailbox begins with, in lower case: by it they are found among many. @param mailbox as `canonicalEmail` says it */
export function startOfMailbox(mailbox: string): string {
  const [local = '', domain = ''] = mailbox.split('@')
  return domain === 'gmail.com' ? local.slice(0, 1) : local
}

export type EmailFault = 'indirizzo_non_valido' | 'indirizzi_diversi'

/** The e-mail modal's rules: a valid address, typed twice alike after trimming (visitor specification, section 5). */
export function checkEmailPair(email: string, confirmed: string): EmailFault | null {
  if (!isEmailAddress(email.trim())) return 'indirizzo_non_valido'
  return email.trim() === confirmed.trim() ? null : 'indirizzi_diversi'
}
