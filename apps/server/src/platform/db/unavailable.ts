/**
 * Matches the SQLSTATEs of temporary database failures: connection lost, out of resources, shutting down, statement or
 * lock timeout, conflict of transactions.
 */
const UNAVAILABLE = /^(?:08|53|57|55P03|40001|40P01)/
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOSPC'])

/** Returns true if an error says that a server, such as the database, cannot be used for now. */
export function isUnavailable({ code, message }: Error & { code?: unknown }): boolean {
  const state = String(code ?? '')
  return (
    UNAVAILABLE.test(state) ||
    UNREACHABLE.has(state) ||
    /timeout|connection terminated|client was closed|connection error|not queryable|connection ended/i.test(message)
  )
}
