import type { ShownMapping } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { managedForm } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { withinReach } from '../../management/reach.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { levelsWithoutPerson } from './levels-without-person.ts'
import { findRoute, type Levels, logMapping } from './queries.ts'
import { readMappingLog } from './read-mapping-log.ts'

/**
 * Registers the endpoints for mappings. A mapping leads the visitors of a client to a form. One of the endpoints reads
 * the
 * log of the mappings (administrator specification, section 7).
 */
export function managedMappings(app: FastifyInstance, services: CustomerServices): void {
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

  // Registers the URL path with and without a trailing slash, because the path in the specification has one.
  for (const path of [endpoints.addMapping.path, `${endpoints.addMapping.path}/`])
    managed(app, { ...endpoints.addMapping, path }, ({ params, body, operator }) =>
      withinReach(kysely, operator, async (db) => {
        const { customer_code } = await managedForm(db, params.id)
        const levels = [body.client, body.sub_client ?? '', body.sub_client2 ?? '', body.sub_client3 ?? ''] as const
        // A client's levels can lead to only one form. Rejects the mapping if the levels are already mapped to a form,
        // even if the operator may not manage that form.
        if (await findRoute(db, levels)) throw apiError('forms_mgmt0003', [], 'client')
        const [client, sub_client, sub_client2, sub_client3] = levels
        const row = await db
          .insertInto('mappings')
          .values({ customer_code, client, sub_client, sub_client2, sub_client3 })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!row) throw apiError('forms_mgmt0003', [], 'client')
        const after = { client, sub_client, sub_client2, sub_client3 }
        const { subject, levels: logged } = audited(services, levels)
        await audit(db, operator, { action: 'mapping.add', subject, customer: customer_code, after: logged })
        return { id: row.id, form_code: customer_code, ...after, deleted: false }
      }),
    )

  managed(app, endpoints.deleteMapping, ({ params, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const { customer_code } = await managedForm(db, params.id)
      const before = await shown(db).where('customer_code', '=', customer_code).where(sql`id::text`, '=', params.mappingId).forUpdate().executeTakeFirst()
      if (!before) throw apiError('forms_mgmt0002')
      await db.deleteFrom('mappings').where('customer_code', '=', customer_code).where('id', '=', before.id).execute()
      const { kept, subject, levels } = audited(services, [before.client, before.sub_client, before.sub_client2, before.sub_client3])
      await logMapping(db, customer_code, { levels: kept, action: 'deleted' })
      await audit(db, operator, { action: 'mapping.delete', subject, customer: customer_code, before: levels })
      return {}
    }),
  )

  readMappingLog(app, services)
}

/** Returns the levels of a mapping as the audit log and the mapping log store them. */
function audited({ config }: CustomerServices, levels: Levels) {
  const kept = levelsWithoutPerson(config.secretKey, levels)
  const [client, sub_client, sub_client2, sub_client3] = kept
  return { kept, subject: client, levels: { client, sub_client, sub_client2, sub_client3 } }
}

const shown = (db: DeploymentDb) =>
  db
    .selectFrom('mappings')
    .select(['id', 'customer_code as form_code', 'client', 'sub_client', 'sub_client2', 'sub_client3', sql<boolean>`false`.as('deleted')])
    .$castTo<ShownMapping>()
