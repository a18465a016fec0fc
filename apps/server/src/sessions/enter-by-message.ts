import { createHash } from 'node:crypto'
import { CODE_PATTERN } from '@sportello/contract/schemas'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Customer } from '../customers/rules.ts'
import { withCustomer } from '../db/with-customer.ts'
import { findRoute, logMapping } from '../routing/queries.ts'
import type { Services } from '../services.ts'
import { openSession } from './enter.ts'
import { type MessageContent, readMessage } from './message-content.ts'
import { takeMessage } from './queries.ts'
import { MAX_MESSAGE_LENGTH } from './sso-message.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'
/** Room for the longest message, percent-encoded at worst. */
const BODY_BYTES = 3 * MAX_MESSAGE_LENGTH + 1_024

/**
 * The way in for whom the customer's own site vouches for, and for who has logged in here: a sealed message becomes a session. A
 * browser is led here from another site, so it brings no API key and is answered by redirects alone: every failure by the same one.
 */
export function enterByMessage(app: FastifyInstance, services: Services): void {
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, body, done) => done(null, body))
  app.route<{ Params: { customerCode: string }; Querystring: { message?: unknown } }>({
    method: ['GET', 'POST'],
    url: '/forms/:customerCode/sso',
    async handler(request, reply) {
      const { customerCode } = request.params
      const customer = CODE_PATTERN.test(customerCode) ? await services.catalog.customer(customerCode) : undefined
      if (!customer) return leadTo(reply, '/notfound')
      const given = request.method === 'GET' ? request.query.message : new URLSearchParams(String(request.body ?? '')).get('message')
      return leadTo(reply, await destinationOf(services, customer, typeof given === 'string' ? given : ''))
    },
  })
}

function leadTo(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(path, 303)
}

async function destinationOf(services: Services, customer: Customer, message: string): Promise<string> {
  const refused = `/${customer.code}/authError`
  const content = readMessage(services.config, customer, message)
  if (!content || !(await takeOnce(services, customer, content))) return refused
  const route = await routeOf(services, customer, content)
  if (!route) return refused
  if (!route.customer.setting.active) return `/${route.customer.code}/mantainance`
  const by = content.kind === 'login' ? content.authType : 'SSO'
  const person = content.kind === 'login' ? { person: content.person, ...(content.stamp !== undefined && { stamp: content.stamp }) } : {}
  const code = await openSession(services, route.customer, { by, ...person, known: content.known, mappingId: route.mappingId })
  return code === undefined ? refused : `/${route.customer.code}/sso?${new URLSearchParams({ code })}`
}

/** A message is remembered for longer than its clock and ours can differ. */
const REMEMBERED_S = 3_600

function takeOnce(services: Services, customer: Customer, { kind, jti }: MessageContent): Promise<boolean> {
  const jtiHash = createHash('sha256').update(`${kind}\n${jti}`).digest()
  return withCustomer(services.database.kysely, customer.code, (db) => takeMessage(db, customer.code, jtiHash, REMEMBERED_S))
}

/** The form that the client is routed to, which may be another than the one that the message was posted to; undefined where it is routed nowhere. */
async function routeOf(services: Services, customer: Customer, content: MessageContent): Promise<{ customer: Customer; mappingId: string | null } | undefined> {
  if (content.kind === 'login') return { customer, mappingId: null }
  const route = await withCustomer(services.database.kysely, customer.code, async (db) => {
    const found = await findRoute(db, content.levels)
    if (!found) await logMapping(db, customer.code, content.levels, 'notFound', customer.code)
    return found
  })
  const routed = route && (await services.catalog.customer(route.customer_code))
  return routed && { customer: routed, mappingId: route.mapping_id }
}
