import { correctableFields, FURTHER_FILES, followUpOf, messageKind } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { withinReach } from '../../management/reach.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { stored } from '../../platform/keys/rules.ts'
import { holdCase, touchCase } from '../../requests/desk/queries.ts'
import { insertMessage, markMessagesRead, messageContext } from '../../requests/follow-up/rules.ts'
import { filledInDefinition, holdRetention, throwErrors } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { findSeenRequest, isSeen } from './agent-reach.ts'
import { isReachable } from './shown-follow-up.ts'
import { shownRequest } from './shown-request.ts'

/** Registers the operators' endpoints for messages: they ask the requester, and mark the answers as read. */
export function managedMessages(app: FastifyInstance, services: RequestServices): void {
  const { kysely } = services.database

  managed(app, endpoints.askRequester, async ({ params: { ticket }, body: { id, text, properties = [] }, operator }) => {
    const known = await withinReach(kysely, operator, (db) => findSeenRequest(db, operator, ticket))
    if (!known) throw apiError('http_not_found')
    const { customer_code } = known
    const customer = await services.knownCustomer(customer_code)
    if (!followUpOf(customer.params)) throw apiError('forms_mgmt0004')
    const key = await services.encryption.key(customer_code)
    return withinReach(kysely, operator, async (db) => {
      await holdRetention(db)
      const current = await holdCase(db, known)
      // Somebody else may have taken the request, or it may have been withdrawn, while this call waited for its row.
      const found = await findSeenRequest(db, operator, ticket)
      if (!found || !isSeen(operator, current.assignee)) throw apiError('http_not_found')
      if (!isReachable(found)) throw apiError('forms_mgmt0004')
      const held = await services.encryption.held(db, customer_code, key)
      const body = stored(held, messageContext(found, id), text)
      const named = await namedQuestions(db, customer, found, properties)
      const asks = named.kind === 'question' ? null : (named.kind ?? null)
      if (await insertMessage(db, found, { id, sender: 'desk', operator: operator.username, body, ...named })) {
        await sql`
          with mail as (
            insert into mails (customer_code, request_id, kind, asks, lang_code, recipient)
            select customer_code, id, 'question', ${asks}, lang_code, email from requests where customer_code = ${customer_code} and id = ${found.id}
            returning customer_code, id
          ) select enqueue('send_mail', customer_code, id) from mail`.execute(db)
        await touchCase(db, found)
        await audit(db, operator, { action: 'request.ask', subject: ticket, customer: customer_code })
      }
      return shownRequest(services, db, ticket)
    })
  })

  managed(app, endpoints.markMessagesRead, ({ params: { ticket }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const found = await findSeenRequest(db, operator, ticket)
      if (!found) throw apiError('http_not_found')
      const read = await markMessagesRead(db, found)
      if (read > 0) await touchCase(db, found)
      return { read }
    }),
  )
}

/** Returns what the desk asks for by naming questions of a request. @throws ApiError forms0044 for a question that nobody can correct */
async function namedQuestions(
  db: DeploymentDb,
  customer: Customer,
  request: Parameters<typeof filledInDefinition>[2] & { code_tag: string },
  codes: readonly string[],
) {
  if (codes.length === 0) return {}
  const filledIn = await filledInDefinition(db, customer, request)
  const path = filledIn?.nodes.get(request.code_tag)?.path ?? []
  const known = new Set([FURTHER_FILES, ...correctableFields(path).map(({ value }) => value.property_code)])
  const properties = [...new Set(codes)]
  throwErrors(properties.filter((code) => !known.has(code)).map((field) => ({ code: 'forms0044', field: field.slice(0, 64) })))
  return { kind: messageKind(properties, path), properties }
}
