import type { ShownCredential } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { managedCustomer, managedForm } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { PAGE_READ, paged } from '../../management/paging.ts'
import { withinReach } from '../../management/reach.ts'
import { type DeploymentDb, withCustomer } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { makeCredential } from './credentials.ts'

/**
 * Registers the endpoints that manage credentials for partners' systems, which submit requests in access mode B2B. The
 * server returns a credential only once, in the response to its creation (wire contract, section “The access modes,
 * settled”).
 */
export function managedCredentials(app: FastifyInstance, services: CustomerServices): void {
  const { kysely } = services.database

  managed(app, endpoints.listCredentials, ({ params, query: { sort = '-created', after }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const { customer_code: code } = await managedForm(db, params.id)
      const [later, direction] = sort === 'created' ? (['>', 'asc'] as const) : (['<', 'desc'] as const)
      const rows = await credentials(db, code)
        .$if(after !== undefined, (found) => found.where('id', later, after ?? ''))
        .orderBy('id', direction)
        .limit(PAGE_READ)
        .execute()
      const page = paged(rows, 'id')
      return { items: page.rows.map(shown), next: page.next }
    }),
  )

  managed(app, endpoints.makeCredential, async ({ params, body, operator }) => {
    const customer = await managedCustomer(services, operator, params.id)
    if (!customer.params.auth_type?.includes('B2B')) throw apiError('forms_mgmt0001', [], 'id')
    const { description = '' } = body
    const credential = await withCustomer(kysely, customer.code, (db) => makeCredential(db, customer.code, description, operator.username))
    await withinReach(kysely, operator, (db) =>
      audit(db, operator, { action: 'credential.add', subject: customer.code, customer: customer.code, after: { description } }),
    )
    return { credential }
  })

  managed(app, endpoints.revokeCredential, ({ params, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const { customer_code: code } = await managedForm(db, params.id)
      const before = await credentials(db, code).where('id', '=', params.credentialId).forUpdate().executeTakeFirst()
      if (!before) throw apiError('forms_mgmt0002')
      if (before.revoked_at !== null) return shown(before)
      await db.updateTable('credentials').set({ revoked_at: sql<Date>`now()` }).where('customer_code', '=', code).where('id', '=', before.id).execute()
      await audit(db, operator, { action: 'credential.revoke', subject: before.id, customer: code, before: { description: before.description } })
      return shown(await credentials(db, code).where('id', '=', before.id).executeTakeFirstOrThrow())
    }),
  )
}

const credentials = (db: DeploymentDb, code: string) =>
  db.selectFrom('credentials').select(['id', 'description', 'made_by', 'created_at', 'last_used_at', 'revoked_at']).where('customer_code', '=', code)

type Row = Awaited<ReturnType<ReturnType<typeof credentials>['execute']>>[number]

const shown = ({ created_at, last_used_at, revoked_at, ...row }: Row): ShownCredential => ({
  ...row,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
  revoked_at: revoked_at?.toISOString() ?? null,
})
