import { isIPv6 } from 'node:net'

/**
 * Maximum number of characters of a client address. Real addresses are shorter, but a proxy may pass on any text that a
 * visitor sends.
 */
const MAX_LENGTH = 64

/**
 * Returns the network of a client's IP address. The network of an IPv6 address is its first 64 bits, because one client
 * can use all addresses with these bits. Removes the port that some proxies add. A closed connection has no address;
 * all requests without an address count as one network.
 */
export function networkOf(clientAddress = ''): string {
  const address = /^\[(.+)\](?::\d+)?$/.exec(clientAddress)?.[1] ?? /^([\d.]+):\d+$/.exec(clientAddress)?.[1] ?? clientAddress
  if (!isIPv6(address)) return address.slice(0, MAX_LENGTH)
  const bare = address.split('%')[0] ?? ''
  if (bare.includes('.')) return bare
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last].slice(0, 4).join(':')
}
