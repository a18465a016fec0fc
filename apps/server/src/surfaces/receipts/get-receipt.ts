import type { SendReceipt } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { fileRoute } from '../../platform/http/file-route.ts'
import { findIdempotent } from '../../requests/requests/queries.ts'
import { idempotencyKeyOf, requestOfReceiptKey } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { CALLS_PER_RECEIPT, findSubmitted, printedReceipt, readReceipt } from './submitted-receipt.ts'

/**
 * Registers the endpoint that sends the receipt of a request as a PDF. One of two keys authorises the call: the key in
 * the link of the success mail, or the random idempotency key of the submission, which only the browser that submitted
 * the request knows and which the server keeps for 24 hours.
 */
export function getReceipt(app: FastifyInstance, services: RequestServices): void {
  fileRoute(app, endpoints.getReceipt, async ({ params, query, request }) => {
    const customer = await services.knownCustomer(params.customerCode)
    const key = query.key === undefined ? idempotencyKeyOf(request) : null
    const id = query.key === undefined ? undefined : requestOfReceiptKey(services.config.secretKey, customer.code, query.key)
    if (query.key === undefined && key === null) throw apiError('http_malformed', [], 'Idempotency-Key')
    request.extraCalls += CALLS_PER_RECEIPT - 1
    const receipt = await withCustomer(services.database.kysely, customer.code, async (db) => {
      const stored = key === null ? undefined : await findIdempotent(db, customer.code, key)
      const of = stored ? (['ticket', (stored.answer as unknown as SendReceipt).ticket] as const) : (['id', id] as const)
      const row = of[1] === undefined ? undefined : await findSubmitted(db, customer.code, of[0], of[1])
      if (!row) throw apiError('forms0003')
      if (id !== undefined && row.late) throw apiError('forms0040')
      return readReceipt(services, db, customer, row)
    })
    return printedReceipt(receipt)
  })
}
