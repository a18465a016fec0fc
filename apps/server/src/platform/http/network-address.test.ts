import { expect, test } from 'vitest'
import { networkOf } from './network-address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['192.0.2.7:61234', '192.0.2.7'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2'],
  ['x'.repeat(9_000), 'x'.repeat(64)],
  ['not an address', 'not an address'],
  [undefined, ''],
])('networkOf(%s) returns %s', (address, network) => expect(networkOf(address)).toBe(network))
