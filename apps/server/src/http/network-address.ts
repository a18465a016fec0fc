import { isIPv6 } from 'node:net'

/** Of IPv6 the first 64 bits: who has one address there has all of them. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const bare = address.split('%')[0] ?? ''
  if (bare.includes('.')) return bare
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last].slice(0, 4).join(':')
}
