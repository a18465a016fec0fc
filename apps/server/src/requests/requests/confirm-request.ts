import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { fault } from '../../platform/http/fault.ts'
import { route } from '../../platform/http/route.ts'
import { ifReadable } from '../../platform/keys/rules.ts'
import { rejectUnlessAwaiting } from './link-state.ts'
import { findConfirmation, redeemConfirmationCode } from './queries.ts'
import { openSummary } from './sealed-answers.ts'
import type { RequestServices } from './services.ts'
import { hashOfCode } from './verification-code.ts'

export function confirmRequest(app: FastifyInstance, services: RequestServices): void {
  route(app, endpoints.confirmRequest, async ({ params, body }) => {
    const customer = await services.knownCustomer(params.customerCode)
    const codeHash = hashOfCode(body.otp_code)
    const confirmed = await withCustomer(services.database.kysely, customer.code, async (db) => {
      const taken = await redeemConfirmationCode(db, customer.code, codeHash)
      if (taken)
        return { ticket: taken.ticket, opens_ticket: taken.opens_ticket, summary_html: (await ifReadable(openSummary(services.sealing, db, taken))) ?? null }
      const found = await findConfirmation(db, customer.code, codeHash)
      if (!found) throw fault('forms0003')
      rejectUnlessAwaiting(found)
      throw fault(found.used_at ? 'forms0042' : 'forms0040')
    })
    services.metrics.requestsConfirmed.inc()
    return { ...confirmed, status: 'confirmed' as const }
  })
}
