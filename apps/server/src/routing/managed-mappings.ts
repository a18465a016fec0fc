import { MAPPING_LOG_PAGE, type MappingLogLine, type ShownMapping } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { managedForm, timeZoneOf } from '../customers/rules.ts'
import type { DeploymentDb } from '../db/with-customer.ts'
import { fault } from '../http/fault.ts'
import { likePattern } from '../http/like-pattern.ts'
import { audit, inOrder, managed, withinReach } from '../operators/rules.ts'
import type { Services } from '../services.ts'
import { findRoute, logMapping } from './queries.ts'

/** Administrator specification, section 7: what leads to a form, and the log of it. */
export function managedMappings(app: FastifyInstance, services: Services): void {
  const { kysely } = services.database

  managed(app, endpoints.listMappings, ({ params, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const { customer_code } = await managedForm(db, params.id)
      return shown(db)
        .where('customer_code', '=', customer_code)
        .orderBy('client')
        .orderBy('sub_client')
        .orderBy('sub_client2')
        .orderBy('sub_client3')
        .execute()
    }),
  )

  // The specification writes its path with a slash at the end.
  for (const path of [endpoints.addMapping.path, `${endpoints.addMapping.path}/`])
    managed(app, { ...endpoints.addMapping, path }, ({ params, body, operator }) =>
      withinReach(kysely, operator, async (db) => {
        const { customer_code } = await managedForm(db, params.id)
        const levels = [body.client, body.sub_client ?? '', body.sub_client2 ?? '', body.sub_client3 ?? ''] as const
        // The same four levels lead to one form only, whoever may see which.
        if (await findRoute(db, levels)) throw fault('forms_mgmt0003', [], 'client')
        const [client, sub_client, sub_client2, sub_client3] = levels
        const row = await db
          .insertInto('mappings')
          .values({ customer_code, client, sub_client, sub_client2, sub_client3 })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!row) throw fault('forms_mgmt0003', [], 'client')
        const after = { client, sub_client, sub_client2, sub_client3 }
        await audit(db, operator, { action: 'mapping.add', subject: client, customer: customer_code, after })
        return { id: row.id, form_code: customer_code, ...after, deleted: false }
      }),
    )

  managed(app, endpoints.deleteMapping, ({ params, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const { customer_code } = await managedForm(db, params.id)
      const before = await shown(db).where('customer_code', '=', customer_code).where(sql`id::text`, '=', params.mappingId).forUpdate().executeTakeFirst()
      if (!before) throw fault('forms_mgmt0002')
      await db.deleteFrom('mappings').where('customer_code', '=', customer_code).where('id', '=', before.id).execute()
      const { client, sub_client, sub_client2, sub_client3 } = before
      await logMapping(db, customer_code, [client, sub_client, sub_client2, sub_client3], 'deleted', customer_code)
      await audit(db, operator, {
        action: 'mapping.delete',
        subject: client,
        customer: customer_code,
        before: { client, sub_client, sub_client2, sub_client3 },
      })
      return {}
    }),
  )

  managed(app, endpoints.readMappingLog, ({ params: { page }, query, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const { action, timestamp, sort = '-timestamp', ...texts } = query
      let lines = db.selectFrom('mapping_logs').select([...LEVELS, 'action', 'action_details', 'logged_at'])
      for (const [column, part] of Object.entries(texts) as [keyof typeof texts, string | undefined][])
        if (part !== undefined && part !== '') lines = lines.where(column, 'ilike', likePattern(part))
      if (action !== undefined) lines = lines.where('action', '=', Number(action))
      if (timestamp !== undefined && timestamp !== '')
        lines = lines.where(sql`to_char(logged_at at time zone ${await timeZone(services)}, 'DD/MM/YYYY HH24:MI')`, 'like', likePattern(timestamp))
      lines = inOrder(lines, LOG_ORDERS, sort)
      const rows = await (page === 0 ? lines : lines.limit(MAPPING_LOG_PAGE).offset((page - 1) * MAPPING_LOG_PAGE)).execute()
      return rows.map(({ logged_at, ...row }): MappingLogLine => ({ ...row, timestamp: logged_at.getTime() }))
    }),
  )
}

const LOG_ORDERS = {
  timestamp: [
    ['logged_at', 'asc'],
    ['id', 'asc'],
  ],
} as const

const LEVELS = ['code_client', 'sub_client', 'sub_client2', 'sub_client3'] as const

const shown = (db: DeploymentDb) =>
  db
    .selectFrom('mappings')
    .select(['id', 'customer_code as form_code', 'client', 'sub_client', 'sub_client2', 'sub_client3', sql<boolean>`false`.as('deleted')])
    .$castTo<ShownMapping>()

async function timeZone({ catalog }: Services): Promise<string> {
  return timeZoneOf({ settings: await catalog.settings() })
}
