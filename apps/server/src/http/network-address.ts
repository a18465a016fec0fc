import { isIPv6 } from 'node:net'

/** Longer than any address; a proxy may hand on what a visitor has made up. */
const MAX_LENGTH = 64

/** Of IPv6 the first 64 bits: who has one address there has all of them. A port, which some proxies add, belongs to no network. */
export function networkOf(told: string): string {
  const address = /^\[(.+)\](?::\d+)?$/.exec(told)?.[1] ?? /^([\d.]+):\d+$/.exec(told)?.[1] ?? told
  if (!isIPv6(address)) return address.slice(0, MAX_LENGTH)
  const bare = address.split('%')[0] ?? ''
  if (bare.includes('.')) return bare
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last].slice(0, 4).join(':')
}
