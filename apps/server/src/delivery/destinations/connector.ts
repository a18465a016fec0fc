import type { Destination, DestinationOf } from '@sportello/contract'
import { now } from '../../platform/db/clock.ts'
import { type Outbound, type OutboundAnswer, type OutboundCall, OutboundError } from '../../platform/http/outbound/outbound.ts'
import type { TicketEvent } from './ticket-event.ts'

/** The data for delivering a ticket to a destination. All properties except `tried` are the same on every attempt. */
interface Handover {
  /** Idempotency key of the ticket's delivery. */
  eventId: string
  body: Buffer
  ticket: string
  /** Whether an earlier attempt to deliver the ticket was made. That attempt may have succeeded without a response. */
  tried: boolean
}

/** The result of one attempt to deliver a ticket. `final` means that a retry is pointless. */
export type Outcome =
  | { delivered: true; status: number; answer: string; externalId?: string }
  | { delivered: false; status: number | null; answer: string | null; error: string; retryAfterS?: number | undefined; final?: boolean }

/**
 * The kinds of destinations that the dispatcher delivers tickets to. For the kind `email` the server sends mails
 * instead.
 */
export type DeliveryKind = Exclude<Destination['kind'], 'email'>

/**
 * Delivers tickets to one kind of destination. A new kind needs a file in the same folder, a line in `connectors.ts`,
 * and its settings in the contract's `destination.ts`.
 */
export interface Connector<K extends DeliveryKind> {
  /**
   * Returns the payload of a ticket for the destination. The server stores the payload once and sends the stored bytes
   * on every attempt.
   */
  body: (event: TicketEvent, destination: DestinationOf<K>) => Buffer
  /**
   * Makes one attempt to deliver a ticket, which takes at most 25 s. A repeated attempt does not open a second ticket.
   */
  deliver: (outbound: Outbound, destination: DestinationOf<K>, handover: Handover) => Promise<Outcome>
  /**
   * Checks, without opening a ticket, that the server can reach the destination and that it accepts the credentials.
   */
  probe: (outbound: Outbound, destination: DestinationOf<K>, eventId: string) => Promise<Outcome>
}

const TIMEOUT_MS = 15_000
const MAX_ANSWER_LENGTH = 1_000

/**
 * Sends a request to a ticket destination and maps the response to an outcome.
 * @param read extracts more from a successful response
 */
export async function tried(
  outbound: Outbound,
  call: Pick<OutboundCall, 'url' | 'method' | 'headers' | 'body'> & { timeoutMs?: number },
  read: (text: string) => Partial<Extract<Outcome, { delivered: true }>> = () => ({}),
): Promise<Outcome> {
  try {
    const answer = await outbound.ask({ timeoutMs: TIMEOUT_MS, ...call, reach: 'public', whole: false })
    const shown = readable(answer.text)
    if (answer.status >= 200 && answer.status < 300) return { delivered: true, status: answer.status, answer: shown, ...read(answer.text) }
    return { delivered: false, status: answer.status, answer: shown, error: meaningOf(answer.status), ...wishOf(answer), final: answer.status === 410 }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { delivered: false, status: null, answer: null, error: error.message, final: error.reason === 'refused' }
  }
}

function meaningOf(status: number): string {
  if (status >= 300 && status < 400) return `answered ${status}: redirects are not followed, the address must be the last one`
  if (status === 410) return 'answered 410: the destination wants no more'
  return `answered ${status}`
}

const LONGEST_WISH_S = 86_400

/**
 * Returns the delay that the `Retry-After` header of a destination's response asks for (RFC 9110, 10.2.3), at most a
 * day.
 */
function wishOf({ headers }: OutboundAnswer): { retryAfterS?: number } {
  const given = headers.get('retry-after')?.trim() ?? ''
  const seconds = /^\d{1,9}$/.test(given) ? Number(given) : (Date.parse(given) - now()) / 1_000
  return seconds > 0 ? { retryAfterS: Math.min(seconds, LONGEST_WISH_S) } : {}
}

/** Returns the beginning of a destination's response as text that the database can store and operators can read. */
function readable(text: string): string {
  return text
    .slice(0, MAX_ANSWER_LENGTH)
    .replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
    .toWellFormed()
    .trim()
}
