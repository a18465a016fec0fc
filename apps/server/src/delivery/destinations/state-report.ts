import { MAX_TICKET_STATE } from '@sportello/contract'
import { now } from '../../platform/db/clock.ts'
import { isRecord, parsed, textOf } from './attempt.ts'
import type { DeliveryKind } from './connector.ts'

/** What a ticket system's call says about a ticket. */
interface StateReport {
  /** Number of the ticket in the ticket system. */
  number: string | undefined
  /** Our ticket code, if the report names it. */
  code: string | undefined
  /** Words of the ticket's title, one of which may be our ticket code. */
  words: readonly string[]
  state: string
  done: boolean
  at: Date
}

/** The parts of a report as a format contains them, before they are checked. */
interface Parts {
  number?: unknown
  code?: unknown
  title?: unknown
  state: unknown
  /** Whether the work is done, if the format says so. */
  done?: boolean | undefined
  at?: unknown
}

type Read = (body: Record<string, unknown>) => Parts | undefined

/** Reads the format in which a kind of ticket system reports by itself; undefined if the body has another format. */
const READERS: { [K in DeliveryKind]?: Read } = {
  // Zammad sends the name of the state, but not its type. These two are built in.
  zammad: ({ ticket }) =>
    isRecord(ticket)
      ? {
          number: ticket.number ?? ticket.id,
          title: ticket.title,
          state: nameOf(ticket.state),
          done: ['closed', 'merged'].includes(String(nameOf(ticket.state)).toLowerCase()),
          at: ticket.updated_at,
        }
      : undefined,
  redmine({ type, timestamp, data }) {
    if (!isRecord(data) || !isRecord(data.issue) || type === 'issue.deleted') return undefined
    const { id, subject, status, updated_on } = data.issue
    return { number: id, title: subject, state: nameOf(status), done: isRecord(status) && status.is_closed === true, at: timestamp ?? updated_on }
  },
  jira({ issue, timestamp }) {
    if (!isRecord(issue) || !isRecord(issue.fields) || !isRecord(issue.fields.status)) return undefined
    const { status, summary, updated } = issue.fields
    const category = isRecord(status.statusCategory) ? status.statusCategory.key : undefined
    return { number: issue.key, title: summary, state: status.name, done: category === 'done', at: timestamp ?? updated }
  },
  // The states “solved” and “closed” have the same numbers in every GLPI. The time is that of the signature.
  glpi: ({ item }) =>
    isRecord(item) && isRecord(item.status)
      ? { number: item.id, title: item.name, state: nameOf(item.status), done: ['5', '6'].includes(String(item.status.id)) }
      : undefined,
}

const nameOf = (value: unknown) => (isRecord(value) ? value.name : value)

/** Reads the product's own format, which programs of any kind may send. */
const readOwn: Read = ({ ticket, number, state, done, changed_at }) =>
  typeof state === 'string' ? { number, code: ticket, state, done: done === true, at: changed_at } : undefined

const MAX_NUMBER = 64
/** Number of words of a title that may be a ticket code. */
const MAX_WORDS = 50
/** Reports from before this time have a wrong clock. */
const EARLIEST = Date.UTC(2000, 0)

/**
 * Reads a ticket system's call.
 * @param signedAt the time that the signature covers, which counts if the body contains none
 * @param doneStates the states that mean that the work is done, as the form's author named them
 * @returns undefined if the body names no ticket, no state or no time
 */
export function readStateReport(
  kind: DeliveryKind,
  body: Buffer,
  signedAt: Date | undefined,
  doneStates: readonly string[] | undefined,
): StateReport | undefined {
  const value = parsed(body.toString('utf8'))
  if (!isRecord(value)) return undefined
  const parts = READERS[kind]?.(value) ?? readOwn(value)
  const at = timeOf(parts?.at) ?? signedAt
  if (!parts || !at) return undefined
  const state = cleaned(parts.state)
  const number = cleaned(textOf(parts.number))
  const code = cleaned(parts.code)
  const words = typeof parts.title === 'string' ? (parts.title.slice(0, 1_000).match(/[\w.-]{1,64}/g) ?? []).slice(0, MAX_WORDS) : []
  if (state === '' || (number === '' && code === '' && words.length === 0) || number.length > MAX_NUMBER) return undefined
  const isDone = doneStates?.some((each) => each.toLowerCase() === state.toLowerCase()) ?? parts.done === true
  // A clock that is fast must not make the state unchangeable until its time has come.
  return { number: number || undefined, code: code || undefined, words, state, done: isDone, at: new Date(Math.min(at.getTime(), now())) }
}

/** Returns a text as it is stored: without control characters, and not too long. */
const cleaned = (value: unknown) =>
  typeof value === 'string'
    ? value
        .replaceAll(/\p{Cc}/gu, ' ')
        .toWellFormed()
        .trim()
        .slice(0, MAX_TICKET_STATE)
        .toWellFormed()
    : ''

/** Reads a time: ISO 8601 with its zone, or milliseconds since 1970. */
function timeOf(value: unknown): Date | undefined {
  const milliseconds =
    typeof value === 'number' ? value : typeof value === 'string' && /^\d{4}-.*(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? Date.parse(value) : Number.NaN
  return milliseconds >= EARLIEST ? new Date(milliseconds) : undefined
}
