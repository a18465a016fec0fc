import { DESK_CLOSED, type FollowUp, followUpOf } from '@sportello/contract'
import { SURVEY_EMAIL } from '../../catalogue/access/rules.ts'
import { type Customer, timeZoneOf } from '../../catalogue/customers/rules.ts'
import type { CustomerDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { type FollowUpSession, readFollowUp } from '../../requests/follow-up/queries.ts'
import { followUpPage, openComment, questionLabels, readMessages, type StoredMessage } from '../../requests/follow-up/rules.ts'
import { filledInDefinition } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { readFiles, readFollowedRequest, readStates, WITHDRAWABLE } from './queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof readFollowedRequest>>>
export type States = Awaited<ReturnType<typeof readStates>>
type Event = FollowUp['events'][number]

const iso = (moment: Date) => moment.toISOString()

/**
 * Returns a request as its follow-up page shows it. Of the operators' work it contains states and questions only: no notes, labels,
 * assignees, due dates or names.
 * @throws ApiError forms0011 if the request was erased meanwhile
 */
export async function shownFollowUp(services: RequestServices, db: CustomerDb, customer: Customer, session: FollowUpSession): Promise<FollowUp> {
  const offered = followUpOf(customer.params) ?? {}
  const row = await readFollowedRequest(db, session, offered.withdraw_hours)
  if (!row) throw apiError('forms0011')
  const states = await readStates(db, session)
  const said = await readFollowUp(db, session)
  const messages = await readMessages(services.encryption, db, session)
  const files = await readFiles(db, session)
  const withdrawnAt = said?.withdrawn_at ?? null
  const state = stateOf(row, states, withdrawnAt)
  const hasMailbox = hasAddress(row)
  return {
    page: followUpPage(customer.code, session.id),
    ticket: row.opens_ticket ? row.ticket : null,
    language: row.lang_code,
    time_zone: timeZoneOf(customer),
    created_at: iso(row.created_at),
    state,
    state_name: state === 'in_work' && offered.states ? stateName(states) : null,
    confirm_until: state === 'awaiting' && row.expires_at ? iso(row.expires_at) : null,
    events: eventsOf(row, states, { isNamed: offered.states ?? false, withdrawnAt, messages }),
    messages: await shownMessages(db, customer, row, { messages, files, canWrite: canWrite(state) }),
    can_write: canWrite(state),
    files: files.map(({ id, name, size }) => ({ id, name, size: Number(size) })),
    withdrawal: {
      state: withdrawalState(row, { state, isOffered: offered.withdraw_hours !== undefined, withdrawnAt }),
      until: offered.withdraw_hours === undefined ? null : iso(row.withdraw_until),
    },
    satisfaction:
      offered.satisfaction && state === 'closed'
        ? { score: said?.score ?? null, comment: await openComment(services.encryption, db, session, said?.comment ?? null) }
        : null,
    answers: hasMailbox ? (session.openUntil ? 'open' : 'locked') : 'none',
    open_until: session.openUntil && iso(session.openUntil),
    mailbox: hasMailbox ? maskedAddress(row.email ?? '') : null,
  }
}

/** Returns the messages as the requester sees them: without the names of operators, and without answers. */
async function shownMessages(
  db: CustomerDb,
  customer: Customer,
  row: Row,
  { messages, files, canWrite }: { messages: readonly StoredMessage[]; files: readonly { id: string; name: string }[]; canWrite: boolean },
): Promise<FollowUp['messages']> {
  const answered = new Set(messages.map(({ reply_to }) => reply_to))
  // The definition of an older request is read only if its labels are needed.
  const filledIn = messages.some(({ properties }) => properties.length > 0) ? await filledInDefinition(db, customer, row) : undefined
  const labels = questionLabels(filledIn?.nodes.get(row.code_tag)?.path ?? [], row.lang_code)
  return messages.map(({ id, at, sender, kind, text, properties, reply_to, files: sent }) => ({
    id,
    at,
    sender,
    kind,
    text,
    properties,
    reply_to,
    labels: properties.map((code) => labels.get(code) ?? code),
    is_open: canWrite && sender === 'desk' && kind !== 'question' && !answered.has(id),
    files: files.filter((file) => sent.includes(file.id)).map((file) => ({ id: file.id, name: file.name })),
  }))
}

/** Returns true if a request has an address to which mails can be sent. */
export const hasAddress = ({ email }: { email: string | null }): boolean => email !== null && email !== '' && email !== SURVEY_EMAIL

/** Returns true if a requester can write about a request in this state. */
const canWrite = (state: FollowUp['state']): boolean => state === 'received' || state === 'awaiting' || state === 'in_work'

/** The first letter of an address and its domain: enough to know the mailbox again, too little to learn it. */
function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '…' : `${[...email][0]}…${email.slice(at)}`
}

/** How far a request is, in the order in which the reasons count. */
export function stateOf(row: Pick<Row, 'state'>, { desk, tickets, isMerged }: States, withdrawnAt: Date | null): FollowUp['state'] {
  if (withdrawnAt) return 'withdrawn'
  if (row.state === 'cancelled') return 'cancelled'
  if (row.state === 'expired') return 'expired'
  if (isMerged) return 'merged'
  if (desk === DESK_CLOSED || (desk === null && tickets.length > 0 && tickets.every(({ done }) => done))) return 'closed'
  if (row.state === 'awaiting_confirmation') return 'awaiting'
  return row.state === 'processed' ? 'in_work' : 'received'
}

/** The form's own name of the state, or the one that a ticket system has reported. */
function stateName({ desk, tickets }: States): string | null {
  if (desk !== null && desk !== 'open') return desk
  return tickets.find(({ state }) => state !== null)?.state ?? null
}

function withdrawalState(
  row: Pick<Row, 'state' | 'is_late'>,
  { state, isOffered, withdrawnAt }: { state: FollowUp['state']; isOffered: boolean; withdrawnAt: Date | null },
): FollowUp['withdrawal']['state'] {
  if (withdrawnAt) return 'withdrawn'
  if (!isOffered) return 'off'
  if (state === 'closed' || state === 'merged' || !WITHDRAWABLE.includes(row.state)) return 'closed'
  return row.is_late ? 'late' : 'possible'
}

interface Shown {
  isNamed: boolean
  withdrawnAt: Date | null
  messages: readonly { at: string; sender: 'desk' | 'requester' }[]
}

function eventsOf(row: Row, { changes, reports }: States, { isNamed, withdrawnAt, messages }: Shown): Event[] {
  const events: Event[] = [{ at: iso(row.created_at), kind: 'sent', text: null }]
  if (row.confirmed_at) events.push({ at: iso(row.confirmed_at), kind: 'confirmed', text: null })
  if (row.processed_at) events.push({ at: iso(row.processed_at), kind: 'processed', text: null })
  for (const { at, before, after } of changes) {
    if (after === DESK_CLOSED) events.push({ at: iso(at), kind: 'closed', text: null })
    else if (before === DESK_CLOSED) events.push({ at: iso(at), kind: 'reopened', text: null })
    else if (isNamed && after !== 'open') events.push({ at: iso(at), kind: 'desk_state', text: after })
  }
  if (isNamed) for (const { at, after } of reports) events.push({ at: iso(at), kind: 'ticket_state', text: after })
  for (const { at, sender } of messages) events.push({ at, kind: sender === 'desk' ? 'question' : 'answer', text: null })
  if (withdrawnAt) events.push({ at: iso(withdrawnAt), kind: 'withdrawn', text: null })
  return events.toSorted((one, other) => one.at.localeCompare(other.at))
}
