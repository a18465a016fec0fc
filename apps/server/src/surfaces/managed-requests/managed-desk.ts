import {
  type DeskBatchChange,
  type DeskBatchOutcome,
  type DeskChange,
  deskStates,
  isAllowed,
  MAX_DESK_BATCH,
  MAX_DESK_WORDS,
  WORKS_ON_DESK,
} from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { readWithinReach, withinReach } from '../../management/reach.ts'
import { requireVersion } from '../../management/versions.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import { stored } from '../../platform/keys/rules.ts'
import { changesOf, type DeskRow, holdCase, mergedInto, storeChanges, storeNote, usedWords } from '../../requests/desk/queries.ts'
import { noteContext } from '../../requests/desk/rules.ts'
import { holdRetention } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { agentOf, findSeenRequest, isSeen, isSeenRequest } from './agent-reach.ts'
import { findRequestKeys } from './managed-queries.ts'
import { noteStates } from './note-states.ts'
import { shownRequest } from './shown-request.ts'

/** Registers the operators' endpoints for the work on requests: state, assignee, due date, labels and notes. */
export function managedDesk(app: FastifyInstance, services: RequestServices): void {
  const { kysely } = services.database

  managed(app, endpoints.getDeskChoices, async ({ query: { forms }, operator }) => {
    const used = await readWithinReach(services.database, operator, async (db) => ({
      assignees: await assignees(db, operator),
      states: await usedWords(db, 'states'),
      labels: await usedWords(db, 'labels'),
    }))
    const offered = await offeredWords(services, operator, forms?.split(',') ?? [])
    return { ...used, states: [...new Set([...used.states, ...offered.states])], labels: [...new Set([...used.labels, ...offered.labels])] }
  })

  managed(app, endpoints.changeDesk, ({ params: { ticket }, body, operator, request }) =>
    withinReach(kysely, operator, async (db) => {
      await holdRetention(db)
      const found = await findSeenRequest(db, operator, ticket)
      if (!found) throw apiError('http_not_found')
      const current = await holdCase(db, found)
      // Somebody else may have taken the request while this call waited for its row.
      if (!isSeen(operator, current.assignee)) throw apiError('http_not_found')
      requireVersion(request, String(current.version))
      const reason = await refusal(services, db, operator, found, current, body)
      if (reason === 'merged') throw inputError('state', 'fixed')
      if (reason) throw apiError('forms_mgmt0001', [], reason)
      if ((await change(db, operator, found, current, body)) && body.state !== undefined) await noteStates(services, db, [found])
      return shownRequest(services, db, ticket)
    }),
  )

  managed(app, endpoints.changeDeskBatch, ({ body: { tickets, change: wanted }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      await holdRetention(db)
      const outcome: DeskBatchOutcome = { changed: 0, refused: [] }
      const changed: typeof found = []
      const found = await findRequestKeys(db, tickets)
      const known = new Set(found.map(({ ticket }) => ticket))
      outcome.refused.push(...[...new Set(tickets)].filter((ticket) => !known.has(ticket)).map((ticket) => ({ ticket, reason: 'missing' as const })))
      // In the order of the keys, so that two operators who change the same requests never wait for each other.
      for (const each of found) {
        const isVisible = await isSeenRequest(db, operator, each)
        const current = isVisible ? await holdCase(db, each) : undefined
        const own = current && changeOf(current, wanted)
        if (!current || !own || !isSeen(operator, current.assignee)) {
          outcome.refused.push({ ticket: each.ticket, reason: 'missing' })
          continue
        }
        const reason = await refusal(services, db, operator, each, current, own)
        if (reason) outcome.refused.push({ ticket: each.ticket, reason })
        else if (await change(db, operator, each, current, own)) changed.push(each)
      }
      outcome.changed = changed.length
      if (wanted.state !== undefined) await noteStates(services, db, changed)
      return outcome
    }),
  )

  managed(app, endpoints.addNote, async ({ params: { ticket }, body: { text }, operator }) => {
    const known = await withinReach(kysely, operator, (db) => findSeenRequest(db, operator, ticket))
    if (!known) throw apiError('http_not_found')
    const { customer_code } = known
    const key = await services.encryption.key(customer_code)
    return withinReach(kysely, operator, async (db) => {
      await holdRetention(db)
      const found = await findSeenRequest(db, operator, ticket)
      if (!found) throw apiError('http_not_found')
      await holdCase(db, found)
      const { rows } = await sql<{ id: string }>`select uuidv7() as id`.execute(db)
      const id = rows[0]?.id ?? ''
      const held = await services.encryption.held(db, customer_code, key)
      await storeNote(db, found, { id, text: stored(held, noteContext(customer_code, id), text), operator: operator.username })
      await audit(db, operator, { action: 'request.note', subject: ticket, customer: customer_code })
      return shownRequest(services, db, ticket)
    })
  })
}

/** Returns the states and labels that forms offer. Forms that the operator may not manage, or that do not exist, offer none. */
async function offeredWords({ shownCustomer }: RequestServices, { customers }: Operator, forms: readonly string[]) {
  const reached = [...new Set(forms)].slice(0, MAX_DESK_BATCH).filter((form) => customers === null || customers.includes(form))
  const params = (await Promise.all(reached.map((form) => shownCustomer(form)))).map((customer) => customer?.params)
  return { states: params.flatMap((each) => (each ? deskStates(each.desk_states) : [])), labels: params.flatMap((each) => each?.desk_labels ?? []) }
}

/** Makes a change and records it. @returns false if nothing changes */
async function change(
  db: DeploymentDb,
  operator: Operator,
  request: { customer_code: string; id: string; ticket: string },
  current: DeskRow,
  wanted: DeskChange,
): Promise<boolean> {
  const changes = changesOf(current, wanted)
  if (changes.length === 0) return false
  await storeChanges(db, request, changes, operator.username)
  // Without the texts of labels: operators can type anything there, and the log stays when the request is erased.
  const values = (which: 'before' | 'after') =>
    Object.fromEntries(changes.map(({ kind, [which]: value }) => [kind, Array.isArray(value) ? value.length : value]))
  const { ticket: subject, customer_code: customer } = request
  await audit(db, operator, { action: 'request.work', subject, customer, before: values('before'), after: values('after') })
  return true
}

/** Returns the change of one request of a batch. */
function changeOf({ labels }: DeskRow, { add_label, remove_label, ...wanted }: DeskBatchChange): DeskChange {
  if (add_label === undefined && remove_label === undefined) return wanted
  const kept = labels.filter((label) => label !== remove_label)
  return { ...wanted, labels: add_label === undefined ? kept : [...new Set([...kept, add_label])] }
}

/** Returns which part of a change the request's form does not allow; undefined if it allows all. */
async function refusal(
  { knownCustomer }: RequestServices,
  db: DeploymentDb,
  operator: Operator,
  request: { customer_code: string; id: string },
  current: DeskRow,
  { state, assignee, labels }: DeskChange,
): Promise<'state' | 'assignee' | 'labels' | 'merged' | undefined> {
  const { customer_code: customerCode } = request
  if (state !== undefined && state !== current.state) {
    // The other request is worked on instead, until somebody takes them apart.
    if (await mergedInto(db, request)) return 'merged'
    const { params } = await knownCustomer(customerCode)
    if (!deskStates(params.desk_states).includes(state)) return 'state'
  }
  if (labels && labels.length > MAX_DESK_WORDS) return 'labels'
  // An agent takes what is nobody's, and hands on what is the agent's own.
  if (assignee && agentOf(operator) !== undefined && current.assignee === null && assignee !== operator.username) return 'assignee'
  if (assignee && assignee !== current.assignee && !(await mayWorkOn(db, assignee, customerCode))) return 'assignee'
  return undefined
}

async function mayWorkOn(db: DeploymentDb, username: string, customerCode: string): Promise<boolean> {
  const operator = await db
    .selectFrom('operators')
    .select(['role', 'customers'])
    .where('username', '=', username)
    .where('disabled', '=', false)
    .executeTakeFirst()
  return operator !== undefined && canWork(operator.role) && (operator.customers?.includes(customerCode) ?? true)
}

const canWork = (role: string) => isAllowed(role as Operator['role'], WORKS_ON_DESK)

/** Number of operators that a list of assignees contains at most. */
const ASSIGNEES = 1_000

/** Returns the operators who may work on requests that the caller may read. */
async function assignees(db: DeploymentDb, { customers }: Operator) {
  const rows = await db
    .selectFrom('operators')
    .select(['username', 'name', 'surname', 'role', 'customers'])
    .where('disabled', '=', false)
    .orderBy('username')
    .limit(ASSIGNEES)
    .execute()
  return rows
    .filter((each) => canWork(each.role) && (customers === null || each.customers === null || each.customers.some((code) => customers.includes(code))))
    .map(({ username, name, surname }) => ({ username, name: `${name} ${surname}`.trim() }))
}
