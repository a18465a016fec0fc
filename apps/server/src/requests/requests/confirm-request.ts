import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import { ifReadable } from '../../platform/keys/rules.ts'
import { countedRequest } from '../visits/rules.ts'
import { decryptSummary } from './encrypted-answers.ts'
import { rejectUnlessAwaiting } from './link-state.ts'
import { findConfirmation, redeemConfirmationCode } from './queries.ts'
import { receiptKey } from './receipt-key.ts'
import type { RequestServices } from './services.ts'
import { hashOfCode } from './verification-code.ts'

export function confirmRequest(app: FastifyInstance, services: RequestServices): void {
  route(app, endpoints.confirmRequest, async ({ params, body }) => {
    const customer = await services.knownCustomer(params.customerCode)
    const codeHash = hashOfCode(body.otp_code)
    const confirmed = await withCustomer(services.database.kysely, customer.code, async (db) => {
      const taken = await redeemConfirmationCode(db, customer.code, codeHash)
      if (taken)
        return {
          taken,
          ticket: taken.ticket,
          opens_ticket: taken.opens_ticket,
          receipt_key: receiptKey(services.config.secretKey, customer.code, taken.id),
          summary_html: (await ifReadable(decryptSummary(services.encryption, db, taken))) ?? null,
        }
      const found = await findConfirmation(db, customer.code, codeHash)
      if (!found) throw apiError('forms0003')
      rejectUnlessAwaiting(found)
      throw apiError(found.used_at ? 'forms0042' : 'forms0040')
    })
    services.metrics.requestsConfirmed.inc()
    const { taken, ...answer } = confirmed
    services.visitCounts.add(countedRequest(customer, taken), 'confirmed')
    return { ...answer, status: 'confirmed' as const }
  })
}
