import { describe, expect, test } from 'vitest'
import { canonicalEmail, checkEmailPair, startOfMailbox } from './email.ts'

describe('canonicalEmail (canonical form of an e-mail address)', () => {
  test.each<[address: string, mailbox: string, why: string]>([
    ['anna@example.org', 'anna@example.org', 'an ordinary address is unchanged'],
    [' Anna@Example.ORG ', 'anna@example.org', 'the address is lower-cased and trimmed'],
    ['anna+shop@example.org', 'anna@example.org', 'a plus label is removed'],
    ['anna+a+b@example.org', 'anna@example.org', 'two plus labels are removed'],
    ['a.n.n.a@gmail.com', 'anna@gmail.com', 'Gmail ignores dots'],
    ['a.n.n.a+x@GMAIL.com', 'anna@gmail.com', 'Gmail ignores dots, with a plus label too'],
    ['an.na@googlemail.com', 'anna@gmail.com', 'Gmail has two domains'],
    ['a.n.n.a@example.org', 'a.n.n.a@example.org', 'other providers do not ignore dots'],
  ])('the canonical form of %j is %s (%s)', (address, mailbox) => {
    expect(canonicalEmail(address)).toBe(mailbox)
    expect(address.trim().toLowerCase().startsWith(startOfMailbox(mailbox))).toBe(true)
  })
})

describe('checkEmailPair (an e-mail address that the visitor types twice)', () => {
  test.each<[email: string, confirmed: string, fault: string | null, why: string]>([
    ['anna@example.org', 'anna@example.org', null, 'equal addresses'],
    [' anna@example.org', 'anna@example.org ', null, 'addresses equal after trimming'],
    ['anna@example.org', 'Anna@example.org', 'indirizzi_diversi', 'addresses in different letter case'],
    ['anna@example.org', '', 'indirizzi_diversi', 'an empty second address'],
    ['anna@example.org', 'eva@example.org', 'indirizzi_diversi', 'two different addresses'],
    ['anna', 'anna', 'indirizzo_non_valido', 'two equal texts that are no address'],
    ['', '', 'indirizzo_non_valido', 'nothing, twice'],
    ['anna@example.org,eva@example.org', 'anna@example.org,eva@example.org', 'indirizzo_non_valido', 'two equal lists of addresses'],
  ])('for the addresses %j and %j returns the error %s (%s)', (email, confirmed, fault) => {
    expect(checkEmailPair(email, confirmed)).toBe(fault)
  })
})
