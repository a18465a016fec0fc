import { isAllowed, LEADS_DESK, MAX_SAVED_VIEWS, reaches, type SavedView } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { managed } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { readWithinReach, withinReach } from '../../management/reach.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import type { RequestServices } from '../../requests/requests/services.ts'

/** Maximum number of saved lists that an operator is shown. */
const SHOWN = 300

/** Registers the endpoints by which operators save lists of requests. */
export function savedViews(app: FastifyInstance, { database }: RequestServices): void {
  managed(app, endpoints.listViews, async ({ operator }) => ({
    items: await readWithinReach(database, operator, (db) =>
      shown(db)
        .where(sql<boolean>`(operator = ${operator.username} or ${isSharedWith(operator)})`)
        .orderBy(sql`operator <> ${operator.username}`)
        .orderBy('name')
        .orderBy('id')
        .limit(SHOWN)
        .execute(),
    ),
  }))

  managed(app, endpoints.addView, ({ body, operator }) =>
    withinReach(database.kysely, operator, async (db) => {
      const values = valuesOf(operator, body)
      await requireRoom(db, operator)
      const row = await db
        .insertInto('saved_views')
        .values({ ...values, operator: operator.username })
        .onConflict((clash) => clash.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!row) throw apiError('forms_mgmt0003', [], 'name')
      return one(db, row.id)
    }),
  )

  managed(app, endpoints.editView, ({ params: { id }, body, operator }) =>
    withinReach(database.kysely, operator, async (db) => {
      const values = valuesOf(operator, body)
      await ownViews(db, operator)
      const { rows } = await sql`select from saved_views where operator = ${operator.username} and name = ${body.name} and id <> ${id}`.execute(db)
      if (rows.length > 0) throw apiError('forms_mgmt0003', [], 'name')
      const { numUpdatedRows } = await db
        .updateTable('saved_views')
        .set(values)
        .where(sql`id`, '=', id)
        .where('operator', '=', operator.username)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw apiError('http_not_found')
      return one(db, id)
    }),
  )

  managed(app, endpoints.deleteView, ({ params: { id }, operator }) =>
    withinReach(database.kysely, operator, async (db) => {
      const ofOthers = reaches(operator.role, 'owner') ? isSharedWith(operator) : sql<boolean>`false`
      const { numDeletedRows } = await db
        .deleteFrom('saved_views')
        .where(sql`id`, '=', id)
        .where(sql<boolean>`(operator = ${operator.username} or ${ofOthers})`)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw apiError('http_not_found')
      return {}
    }),
  )
}

/**
 * SQL condition that is true if a view is shared with the operator: they manage a common form, and the view names no form that
 * this operator does not manage.
 */
function isSharedWith({ customers }: Operator): RawBuilder<boolean> {
  if (customers === null) return sql<boolean>`is_shared`
  return sql<boolean>`(is_shared and (customers is null or customers && ${customers}::text[])
    and (filters ->> 'form' is null or filters ->> 'form' = any (${customers}::text[])))`
}

function valuesOf(
  operator: Operator,
  { name, filters, sort, is_shared }: { name: string; filters: object; sort?: string | null | undefined; is_shared: boolean },
) {
  if (is_shared && !isAllowed(operator.role, LEADS_DESK)) throw inputError('is_shared', 'fixed')
  return { name, filters: JSON.stringify(filters), sort: sort ?? null, is_shared, customers: operator.customers === null ? null : [...operator.customers] }
}

/** Locks the operator's views against parallel changes of the same operator, and counts them. */
async function ownViews(db: DeploymentDb, { username }: Operator): Promise<number> {
  await sql`select from operators where username = ${username} for no key update`.execute(db)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from saved_views where operator = ${username}`.execute(db)
  return rows[0]?.n ?? 0
}

async function requireRoom(db: DeploymentDb, operator: Operator): Promise<void> {
  if ((await ownViews(db, operator)) >= MAX_SAVED_VIEWS) throw inputError('name', 'too_many', MAX_SAVED_VIEWS)
}

const shown = (db: DeploymentDb) => db.selectFrom('saved_views').select(['id', 'name', 'filters', 'sort', 'is_shared', 'operator']).$castTo<SavedView>()

const one = (db: DeploymentDb, id: string) => shown(db).where(sql`id`, '=', id).executeTakeFirstOrThrow()
