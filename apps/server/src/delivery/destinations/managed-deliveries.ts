import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { countedUpTo, inOrder, readInOrder } from '../../management/paging.ts'
import { ofReach, readWithinReach, withinReach } from '../../management/reach.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { decryptEach } from '../../platform/keys/rules.ts'
import { holdRetention } from '../../requests/requests/queries.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { findDeliveries, replayDelivery, retryDeliveryNow, shownDeliveries, shownDelivery } from './queries.ts'

const PAGE_SIZE = 50

const ORDERS = {
  created: [
    ['d.created_at', 'asc'],
    ['d.id', 'asc'],
  ],
} as const

/**
 * Registers the endpoints that list and resend the ticket deliveries of an operator's forms. A delivery is queued,
 * delivered or a dead letter.
 */
export function managedDeliveries(app: FastifyInstance, services: RequestServices): void {
  const { kysely } = services.database

  managed(app, endpoints.listDeliveries, ({ query: { page, sort = '-created', ...filters }, operator }) =>
    readWithinReach(services.database, operator, async (db) => {
      const { total, more } = await countedUpTo(db, ofReach(findDeliveries(db, filters), 'd.customer_code', operator))
      if (operator.customers === null && !filters.form && !filters.ticket) await readInOrder(db)
      const rows = await inOrder(ofReach(shownDeliveries(db, filters), 'd.customer_code', operator), ORDERS, sort)
        .limit(PAGE_SIZE)
        .offset((page - 1) * PAGE_SIZE)
        .execute()
      return { items: await decryptEach(rows, (row) => shownDelivery(services.encryption, db, row)), page, total, more }
    }),
  )

  managed(app, endpoints.sendDeliveryAgain, ({ params: { id }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      await holdRetention(db)
      const delivery = await findDeliveries(db)
        .select(['d.id', 'd.customer_code', 'd.request_id', 'd.state', 'd.destination', 'd.lane', 'd.next_attempt_at'])
        .where('d.id', '=', id)
        .executeTakeFirst()
      if (!delivery) throw apiError('http_not_found')
      // Rejects an operator's retry if no attempt of the delivery was made yet, because the delivery is already due.
      if (delivery.state === 'queued' && delivery.next_attempt_at === null) throw apiError('forms_mgmt0004')
      if (delivery.state === 'queued') await retryDeliveryNow(db, delivery)
      else await replayDelivery(db, delivery.customer_code, delivery)
      await audit(db, operator, { action: 'delivery.send', subject: id, customer: delivery.customer_code, before: { state: delivery.state } })
      return shownDelivery(services.encryption, db, await shownDeliveries(db).where('d.id', '=', id).executeTakeFirstOrThrow())
    }),
  )
}
