import type { Integration } from '@sportello/contract'

/**
 * Removes the values of a data source's HTTP headers, because they contain credentials. Keeps the header names (wire
 * contract, section “The bundle file”).
 */
export function withoutHeaderValues(integration: Integration): Integration {
  const names = Object.keys(integration.headers ?? {})
  return { ...integration, ...(names.length > 0 && { headers: Object.fromEntries(names.map((name) => [name, ''])) }) }
}

/**
 * Completes the HTTP headers of a data source. Operators send secret headers without their values, so this function
 * adds
 * the stored values. It does not add them if the URL has changed to another server.
 */
export function withStoredHeaders(sent: Integration, stored: Integration | undefined): Integration {
  if (!sent.headers || !stored?.headers || originOf(sent) !== originOf(stored)) return sent
  const before = stored.headers
  return { ...sent, headers: Object.fromEntries(Object.entries(sent.headers).map(([name, value]) => [name, value || (before[name] ?? '')])) }
}

const originOf = ({ url }: Integration) => (url === undefined ? undefined : new URL(url).origin)
