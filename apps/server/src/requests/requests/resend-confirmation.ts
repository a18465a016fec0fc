import { numberSetting } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { linkHours } from '../../catalogue/customers/rules.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import { rejectUnlessAwaiting } from './link-state.ts'
import { countConfirmationMails, lockUnconfirmed, queueConfirmationMail } from './queries.ts'
import type { RequestServices } from './services.ts'

/** Maximum number of confirmation mails for a request in addition to the first mail. */
const RESENDS = 3

/**
 * Registers the endpoint that mails the confirmation link of a request again. The ticket code authorises the call,
 * because only the visitor knows it. No mail is queued while another is queued or has just been sent. Each mail counts
 * as an unconfirmed mail of the mailbox.
 */
export function resendConfirmation(app: FastifyInstance, services: RequestServices): void {
  route(app, endpoints.resendConfirmation, async ({ params, body }) => {
    const customer = await services.knownCustomer(params.customerCode)
    return withCustomer(services.database.kysely, customer.code, async (db) => {
      const request = await lockUnconfirmed(db, customer.code, body.ticket)
      if (!request) throw apiError('forms0003')
      rejectUnlessAwaiting(request)
      if (request.late) throw apiError('forms0040')
      const { written, underway } = await countConfirmationMails(db, customer.code, request.id)
      const left = RESENDS + 1 - written
      if (underway) return { left }
      if (left <= 0) throw apiError('forms0024', [RESENDS, linkHours(customer.params)])
      const mails = numberSetting(customer.settings, 'unconfirmed_mails')
      if (!(await queueConfirmationMail(db, customer.code, request.id, mails))) throw apiError('forms0024', [mails, 24])
      return { left: left - 1 }
    })
  })
}
