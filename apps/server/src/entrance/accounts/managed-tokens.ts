import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { managedCustomer, managedForm } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { readWithinReach, withinReach } from '../../management/reach.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import { languageFor } from '../../platform/http/request-language.ts'
import { endSessionsOf } from '../sessions/queries.ts'
import { asCustomers } from './import-accounts.ts'
import { fitsMessage } from './known-size.ts'
import { lockedToken, pageOfTokens, shownToken } from './managed-queries.ts'
import { hashOfToken, personOfToken } from './names.ts'
import { askedOf, missingField, newToken, splitKnown } from './token-fields.ts'

/**
 * Registers the endpoints by which operators manage a form's login tokens. The specification does not mention them.
 * Only the response to the creation contains the token, because the database stores only a keyed hash of it.
 */
export function managedTokens(app: FastifyInstance, services: CustomerServices): void {
  const { kysely } = services.database

  managed(app, endpoints.listTokens, async ({ params, query, operator, request }) => {
    const customer = await managedCustomer(services, operator, params.id)
    const asked = askedOf(customer, languageFor(request))
    return readWithinReach(services.database, operator, async (db) => {
      const { rows, next } = await pageOfTokens(db, customer.code, query)
      return { items: rows.map(shownToken), next, asked }
    })
  })

  managed(app, endpoints.makeTokens, async ({ params, body: { people, single_use }, operator }) => {
    const customer = await managedCustomer(services, operator, params.id)
    const made = people.map((known, at) => {
      const { fields, metadata } = splitKnown(customer, known)
      const missing = missingField(customer, fields)
      if (missing !== undefined) throw inputError(`people.${at}.${missing}`, 'missing')
      if (!fitsMessage(known)) throw inputError(`people.${at}`, 'too_much')
      const token = newToken()
      const row = {
        token_hash: hashOfToken(services.config, customer.code, token),
        fields: JSON.stringify(fields),
        metadata: JSON.stringify(metadata),
        single_use,
      }
      return { token, row: { customer_code: customer.code, ...row } }
    })
    return withinReach(kysely, operator, async (db) => {
      await managedForm(db, params.id)
      const rows = await db
        .insertInto('tokens')
        .values(made.map(({ row }) => row))
        .returning(['id', 'token_hash'])
        .execute()
      const ids = new Map(rows.map(({ id, token_hash }) => [token_hash.toString('hex'), id]))
      await audit(db, operator, { action: 'token.add', subject: customer.code, customer: customer.code, after: { count: rows.length, single_use } })
      return made.map(({ token, row }) => ({ id: ids.get(row.token_hash.toString('hex')) ?? '', token }))
    })
  })

  managed(app, endpoints.revokeToken, ({ params, body: { revoked }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const { customer_code: code } = await managedForm(db, params.id)
      const before = await lockedToken(db, code, params.tokenId)
      if (!before) throw apiError('http_not_found')
      if ((before.burned_at !== null) !== revoked) {
        await db
          .updateTable('tokens')
          // When an operator restores a revoked login token, its number of wrong attempts is reset.
          .set({ burned_at: revoked ? sql<Date>`now()` : null, ...(!revoked && { wrong_tries: 0 }), updated_at: sql<Date>`now()` })
          .where('customer_code', '=', code)
          .where('id', '=', before.id)
          .execute()
        if (revoked) await endSessionsOf(asCustomers(db), code, personOfToken(before.id))
        await audit(db, operator, { action: revoked ? 'token.revoke' : 'token.restore', subject: before.id, customer: code })
      }
      const after = await lockedToken(db, code, before.id)
      if (!after) throw apiError('http_not_found')
      return shownToken(after)
    }),
  )

  managed(app, endpoints.deleteToken, ({ params, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const { customer_code: code } = await managedForm(db, params.id)
      const before = await lockedToken(db, code, params.tokenId)
      if (!before) throw apiError('forms_mgmt0002')
      await endSessionsOf(asCustomers(db), code, personOfToken(before.id))
      await db.deleteFrom('tokens').where('customer_code', '=', code).where('id', '=', before.id).execute()
      await audit(db, operator, { action: 'token.delete', subject: before.id, customer: code, before: { state: before.state, single_use: before.single_use } })
      return {}
    }),
  )
}
