import { isGuard, isSettingValue, type ListedSetting } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { withinReach } from '../../management/reach.ts'
import { requireVersion } from '../../management/versions.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import type { PlatformServices } from '../../platform/services.ts'

/**
 * Registers the endpoints that manage system settings (administrator specification, section 7). Every server process
 * applies a changed setting as soon as it has received the database notification.
 */
export function systemSettings(app: FastifyInstance, services: PlatformServices): void {
  const { kysely } = services.database

  managed(app, endpoints.listSystemSettings, ({ operator }) => withinReach(kysely, operator, (db) => select(db).orderBy('code').execute()))

  managed(app, endpoints.addSystemSetting, ({ body: { code, value }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      requireRole(operator, code)
      requireValue(code, value)
      const row = await db
        .insertInto('settings')
        .values({ code, value })
        .onConflict((conflict) => conflict.doNothing())
        .returning(LISTED)
        .executeTakeFirst()
      if (!row) throw apiError('forms_mgmt0003', [], 'code')
      await audit(db, operator, { action: 'setting.add', subject: code, after: { value } })
      return row
    }),
  )

  managed(app, endpoints.editSystemSetting, ({ params: { id }, body: { code, value }, operator, request, reply }) =>
    withinReach(kysely, operator, async (db) => {
      if (code !== id) throw inputError('code', 'fixed')
      requireRole(operator, id)
      requireValue(code, value)
      const before = await select(db).where('code', '=', id).forUpdate().executeTakeFirst()
      if (!before) throw apiError('http_not_found')
      requireVersion(request, before.version)
      const row = await db
        .updateTable('settings')
        .set({ value, updated_at: sql<Date>`now()` })
        .where('code', '=', id)
        .returning(LISTED)
        .executeTakeFirstOrThrow()
      await audit(db, operator, { action: 'setting.edit', subject: id, before: { value: before.value }, after: { value } })
      reply.header('etag', `"${row.version}"`)
      return row
    }),
  )

  managed(app, endpoints.deleteSystemSetting, ({ params: { id }, operator, request }) =>
    withinReach(kysely, operator, async (db) => {
      const before = await select(db).where('code', '=', id).forUpdate().executeTakeFirst()
      if (!before) throw apiError('forms_mgmt0002')
      requireRole(operator, id)
      requireVersion(request, before.version)
      await db.deleteFrom('settings').where('code', '=', id).execute()
      await audit(db, operator, { action: 'setting.delete', subject: id, before: { value: before.value } })
      return {}
    }),
  )
}

// PostgreSQL's system column `xmin` serves as the version of the setting's row, because its value changes with every
// update.
const LISTED = ['code as id', 'code', 'value', sql<string>`settings.xmin::text`.as('version')] as const

const select = (db: DeploymentDb) => db.selectFrom('settings').select(LISTED).$castTo<ListedSetting>()

/**
 * Rejects the change of a system setting that the operator may not change. @throws ApiError forms0018 if only owners
 * may change it.
 */
function requireRole({ role }: Operator, code: string): void {
  if (isGuard(code) && role !== 'owner') throw apiError('forms0018')
}

function requireValue(code: string, value: string): void {
  if (!isSettingValue(code, value)) throw inputError('value', 'format')
}
