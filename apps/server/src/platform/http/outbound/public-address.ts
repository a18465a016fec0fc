import ipaddr from 'ipaddr.js'

/** A range of IP addresses in CIDR notation, such as `10.1.2.0/24`. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Parses a range of IP addresses in CIDR notation. @throws if the text is not a CIDR range. */
export const addressRange = (text: string): AddressRange => ipaddr.parseCIDR(text)

/**
 * The only block of public IPv6 addresses (IANA). IPv6 addresses outside this block are local or contain an IPv4
 * address.
 */
const GLOBAL_IPV6: AddressRange = [ipaddr.parse('2000::'), 3]

/**
 * Returns true if a text is the IP address of a single host on the public internet (unicast). Returns false for text
 * that is not an IP address.
 */
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

/** Parses an IP address. Leaves an IPv4-mapped IPv6 address as it is; `ipaddr.js` does not classify it as public. */
function read(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare) ? ipaddr.parse(bare) : undefined
}

function within(address: ipaddr.IPv4 | ipaddr.IPv6, [base, bits]: AddressRange): boolean {
  return address.kind() === base.kind() && address.match(base, bits)
}
