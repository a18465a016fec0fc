import type { AdminPhrases } from '@sportello/phrases/admin'

type Told = { key: keyof AdminPhrases; params: string[] }

/**
 * Patterns for the error texts of servers and sockets. Each pattern has the phrase that explains the error to the
 * operator; the first pattern that matches applies.
 */
const MEANINGS: readonly [RegExp, keyof AdminPhrases][] = [
  [/ENOTFOUND|EAI_AGAIN|the name is unknown/, 'failure_name'],
  [/ECONNREFUSED/, 'failure_refused'],
  [/ETIMEDOUT|timeout|no answer within|never received/i, 'failure_timeout'],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|certificate/i, 'failure_certificate'],
  [/ECONNRESET|EPIPE|hang up|UND_ERR_SOCKET|connection error|socket/i, 'failure_cut'],
  [/not public/, 'failure_not_public'],
  [/names this destination no more/, 'failure_no_destination'],
  [/secret or token is missing/, 'failure_no_secret'],
  [/answered (\d{3})/, 'failure_answered'],
  [/^(?:.*: )?(5\d\d)[ -]/, 'failure_mail_refused'],
  [/^(?:.*: )?(4\d\d)[ -]/, 'failure_mail_later'],
]

/**
 * Returns the explanation of a failed delivery or mail attempt; undefined if none of the known patterns matches the
 * error text.
 */
export function meaningOf(error: string): Told | undefined {
  for (const [pattern, key] of MEANINGS) {
    const found = pattern.exec(error)
    if (found) return { key, params: found.slice(1) }
  }
  return undefined
}
