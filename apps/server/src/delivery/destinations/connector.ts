import type { Destination, DestinationOf } from '@sportello/contract'
import { now } from '../../platform/db/clock.ts'
import { type Outbound, type OutboundAnswer, type OutboundCall, OutboundError } from '../../platform/http/outbound/outbound.ts'
import type { StoredFileReader } from '../../requests/attachments/rules.ts'
import type { TicketEvent } from './ticket-event.ts'

/** An attachment of a request that a connector sends to a ticket system. */
export interface AttachedFile {
  id: string
  name: string
  mediaType: string
  /** Size in bytes. */
  size: number
  /** Opens the file after verifying its content. The caller must close it. */
  open: () => Promise<StoredFileReader>
}

/**
 * The data for delivering a ticket to a destination. All properties except `tried` and `attempts` are the same on every
 * attempt.
 */
export interface Handover {
  /** Idempotency key for the delivery of the ticket. */
  eventId: string
  body: Buffer
  ticket: string
  /**
   * True if an earlier attempt to deliver the ticket was made. That attempt may have succeeded although no response
   * arrived.
   */
  tried: boolean
  /** Number of this attempt since the delivery was queued; 1 for the first. */
  attempts: number
  /** Queries the attachments of the request. Most ticket systems receive their content, webhooks only their names. */
  files: () => Promise<AttachedFile[]>
}

/** The result of one attempt to deliver a ticket. `final` means that a retry is pointless. */
export type Outcome =
  | { delivered: true; status: number; answer: string; externalId?: string }
  | { delivered: false; status: number | null; answer: string | null; error: string; retryAfterS?: number | undefined; final?: boolean }

/**
 * The kinds of destinations to which the dispatcher delivers tickets. To destinations of the kind `email`, the server
 * sends mails instead.
 */
export type DeliveryKind = Exclude<Destination['kind'], 'email'>

/**
 * Delivers tickets to destinations of one kind. To add a kind, add a file to this folder, a line to `connectors.ts`,
 * and the kind's settings to the contract's `destination.ts`.
 */
export interface Connector<K extends DeliveryKind> {
  /**
   * Returns the payload of a ticket for the destination. The server stores this payload and sends the same bytes on
   * every attempt.
   */
  body: (event: TicketEvent, destination: DestinationOf<K>) => Buffer
  /** Makes one attempt, of at most 25 s, to deliver a ticket. A repeated attempt does not open a second ticket. */
  deliver: (outbound: Outbound, destination: DestinationOf<K>, handover: Handover) => Promise<Outcome>
  /**
   * Checks that the server can reach the destination and that the destination accepts the credentials. Opens no ticket.
   */
  probe: (outbound: Outbound, destination: DestinationOf<K>, eventId: string) => Promise<Outcome>
}

const TIMEOUT_MS = 15_000
const MAX_ANSWER_LENGTH = 1_000

/**
 * Sends a request to a ticket destination and converts the response to an outcome.
 * @param read reads further properties of the outcome from a successful response
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
 * Returns the delay before the next attempt, if the destination requests one in the `Retry-After` header of its
 * response
 * (RFC 9110, 10.2.3). The delay is limited to one day.
 */
function wishOf({ headers }: OutboundAnswer): { retryAfterS?: number } {
  const given = headers.get('retry-after')?.trim() ?? ''
  const seconds = /^\d{1,9}$/.test(given) ? Number(given) : (Date.parse(given) - now()) / 1_000
  return seconds > 0 ? { retryAfterS: Math.min(seconds, LONGEST_WISH_S) } : {}
}

/**
 * Returns the beginning of a destination's response, cleaned so that the database can store it and operators can read
 * it.
 */
function readable(text: string): string {
  return text
    .slice(0, MAX_ANSWER_LENGTH)
    .replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
    .toWellFormed()
    .trim()
}
