import { REQUEST_ACTIONS, type ShownRequest } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { replayRequest } from '../../delivery/destinations/queries.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { countedUpTo, inOrder, readByIndex, readInOrder } from '../../management/paging.ts'
import { ofReach, readWithinReach, withinReach } from '../../management/reach.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { type LastChange, readDesks, readLastChanges } from '../../requests/desk/queries.ts'
import { unreadRequests } from '../../requests/follow-up/rules.ts'
import { countErasedBySetting, holdRetention } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { readTicketStates } from '../../requests/ticket-states/queries.ts'
import { agentOf, findSeenRequest } from './agent-reach.ts'
import {
  findCases,
  findNeedingAttention,
  type findRequest,
  findRequests,
  findTrouble,
  isOfDesk,
  lockRequest,
  type RequestFilters,
  requestsOfKeys,
} from './managed-queries.ts'
import { SEARCH_LIMIT, searchRequests, withSought } from './search-requests.ts'
import { shownRequest } from './shown-request.ts'

const PAGE_SIZE = 50

/**
 * Sort orders of the operators' list of requests. Each order has an index: `requests_newest`, `requests_newest_by_form`,
 * `requests_newest_by_state`.
 */
const ORDERS = {
  created: [
    ['r.created_at', 'asc'],
    ['r.id', 'asc'],
  ],
  form: [
    ['r.customer_code', 'asc'],
    ['r.created_at', 'desc'],
    ['r.id', 'desc'],
  ],
  state: [
    ['r.state', 'asc'],
    ['r.created_at', 'desc'],
    ['r.id', 'desc'],
  ],
} as const

/** The order of requests by time in the table of the desk: ids contain the time. */
const DESK_ORDERS = { created: [['d.request_id', 'asc']] } as const

const COLUMNS = ['r.id', 'r.ticket', 'r.customer_code as form', 'r.state', 'r.email', 'r.created_at', 'r.code_tag'] as const
type Sort = keyof typeof ORDERS | `-${keyof typeof ORDERS}`

/** Returns a page of the list of requests, and how many requests the whole list has. */
async function listPage(db: DeploymentDb, operator: Operator, given: RequestFilters, sort: Sort, page: number) {
  const filters = given.sought ? { ...given, sought: { ...given.sought, found: await searchRequests(db, given.sought) } } : given
  const attention = filters.list === 'attention' ? await findNeedingAttention(db) : undefined
  const found = ofReach(findRequests(db, filters, attention), 'r.customer_code', operator)
  const { total, more } = await countedUpTo(db, found)
  // If many requests match the filter, an index scan in sort order finds the 50 requests of the page quickly. If
  // few match, the database finds them first and then sorts them. The requests of one form have an index by time.
  const { form, ...others } = filters
  const isOneForm = (Boolean(form) || operator.customers?.length === 1) && !Object.values(others).some(Boolean)
  if ((more && operator.customers === null) || (isOneForm && sort.endsWith('created'))) await readInOrder(db)
  const rows = await inOrder(found, ORDERS, sort)
    .select(COLUMNS)
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute()
  // A search that found as many as it may find has probably left some out.
  return { rows, total, more: more || (filters.sought?.found?.length ?? 0) >= SEARCH_LIMIT }
}

/**
 * Returns a page of a list that only the desk filters, by time: it reads the desk first, whose table is in the order of the
 * requests and has indexes for what is in work. Undefined if the list has other filters or another order.
 */
async function deskPage(db: DeploymentDb, operator: Operator, filters: RequestFilters, sort: Sort, page: number) {
  const { form: _form, desk: _desk, assignee: _assignee, label: _label, due_before: _due, agent: _agent, ...others } = filters
  if (!isOfDesk(filters) || !sort.endsWith('created') || Object.values(others).some(Boolean)) return undefined
  await readByIndex(db)
  const found = ofReach(findCases(db, filters), 'd.customer_code', operator)
  const { total, more } = await countedUpTo(db, found)
  if (more) await readInOrder(db)
  const keys = await inOrder(found, DESK_ORDERS, sort as 'created' | '-created')
    .select(['d.customer_code', 'd.request_id as id'])
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute()
  const rows = await requestsOfKeys(db, keys).select(COLUMNS).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { rows: keys.flatMap(({ id }) => byId.get(id) ?? []), total, more }
}

const shownChange = (change: LastChange | undefined) => (change ? { ...change, at: change.at.toISOString() } : null)

/** Registers the operators' endpoints that list, show, resend, retry and cancel requests. */
export function managedRequests(app: FastifyInstance, services: RequestServices): void {
  const { kysely } = services.database

  managed(app, endpoints.listRequests, ({ query: { page, sort = '-created', ...given }, operator }) => {
    const filters = { ...withSought(services, operator, given), agent: agentOf(operator) }
    const read = async (db: DeploymentDb) => {
      const { rows, total, more } = (await deskPage(db, operator, filters, sort, page)) ?? (await listPage(db, operator, filters, sort, page))
      const troubles = await findTrouble(db, rows)
      const desks = await readDesks(db, rows)
      const ticketStates = await readTicketStates(db, rows)
      const unread = await unreadRequests(db, rows)
      const changes = filters.tickets && (await readLastChanges(db, rows))
      return {
        items: rows.map(({ id, created_at, state, ...row }) => ({
          ...row,
          state: state as ShownRequest['state'],
          created_at: created_at.toISOString(),
          trouble: troubles.get(id) ?? null,
          desk: desks.get(id) ?? null,
          unread: unread.has(id),
          ticket_states: ticketStates.get(id) ?? [],
          ...(changes && { changed: shownChange(changes.get(id)) }),
        })),
        page,
        total,
        more,
      }
    }
    // An open list asks for single requests because they have just changed, which a replica may not know yet.
    return filters.tickets ? withinReach(kysely, operator, read) : readWithinReach(services.database, operator, read)
  })

  managed(app, endpoints.countRetention, ({ query: { days } }) => countErasedBySetting(services, days))

  managed(app, endpoints.getRequest, ({ params: { ticket }, query: { refresh }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      if (!(await findSeenRequest(db, operator, ticket))) throw apiError('http_not_found')
      const request = await shownRequest(services, db, ticket)
      const isOpen = refresh !== undefined && (await hasOpened(db, operator, ticket))
      if (!isOpen) await audit(db, operator, { action: 'request.open', subject: ticket, customer: request.form })
      return request
    }),
  )

  managed(app, endpoints.actOnRequest, ({ params: { ticket, action }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      await holdRetention(db)
      const request = await lockRequest(db, ticket)
      if (!request) throw apiError('http_not_found')
      const states: readonly string[] = REQUEST_ACTIONS[action]
      if (!states.includes(request.state)) throw apiError('forms_mgmt0004')
      await ACTIONS[action](db, request)
      await audit(db, operator, { action: `request.${action}`, subject: ticket, customer: request.customer_code, before: { state: request.state } })
      return shownRequest(services, db, ticket)
    }),
  )
}

/**
 * If an operator opens the same request again within this many hours, the audit log gets no further entry. The period
 * is
 * longer than a session can last.
 */
const OPENED_HOURS = 12

/** Returns true if the audit log has a recent entry which says that the same operator opened the request. */
async function hasOpened(db: DeploymentDb, { username }: Operator, ticket: string): Promise<boolean> {
  const line = await db
    .selectFrom('audit_lines')
    .select('id')
    .where('action', '=', 'request.open')
    .where('subject', '=', ticket)
    .where('operator', '=', username)
    .where('logged_at', '>', sql<Date>`now() - make_interval(hours => ${OPENED_HOURS})`)
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}

type Request = NonNullable<Awaited<ReturnType<typeof findRequest>>>

/**
 * The operators' actions on a request. Each action is one statement, which also enqueues the job that the action needs.
 * The caller must first have locked the request's row with `lockRequest`.
 */
const ACTIONS: Record<keyof typeof REQUEST_ACTIONS, (db: DeploymentDb, request: Request) => Promise<unknown>> = {
  // Sets the confirmation link's expiry to one hour from now, so that the link is valid while its mail is queued. When
  // the mail is sent, the link gets its full lifetime.
  resend: (db, { customer_code, id }) =>
    sql`
      with request as (
        update requests set state = 'awaiting_confirmation', expires_at = greatest(expires_at, now() + interval '1 hour')
        where customer_code = ${customer_code} and id = ${id} returning customer_code, id, lang_code, email, expires_at
      ), code as (
        update verification_codes v set expires_at = request.expires_at from request
        where v.customer_code = request.customer_code and v.request_id = request.id and v.used_at is null
      ), mail as (
        insert into mails (customer_code, request_id, kind, lang_code, recipient)
        select customer_code, id, 'validation', lang_code, email from request returning customer_code, id
      ) select enqueue('send_mail', customer_code, id) from mail`.execute(db),
  // If the ticket of the request has already been opened, retries only the dead-letter deliveries.
  retry: (db, { customer_code, id, processed_at }) =>
    processed_at
      ? replayRequest(db, customer_code, id)
      : sql`
      with request as (
        update requests set state = 'confirmed', failure = null where customer_code = ${customer_code} and id = ${id} returning customer_code, id
      ) select enqueue('process_request', customer_code, id) from request`.execute(db),
  cancel: (db, { customer_code, id }) =>
    db.updateTable('requests').set({ state: 'cancelled' }).where('customer_code', '=', customer_code).where('id', '=', id).execute(),
}
