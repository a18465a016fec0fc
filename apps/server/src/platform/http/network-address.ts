import { isIPv6 } from 'node:net'

/**
 * Maximum number of characters of a client address, more than any real address has, because a proxy may pass on text
 * that a visitor made up.
 */
const MAX_LENGTH = 64

/**
 * Returns the network of a client address: for IPv6 the first 64 bits, because one client gets all addresses below them. Removes a port, which some proxies
 * add. A connection that was closed has no address any more; such requests share one network.
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
