import { destinationsOf, endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import { holdRequest, holdRetention } from '../../requests/requests/queries.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { noteStateChanges } from '../../requests/state-mails/rules.ts'
import { findTicketRequest, storeReport } from '../../requests/ticket-states/queries.ts'
import { isDeliverable } from './connectors.ts'
import { readStateReport } from './state-report.ts'
import { verifiedCall } from './ticket-signature.ts'

/** Maximum size in bytes of a report. A ticket system sends the whole ticket, with its texts. */
const BODY_BYTES = 1_048_576
/** The rate limit counts a call with a wrong signature as this many calls, so that nobody can try many secrets. */
const WRONG_SIGNATURE_CALLS = 20

/**
 * Registers the endpoint to which ticket systems report the states of their tickets. They send no API key but sign their
 * calls with the secret of a destination, which opens only the tickets of this destination of this form. A report about an
 * unknown ticket gets the same response as any other. Nothing of a report is logged.
 */
export function ticketStateRoutes(app: FastifyInstance, services: RequestServices): void {
  const { catalog, database, metrics } = services
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, body, done) => done(null, body))

  route(app, endpoints.reportTicketState, async ({ params: { customerCode, name }, request }) => {
    const customer = await catalog.customer(customerCode)
    const found = destinationsOf(customer?.params ?? {}).find((each) => each.name === name)
    const destination = found && isDeliverable(found) ? found : undefined
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const verified = verifiedCall(destination?.kind, destination?.state_secret || undefined, request.headers, body)
    if (!destination || !verified) {
      request.extraCalls += WRONG_SIGNATURE_CALLS
      throw apiError('http_signature')
    }
    const { kind } = destination
    const report = readStateReport(kind, body, verified.at, destination.done_states)
    if (!report) {
      metrics.ticketReports.inc({ kind, outcome: 'malformed' })
      throw apiError('http_malformed')
    }
    const outcome = await withCustomer(database.kysely, customerCode, async (db) => {
      await holdRetention(db)
      const requestId = await findTicketRequest(db, { customerCode, destination: name, ...report })
      if (requestId === undefined || !(await holdRequest(db, customerCode, requestId))) return 'unknown'
      const ticket = { customerCode, requestId, destination: name, kind, number: report.number ?? null }
      if (!(await storeReport(db, ticket, report))) return 'unchanged'
      await noteStateChanges(db, [{ customer_code: customerCode, id: requestId, params: customer?.params ?? {} }])
      return 'changed'
    })
    metrics.ticketReports.inc({ kind, outcome })
    return null
  })
}
