import type { Integration } from '@sportello/contract'

/** A service's description without what its headers hold: there its credentials stand (wire contract, "The bundle file"). Which it needs, stays. */
export function withoutHeaderValues(integration: Integration): Integration {
  const names = Object.keys(integration.headers ?? {})
  return { ...integration, ...(names.length > 0 && { headers: Object.fromEntries(names.map((name) => [name, ''])) }) }
}

/** A description as sent, with the stored value of each header that it leaves empty; of another server than the stored one's it stays empty. */
export function withStoredHeaders(sent: Integration, stored: Integration | undefined): Integration {
  if (!sent.headers || !stored?.headers || originOf(sent) !== originOf(stored)) return sent
  const before = stored.headers
  return { ...sent, headers: Object.fromEntries(Object.entries(sent.headers).map(([name, value]) => [name, value || (before[name] ?? '')])) }
}

const originOf = ({ url }: Integration) => (url === undefined ? undefined : new URL(url).origin)
