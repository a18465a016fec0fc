import type { Outbound, OutboundCall } from '../../platform/http/outbound/outbound.ts'
import { type Outcome, tried } from './connector.ts'

/**
 * Maximum time in milliseconds of an attempt that consists of several calls. The remaining three of the 25 s for which
 * an attempt may claim its queue row are enough to close a session.
 */
const ATTEMPT_MS = 22_000
/** Maximum time in milliseconds of one call, unless the call sets another. */
const STEP_MS = 15_000
/** Time in milliseconds that is kept for the call that opens the ticket, when files are sent before it. */
const RESERVED_MS = 8_000

/** One call of an attempt. */
interface StepCall extends Pick<OutboundCall, 'url' | 'method' | 'headers' | 'body'> {
  /** Purpose of the call, for the error that operators read: "while looking for the ticket". */
  purpose?: string
  timeoutMs?: number
  /** True if the attempt needs time for another call afterwards. */
  isFirst?: boolean
}

interface StepAnswer {
  status: number
  /** The beginning of the response, as operators may read it. */
  shown: string
  /** The response as JSON; undefined if it is not JSON. */
  value: unknown
}

export type Send = (call: StepCall) => Promise<StepAnswer>

/** Error for a call of an attempt that failed. It ends the attempt, unless the call sent a file that can be left out. */
export class StepError extends Error {
  readonly outcome: Extract<Outcome, { delivered: false }>
  constructor(outcome: Extract<Outcome, { delivered: false }>) {
    super(outcome.error)
    this.outcome = outcome
  }
}

/**
 * Makes one attempt of several calls. `run` makes each call with its parameter, which throws a StepError for every
 * response but 2xx. All calls share the time limit of the attempt.
 */
export async function attempt(outbound: Outbound, run: (send: Send) => Promise<Outcome>): Promise<Outcome> {
  const end = performance.now() + ATTEMPT_MS
  const send: Send = async ({ purpose, timeoutMs = STEP_MS, isFirst = false, ...call }) => {
    const left = Math.floor((end - performance.now() - (isFirst ? RESERVED_MS : 0)) / 1_000) * 1_000
    let text = ''
    const outcome: Outcome =
      left <= 0
        ? { delivered: false, status: null, answer: null, error: 'the time of the attempt is over' }
        : await tried(outbound, { ...call, timeoutMs: Math.min(left, timeoutMs) }, (whole) => {
            text = whole
            return {}
          })
    if (outcome.delivered) return { status: outcome.status, shown: outcome.answer, value: parsed(text) }
    throw new StepError(purpose ? { ...outcome, error: `${purpose}: ${outcome.error}` } : outcome)
  }
  try {
    return await run(send)
  } catch (error) {
    if (error instanceof StepError) return error.outcome
    throw error
  }
}

/** The ticket that an attempt opened, or that an earlier attempt had opened. */
interface OpenedTicket {
  status: number
  number: string
  /** URL of the ticket for the operators of the ticket system. */
  page?: string | undefined
  wasThere?: boolean
  /** Attachments that the ticket lacks, each with the reason. */
  leftOut?: readonly string[]
}

/** Returns the outcome of an attempt after which the ticket exists. */
export function opened({ status, number, page, wasThere = false, leftOut = [] }: OpenedTicket): Outcome {
  const lines = [wasThere ? 'found: an earlier try had opened it' : 'opened', page, leftOut.length > 0 && `not attached: ${leftOut.join(', ')}`]
  return { delivered: true, status, answer: lines.filter(Boolean).join('\n').slice(0, 1_000), externalId: number.slice(0, 64) }
}

/**
 * Returns the error for a 2xx response that names no ticket, such as the sign-in page of a proxy. The next attempt
 * searches for the ticket before it opens one.
 */
export function namesNoTicket({ status, shown }: StepAnswer): StepError {
  return new StepError({ delivered: false, status, answer: shown, error: `answered ${status} without the number of a ticket` })
}

/** Returns the absolute URL of a path below the base URL of a ticket system. */
export const urlBelow = (base: string, path: string) => new URL(path, base.endsWith('/') ? base : `${base}/`)

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns a number or text as text; undefined for other values and for an empty text. */
export const textOf = (value: unknown) => (typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : undefined)

/** Parses JSON; undefined if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
