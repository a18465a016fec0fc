import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { whileCurrent } from '../../catalogue/customers/rules.ts'
import { acceptedBody, route } from '../../platform/http/route.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { countReport } from '../../requests/visits/rules.ts'

/**
 * Registers the endpoint that counts what happened in a visit. The server adds to sums, and keeps nothing by which two
 * reports, or a report and a visitor, could be joined: no cookie, no identifier, no network address, no moment in time.
 * A report is answered before Fastify after the first one of a form (`replayAnswers`), because routing, hooks and headers
 * cost three times as much as the counting.
 */
export function reportVisit(app: FastifyInstance, services: RequestServices): void {
  route(app, endpoints.reportVisit, async ({ params, body, request }) => {
    const customer = await services.openCustomer(params.customerCode)
    countReport(services, customer, body, request.headers)
    const kept = new WeakRef(customer)
    if (services.catalog.isCurrent(customer))
      request.replayable = {
        isCurrent: whileCurrent(services.catalog, customer),
        take(json, headers) {
          const report = acceptedBody(endpoints.reportVisit, json.toString())
          const counted = kept.deref()
          if (report === undefined || counted === undefined) return false
          countReport(services, counted, report, headers)
          return true
        },
      }
    return null
  })
}
