import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { confirmationCode } from '../../apps/server/src/requests/requests/verification-code.ts'
import { type Answer, codesOf, confirm, NoAnswer, receiptOf, type Send, send } from './client.ts'
import { type Lab, SECRET_KEY } from './deployment.ts'
import type { Faults } from './faults.ts'
import type { WebhookSink } from './webhook-sink.ts'

/** A request that a server has acknowledged to the simulated visitor. */
export interface Acknowledged extends Send {
  ticket: string
  otp: string | null
  confirmed: boolean
}

/** Records all requests that the servers have acknowledged, keyed by idempotency key. */
export class Ledger {
  readonly entries = new Map<string, Acknowledged>()
  /** Unexpected responses of the servers, each with its number of occurrences. */
  readonly surprises = new Map<string, number>()
  /**
   * Number of submissions that were retried because the first attempt got no response, or a response that asks for a
   * retry.
   */
  retried = 0
  /** Longest time in milliseconds from the first attempt of a submission or confirmation to its success. */
  longestMs = 0

  acknowledge(given: Send, answer: Answer): void {
    const { ticket, otp } = receiptOf(answer)
    const before = this.entries.get(given.key)
    if (before && before.ticket !== ticket) this.surprise(`another ticket for the same key`)
    else if (!before) this.entries.set(given.key, { ...given, ticket, otp, confirmed: false })
  }

  surprise(what: string): void {
    this.surprises.set(what, (this.surprises.get(what) ?? 0) + 1)
  }
}

const RETRY_MS = 20
const ROW_RETRY_MS = 50
/** Milliseconds after which a single statement of `untilRow` fails. */
const QUERY_LIMIT_MS = 20_000
/** Milliseconds in which a call must get its answer, however often it is repeated. A server that was killed is back in seconds. */
const ANSWER_LIMIT_MS = 300_000
const ends = (running: AbortSignal) => running.aborted

/** HTTP statuses after which a simulated visitor retries with the same idempotency key. Load balancers send 502 and 504. */
const LATER = new Set([503, 409, 502, 504])

/** The database of a deployment and its entrances for visitors: servers or load balancers. */
export interface Entrances {
  owner: Lab['owner']
  anyServer: () => { url: string }
}

/**
 * Repeats a call, each time at any entrance, until it gets a response that does not ask for a retry.
 * @throws if it gets none in five minutes
 */
export async function untilAnswered({ anyServer }: Pick<Entrances, 'anyServer'>, use: (url: string) => Promise<Answer>): Promise<Answer> {
  let last: Answer | undefined
  for (const deadline = Date.now() + ANSWER_LIMIT_MS; Date.now() < deadline; await sleep(RETRY_MS)) {
    last = await use(anyServer().url).catch(noAnswer)
    if (last && !LATER.has(last.status)) return last
  }
  throw new Error(`no answer within five minutes; the last was ${last?.status} ${last && codesOf(last)}`)
}

/**
 * Repeats a statement until it returns a row; the database may be down.
 * @throws if it returns none in five minutes
 */
export async function untilRow({ owner }: Pick<Entrances, 'owner'>, text: string, values: unknown[]): Promise<Record<string, unknown>> {
  let last: unknown
  for (const deadline = Date.now() + ANSWER_LIMIT_MS; Date.now() < deadline; await sleep(ROW_RETRY_MS)) {
    const query = { text, values, query_timeout: QUERY_LIMIT_MS }
    const { rows } = await owner.query<Record<string, unknown>>(query).catch((error: unknown) => {
      last = error
      return { rows: [] }
    })
    if (rows[0]) return rows[0]
  }
  throw new Error(`no row within five minutes: ${text} (${values.join()})`, { cause: last })
}

/**
 * Repeats a call until a server acknowledges it, and then often once more, as a client does whose response was lost: after
 * the first or beside it. A kill falls too rarely between the commit of a call and its response to show that a repetition
 * changes nothing.
 * @returns the first answer
 * @throws if a server rejects the call or its repetition
 */
export async function untilAcknowledged(entrances: Pick<Entrances, 'anyServer'>, status: number, use: (url: string) => Promise<Answer>): Promise<Answer> {
  const answered = async () => {
    const answer = await untilAnswered(entrances, use)
    if (answer.status !== status) throw new Error(`answered ${answer.status}: ${answer.text}`)
    return answer
  }
  const lost = Math.random()
  const [answer] = await Promise.all(lost < 0.25 ? [answered(), answered()] : [answered()])
  if (lost > 0.75) await answered()
  return answer as Answer
}

/**
 * Retries a submission at random servers until one of them acknowledges it.
 * @returns undefined if the run ended before that
 */
async function sendUntilAcknowledged(lab: Entrances, ledger: Ledger, given: Send, running: AbortSignal): Promise<Acknowledged | undefined> {
  const started = performance.now()
  for (let tries = 0; ; tries++) {
    if (tries === 1) ledger.retried++
    const answer = await send(lab.anyServer().url, given).catch(noAnswer)
    if (answer?.status === 201) {
      ledger.acknowledge(given, answer)
      ledger.longestMs = Math.max(ledger.longestMs, performance.now() - started)
      return ledger.entries.get(given.key)
    }
    if (answer && !LATER.has(answer.status)) {
      ledger.surprise(`${answer.status} ${codesOf(answer)}`)
      return undefined
    }
    if (ends(running)) return undefined
    await sleep(RETRY_MS)
  }
}

function noAnswer(error: unknown): undefined {
  if (!(error instanceof NoAnswer)) throw error
}

/** Confirms a request with the link in its mail. Retries until a server responds that the request is confirmed. */
async function confirmUntilAnswered(lab: Entrances, ledger: Ledger, entry: Acknowledged, running: AbortSignal): Promise<void> {
  let code: string | undefined
  const started = performance.now()
  for (let tries = 0; !ends(running); tries++) {
    code ??= await linkCodeOf(lab, entry).catch(() => undefined)
    const answer = code === undefined ? undefined : await confirm(lab.anyServer().url, entry.form, code).catch(noAnswer)
    // forms0009 (already confirmed) also means success, because an earlier attempt whose response was lost may have
    // confirmed the request.
    if (answer?.status === 200 || (answer && tries > 0 && codesOf(answer) === 'forms0009')) {
      entry.confirmed = true
      ledger.longestMs = Math.max(ledger.longestMs, performance.now() - started)
      return
    }
    if (answer && !LATER.has(answer.status)) return ledger.surprise(`${answer.status} ${codesOf(answer)} to a confirmation`)
    await sleep(RETRY_MS)
  }
}

/** Computes the code of a request's confirmation link. */
export async function linkCodeOf({ owner }: Pick<Lab, 'owner'>, { form, ticket }: Pick<Acknowledged, 'form' | 'ticket'>): Promise<string> {
  const { rows } = await owner.query<{ id: string }>('select id from requests where customer_code = $1 and ticket = $2', [form, ticket])
  if (!rows[0]) throw new Error(`there is no request ${ticket}`)
  return confirmationCode(SECRET_KEY, form, rows[0].id)
}

/**
 * Returns a new request to one of the forms of the reliability lab (fault-injection tests). A request to the form
 * `parked` has an e-mail address and a file.
 */
export function freshSend(form: string): Send {
  const key = randomUUID()
  const waits = form === 'parked' || form === 'limited'
  return { form, key, street: key, ...(waits && { email: `${key}@example.org` }), ...(form === 'parked' && { file: `file of ${key}` }) }
}

/**
 * Simulates visitors who submit requests to the forms in turn until `running` is aborted. They confirm every fourth of
 * the requests that require confirmation.
 * @returns a promise that resolves when all visitors have stopped
 */
export function runVisitors(
  lab: Entrances,
  ledger: Ledger,
  running: AbortSignal,
  { visitors = 16, forms = ['parked', 'direct'], pauseMs = 0 } = {},
): Promise<unknown> {
  return Promise.all(
    Array.from({ length: visitors }, async (_, at) => {
      for (let sent = 0; !ends(running); sent++) {
        const entry = await sendUntilAcknowledged(lab, ledger, freshSend(forms[at % forms.length] ?? ''), running)
        if (entry?.form === 'parked' && sent % 4 === 0) await confirmUntilAnswered(lab, ledger, entry, running)
        if (pauseMs > 0) await sleep(pauseMs)
      }
    }),
  )
}

/** Returns the number of tickets that did not arrive at their destination. */
export function missingEvents({ entries }: Ledger, { tickets }: WebhookSink): Faults {
  const missing = [...entries.values()].filter(({ form, ticket }) => form === 'hooked' && !tickets.has(ticket)).length
  return missing > 0 ? { 'ticket that its destination never got': missing } : {}
}
