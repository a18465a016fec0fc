import { DESK_CLOSED, DESK_OPEN } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { readWithinReach, withinReach } from '../../management/reach.ts'
import { requireVersion } from '../../management/versions.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import { changesOf, deleteMerge, findCandidates, holdCase, mergedInto, storeChanges, storeMerge, storeMergeEntry } from '../../requests/desk/queries.ts'
import { holdRetention } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { findRequest, findRequestKeys } from './managed-queries.ts'
import { noteStates } from './note-states.ts'
import { shownRequest } from './shown-request.ts'

/** Registers the operators' endpoints that merge requests which say the same, and take them apart again. */
export function mergeRequests(app: FastifyInstance, services: RequestServices): void {
  const { kysely } = services.database

  managed(app, endpoints.listDuplicates, ({ params: { ticket }, operator }) =>
    readWithinReach(services.database, operator, async (db) => {
      const found = await findRequest(db, ticket)
      if (!found) throw apiError('http_not_found')
      const items = await findCandidates(db, found)
      return { items: items.map(({ created_at, ...item }) => ({ ...item, created_at: created_at.toISOString() })) }
    }),
  )

  managed(app, endpoints.mergeRequest, ({ params: { ticket }, body: { into }, operator, request }) =>
    withinReach(kysely, operator, async (db) => {
      await holdRetention(db)
      const { own, other, current } = await holdBoth(db, ticket, into)
      requireVersion(request, String(current.version))
      if (await mergedInto(db, own)) throw apiError('forms_mgmt0004')
      // Nobody works on a request that was merged, so nothing is merged into it.
      if (await mergedInto(db, other)) throw inputError('into', 'inside_itself')
      await storeMerge(db, own, other.id)
      await storeMergeEntry(db, own, { kind: 'merged', before: null, after: other.ticket, operator: operator.username })
      await storeMergeEntry(db, other, { kind: 'absorbed', before: null, after: own.ticket, operator: operator.username })
      await storeChanges(db, own, changesOf(current, { state: DESK_CLOSED }), operator.username)
      await noteStates(services, db, [own])
      await audit(db, operator, { action: 'request.merge', subject: ticket, customer: own.customer_code, after: { into: other.ticket } })
      return shownRequest(services, db, ticket)
    }),
  )

  managed(app, endpoints.splitRequest, ({ params: { ticket }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      await holdRetention(db)
      const own = await findRequest(db, ticket)
      if (!own) throw apiError('http_not_found')
      const intoId = await mergedInto(db, own)
      if (intoId === undefined) throw apiError('forms_mgmt0004')
      const { customer_code } = own
      const held = await holdInOrder(db, [own, { customer_code, id: intoId }])
      // Another operator may have taken it apart while this call waited.
      if ((await mergedInto(db, own)) !== intoId) throw apiError('forms_mgmt0004')
      await deleteMerge(db, own)
      const main = await db.selectFrom('requests').select('ticket').where('customer_code', '=', customer_code).where('id', '=', intoId).executeTakeFirst()
      await storeMergeEntry(db, own, { kind: 'merged', before: main?.ticket ?? null, after: null, operator: operator.username })
      if (main) await storeMergeEntry(db, { customer_code, id: intoId }, { kind: 'absorbed', before: own.ticket, after: null, operator: operator.username })
      const current = held.get(own.id)
      if (current) await storeChanges(db, own, changesOf(current, { state: DESK_OPEN }), operator.username)
      await noteStates(services, db, [own])
      await audit(db, operator, { action: 'request.split', subject: ticket, customer: customer_code, before: { into: main?.ticket ?? null } })
      return shownRequest(services, db, ticket)
    }),
  )
}

/** Finds two requests of one form, and locks their rows on the desk. @throws ApiError http_not_found, forms_mgmt0001 */
async function holdBoth(db: DeploymentDb, ticket: string, into: string) {
  const found = await findRequestKeys(db, [ticket, into])
  const own = found.find((each) => each.ticket === ticket)
  const other = found.find((each) => each.ticket === into)
  if (!own) throw apiError('http_not_found')
  if (!other || other.customer_code !== own.customer_code) throw inputError('into', 'absent')
  if (other.id === own.id) throw inputError('into', 'twice')
  const current = (await holdInOrder(db, [own, other])).get(own.id)
  if (!current) throw apiError('http_not_found')
  return { own, other, current }
}

/** Locks rows of the desk in the order of the keys, so that operators who merge the same requests never wait for each other. */
async function holdInOrder(db: DeploymentDb, keys: readonly { customer_code: string; id: string }[]) {
  const held = new Map<string, Awaited<ReturnType<typeof holdCase>>>()
  for (const key of keys.toSorted((one, other) => (one.id < other.id ? -1 : 1))) held.set(key.id, await holdCase(db, key))
  return held
}
