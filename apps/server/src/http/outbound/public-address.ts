import ipaddr from 'ipaddr.js'

/** A range of addresses that the deployment lets itself call though they are not public, such as `10.1.2.0/24`. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** @throws when the text is no range in CIDR notation. */
export const addressRange = (text: string): AddressRange => ipaddr.parseCIDR(text)

/** IANA gives public IPv6 addresses from this block alone; what lies outside is local, or an IPv4 address in disguise. */
const GLOBAL_IPV6: AddressRange = [ipaddr.parse('2000::'), 3]

/** Whether an address, as a resolver or a URL gives it, belongs to one host on the public internet. What cannot be read is none. */
export function isPublicAddress(text: string): boolean {
  const address = read(text)
  if (!address) return false
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || within(address, GLOBAL_IPV6)
}

export function isWithin(text: string, ranges: readonly AddressRange[]): boolean {
  const address = read(text)
  return address !== undefined && ranges.some((range) => within(address, range))
}

/** An IPv4 address that is written as an IPv6 one is not taken for it: `ipaddr.js` calls it `ipv4Mapped`, which is not public. */
function read(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare) ? ipaddr.parse(bare) : undefined
}

function within(address: ipaddr.IPv4 | ipaddr.IPv6, [base, bits]: AddressRange): boolean {
  return address.kind() === base.kind() && address.match(base, bits)
}
