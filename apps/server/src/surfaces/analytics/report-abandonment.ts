import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { todayOf } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'

/**
 * Registers the endpoint that counts abandoned forms by step and day. It stores no data about the visitor (visitor
 * specification, section 4: “Abandonment”).
 */
export function reportAbandonment(app: FastifyInstance, services: CustomerServices): void {
  // Accepts any content type, because the server does not read the body of the browser's beacon.
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null)
  })
  route(app, endpoints.reportAbandonment, async ({ params }) => {
    const customer = await services.openCustomer(params.customerCode)
    if (!customer.published.nodes.has(params.codeTag)) throw apiError('http_not_found')
    await withCustomer(services.database.kysely, customer.code, (db) =>
      db
        .insertInto('abandonments')
        .values({ customer_code: customer.code, code_tag: params.codeTag, day: todayOf(customer) })
        .onConflict((conflict) => conflict.columns(['customer_code', 'code_tag', 'day']).doUpdateSet({ count: sql`abandonments.count + 1` }))
        .execute(),
    )
    return null
  })
}
