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

export type EmailFault = 'indirizzo_non_valido' | 'indirizzi_diversi'

/** The e-mail modal's rules: a valid address, typed twice alike after trimming (visitor specification, section 5). */
export function checkEmailPair(email: string, confirmed: string): EmailFault | null {
  if (!isEmailAddress(email.trim())) return 'indirizzo_non_valido'
  return email.trim() === confirmed.trim() ? null : 'indirizzi_diversi'
}
