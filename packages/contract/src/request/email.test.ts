import { describe, expect, test } from 'vitest'
import { canonicalEmail, checkEmailPair, startOfMailbox } from './email.ts'

describe('canonicalEmail', () => {
  test.each<[address: string, mailbox: string, why: string]>([
    ['anna@example.org', 'anna@example.org', 'an ordinary one stays'],
    [' Anna@Example.ORG ', 'anna@example.org', 'case and blanks do not count'],
    ['anna+shop@example.org', 'anna@example.org', 'a label does not count'],
    ['anna+a+b@example.org', 'anna@example.org', 'nor do two'],
    ['a.n.n.a@gmail.com', 'anna@gmail.com', 'Gmail ignores dots'],
    ['a.n.n.a+x@GMAIL.com', 'anna@gmail.com', 'Gmail ignores dots beside a label too'],
    ['an.na@googlemail.com', 'anna@gmail.com', 'Gmail has two names'],
    ['a.n.n.a@example.org', 'a.n.n.a@example.org', 'others do not ignore dots'],
  ])('%j is %s: %s', (address, mailbox) => {
    expect(canonicalEmail(address)).toBe(mailbox)
    expect(address.trim().toLowerCase().startsWith(startOfMailbox(mailbox))).toBe(true)
  })
})

describe('checkEmailPair', () => {
  test.each<[email: string, confirmed: string, fault: string | null, why: string]>([
    ['anna@example.org', 'anna@example.org', null, 'alike'],
    [' anna@example.org', 'anna@example.org ', null, 'alike after trimming'],
    ['anna@example.org', 'Anna@example.org', 'indirizzi_diversi', 'in another case'],
    ['anna@example.org', '', 'indirizzi_diversi', 'once only'],
    ['anna@example.org', 'eva@example.org', 'indirizzi_diversi', 'two addresses'],
    ['anna', 'anna', 'indirizzo_non_valido', 'no address, twice'],
    ['', '', 'indirizzo_non_valido', 'nothing, twice'],
    ['anna@example.org,eva@example.org', 'anna@example.org,eva@example.org', 'indirizzo_non_valido', 'two addresses in one, twice'],
  ])('%j and %j give %s (%s)', (email, confirmed, fault) => {
    expect(checkEmailPair(email, confirmed)).toBe(fault)
  })
})
