import { randomUUID } from 'node:crypto'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { managedCustomer } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { withinReach } from '../../management/reach.ts'
import { now } from '../../platform/db/clock.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import { isStorableJson } from '../../platform/http/json-limits.ts'
import { encryptMessage, messageKey } from './sso-message.ts'

const VISIT_S = 120

/**
 * Registers the endpoint for a simulated visit (administrator specification, section 2: “Visit modal”). It returns an
 * SSO message like those of the customer's own site.
 */
export function makeSsoMessage(app: FastifyInstance, services: CustomerServices): void {
  managed(app, endpoints.makeSsoMessage, async ({ body, operator }) => {
    const customer = await managedCustomer(services, operator, body.form_id)
    const secret = customer.params.sso_secret_aes
    if (!secret) throw apiError('forms_mgmt0001', [], 'form_id')
    if (!isStorableJson(body.message_request)) throw apiError('forms_mgmt0001', [], 'message_request')
    return withinReach(services.database.kysely, operator, async (db) => {
      const mapping = await db
        .selectFrom('mappings')
        .select(['client', 'sub_client', 'sub_client2', 'sub_client3'])
        .where('customer_code', '=', customer.code)
        .where(sql`id::text`, '=', body.mapping_id)
        .executeTakeFirst()
      if (!mapping) throw inputError('mapping_id', 'absent')
      const message = encryptMessage(messageKey(secret), customer.code, {
        ...body.message_request,
        ...mapping,
        jti: randomUUID(),
        exp: Math.floor(now() / 1_000) + VISIT_S,
      })
      // The audit log records which operator sends which fields of the visitor's data. It does not contain the values,
      // because they are personal data.
      await audit(db, operator, { action: 'form.visit', subject: customer.code, customer: customer.code, after: { keys: Object.keys(body.message_request) } })
      const { publicUrl, serviceName } = services.config
      return { url: `${publicUrl}/${serviceName}/rs/v2/forms/${customer.code}/sso`, message }
    })
  })
}
