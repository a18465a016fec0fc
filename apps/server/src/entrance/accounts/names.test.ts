import { describe, expect, test } from 'vitest'
import { addressKey, usernameKey } from './names.ts'

describe('keys for user names and network addresses', () => {
  test.each([
    ['Anna', 'anna'],
    [' ANNA\t', 'anna'],
    ['Ａｎｎａ', 'anna'],
    ['JOSÈ', 'josè'],
  ])('usernameKey(%j) returns the normalised user name %j', (given, key) => expect(usernameKey(given)).toBe(key))

  const config = { secretKey: 'a secret of 32 characters or more' }
  test.each<[one: string, other: string, same: boolean]>([
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['2001:db8:0:1::5', '2001:db8:0:1:ffff::9', true],
    ['2001:db8:0:1::5', '2001:0db8:0000:0001:0:0:0:5', true],
    ['2001:db8:0:1::5', '2001:db8:0:2::5', false],
    ['::1', '::2', true],
    ['fe80::1%eth0', 'fe80::2%eth0', true],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.2', false],
  ])('addressKey returns equal keys for the addresses %s and %s: %j', (one, other, same) => {
    expect(addressKey(config, 'fund', one).equals(addressKey(config, 'fund', other))).toBe(same)
    expect(addressKey(config, 'fund', one).equals(addressKey(config, 'other', one))).toBe(false)
  })
})
