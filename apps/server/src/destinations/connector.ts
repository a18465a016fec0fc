import type { Destination, DestinationOf } from '@sportello/contract'
import { now } from '../db/clock.ts'
import { type Outbound, type OutboundAnswer, type OutboundCall, OutboundError } from '../http/outbound/outbound.ts'
import type { TicketEvent } from './ticket-event.ts'

/** A ticket as it is handed over: the same at every try. */
interface Handover {
  /** Minted once with the delivery. */
  eventId: string
  body: Buffer
  ticket: string
  /** It may have arrived already: an earlier try was made. */
  tried: boolean
}

/** What came of one try. `final`: another one is of no use. */
export type Outcome =
  | { delivered: true; status: number; answer: string; externalId?: string }
  | { delivered: false; status: number | null; answer: string | null; error: string; retryAfterS?: number | undefined; final?: boolean }

/** Destinations that a job delivers to; mails have their own. */
export type DeliveryKind = Exclude<Destination['kind'], 'email'>

/** A way to hand tickets over. A new one is a file here, a line in `connectors.ts`, and its settings in the contract's `destination.ts`. */
export interface Connector<K extends DeliveryKind> {
  /** The bytes that stand for a ticket; written once. */
  body: (event: TicketEvent, destination: DestinationOf<K>) => Buffer
  /** One try. Takes 25 s at most, and does no harm when the ticket is there already. */
  deliver: (outbound: Outbound, destination: DestinationOf<K>, handover: Handover) => Promise<Outcome>
  /** Shows that the destination can be reached and lets us in, without opening a ticket. */
  probe: (outbound: Outbound, destination: DestinationOf<K>, eventId: string) => Promise<Outcome>
}

const TIMEOUT_MS = 15_000
const MAX_ANSWER_LENGTH = 1_000

/** Asks, and says what the answer means; `read` takes more from a good one. */
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

/** When the destination wants to be asked again (RFC 9110, 10.2.3): in seconds or by the clock, a day at most. */
function wishOf({ headers }: OutboundAnswer): { retryAfterS?: number } {
  const given = headers.get('retry-after')?.trim() ?? ''
  const seconds = /^\d{1,9}$/.test(given) ? Number(given) : (Date.parse(given) - now()) / 1_000
  return seconds > 0 ? { retryAfterS: Math.min(seconds, LONGEST_WISH_S) } : {}
}

/** The beginning of an answer, as it can be stored and shown. */
function readable(text: string): string {
  return text
    .slice(0, MAX_ANSWER_LENGTH)
    .replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
    .toWellFormed()
    .trim()
}
