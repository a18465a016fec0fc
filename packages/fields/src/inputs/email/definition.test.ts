import { describe, expect, test } from 'vitest'
import { email, isEmailAddress } from './definition.ts'

const long = (length: number) => `a@${'b'.repeat(length - 6)}.com`

describe('e-mail input', () => {
  test.each<[address: string, why: string]>([
    ['anna@example.org', 'ordinary address'],
    ['anna.bianchi@example.org', 'dots between words'],
    ['anna-maria_b@example.org', 'hyphens and underscores between words'],
    ['anna+comune@example.org', 'plus label'],
    ['ANNA@EXAMPLE.ORG', 'upper case'],
    ['a@b.it', 'shortest possible address'],
    ['anna@mail.comune.example.org', 'subdomains'],
    ['anna@my-town.example', 'hyphen in the domain'],
    ['anna@xn--caff-dma.example', 'an international domain in its ASCII form'],
    [`anna@example.${'a'.repeat(63)}`, 'a top-level domain has 63 letters at the most'],
    [long(254), 'it has 254 characters'],
    [`${'a'.repeat(64)}@example.org`, 'a local part has 64 characters at the most'],
  ])('accepts the address %s (%s)', (address) => {
    expect(isEmailAddress(address)).toBe(true)
    expect(email.check(address, {}, { today: '', matches: () => true })).toEqual([])
  })

  test.each<[address: string, why: string]>([
    ['anna', 'no @'],
    ['anna@', 'no domain'],
    ['@example.org', 'no local part'],
    ['anna@example', 'no top-level domain'],
    ['anna@example.o', 'a top-level domain of one letter'],
    [`anna@example.${'a'.repeat(64)}`, 'a top-level domain of 64 letters'],
    ['anna@example.123', 'a top-level domain of digits'],
    ['anna@@example.org', 'two @'],
    ['anna@b@example.org', 'two @ apart'],
    ['anna bianchi@example.org', 'a space'],
    [' anna@example.org', 'a leading space'],
    ['anna@example.org\n', 'a trailing line break'],
    ['anna..b@example.org', 'two dots in a row'],
    ['.anna@example.org', 'a leading dot in the local part'],
    ['anna.@example.org', 'a trailing dot in the local part'],
    ['anna@.example.org', 'an empty domain label'],
    ['anna@-example.org', 'a domain label that starts with a hyphen'],
    ['anna@example-.org', 'a domain label that ends with a hyphen'],
    ['anna@[127.0.0.1]', 'an address literal'],
    ['"anna"@example.org', 'quotes'],
    ['anna,eva@example.org', 'a comma'],
    ['<anna@example.org>', 'angle brackets'],
    ['anna@exämple.org', 'letters outside ASCII'],
    [long(255), '255 characters'],
    [`${'a'.repeat(65)}@example.org`, 'a local part of 65 characters'],
    ['anna@example.org\r\nBcc: eva@example.org', 'a line break followed by a mail header'],
    ['anna@example.org\0', 'a NUL'],
  ])('rejects the address %j (%s)', (address) => {
    expect(isEmailAddress(address)).toBe(false)
    expect(email.check(address, {}, { today: '', matches: () => true })).toEqual([{ code: 'indirizzo_non_valido', params: [] }])
  })

  test('checks an e-mail address in a time proportional to its length', () => {
    const started = performance.now()
    for (const evil of [`${'a.'.repeat(120)}`, `a@${'a-'.repeat(120)}`, `a@${'a.'.repeat(120)}!`]) isEmailAddress(evil)
    expect(performance.now() - started).toBeLessThan(200)
  })

  test('also applies the author’s rules for the pattern and the length', () => {
    const matches = (pattern: string, value: string) => new RegExp(`^(?:${pattern})$`).test(value)
    expect(email.check('anna@example.org', { validation: '.*@comune\\.it' }, { today: '', matches })).toEqual([{ code: 'campo_formato', params: [] }])
    expect(email.check('anna@example.org', { max_len: 5 }, { today: '', matches })).toEqual([{ code: 'campo_corto', params: ['5'] }])
  })
})
