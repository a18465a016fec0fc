import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { managedCustomer, managedForm } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { withinReach } from '../../management/reach.ts'
import { ApiError, apiError } from '../../platform/http/api-error.ts'
import { links, pageOfLinks, shownLink } from './link-list.ts'
import { LinksRejected, makeLinks } from './make-links.ts'
import { readPeople } from './rules.ts'

/** Maximum number of people for whom one call creates personal links. */
const MAX_PEOPLE = 10_000

/**
 * Registers the endpoints that manage personal links. Only the response to the creation contains the link, because the
 * database stores only a hash of the link's code.
 */
export function managedLinks(app: FastifyInstance, services: CustomerServices): void {
  const { kysely } = services.database

  managed(app, endpoints.listLinks, ({ params, query: { known = '', state, sort = '-created', after }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const { customer_code: code } = await managedForm(db, params.id)
      const { rows, next } = await pageOfLinks(services.encryption, db, code, { known, state, sort, after })
      return { items: rows, next }
    }),
  )

  managed(app, endpoints.makeLinks, async ({ params, body: { people, table }, operator }) => {
    const customer = await managedCustomer(services, operator, params.id)
    const made = await makeLinks(services, customer, people ?? peopleOf(table ?? ''), operator.username).catch((error: unknown) => {
      throw error instanceof LinksRejected ? refused(error) : error
    })
    await withinReach(kysely, operator, (db) =>
      audit(db, operator, { action: 'link.add', subject: customer.code, customer: customer.code, after: { count: made.length } }),
    )
    return made
  })

  managed(app, endpoints.revokeLink, ({ params, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const { customer_code: code } = await managedForm(db, params.id)
      const before = await links(db, code).where('link_id', '=', params.linkId).forUpdate().executeTakeFirst()
      if (!before) throw apiError('forms_mgmt0002')
      if (before.state === 'revoked') return shownLink(services.encryption, db, code, before)
      if (before.state !== 'unused') throw apiError('forms_mgmt0004')
      await db
        .updateTable('sessions')
        .set({ revoked_at: sql<Date>`now()`, expires_at: sql<Date>`now()` })
        .where('customer_code', '=', code)
        .where('link_id', '=', params.linkId)
        .execute()
      await audit(db, operator, { action: 'link.revoke', subject: params.linkId, customer: code })
      return shownLink(services.encryption, db, code, await links(db, code).where('link_id', '=', params.linkId).executeTakeFirstOrThrow())
    }),
  )
}

/** Parses the CSV table of people for whom personal links are created. @throws ApiError forms_mgmt0001. */
function peopleOf(table: string): Record<string, string>[] {
  const people = (() => {
    try {
      return readPeople(table)
    } catch (error) {
      throw refused(error instanceof Error ? error : new Error(String(error)))
    }
  })()
  if (people.length === 0 || people.length > MAX_PEOPLE) throw refused(new Error(`must hold 1 to ${MAX_PEOPLE} rows`))
  return people
}

function refused({ message }: Error): ApiError {
  return new ApiError([{ code: 'forms_mgmt0001', field: 'people', params: [message] }])
}
