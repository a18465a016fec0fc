import { CODE_PATTERN } from '@sportello/contract/schemas'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { logSignIn } from '../../platform/http/security-log.ts'
import { isMarkedBrowser, keepEntry, MAX_MESSAGE_LENGTH, type MessageContent, readMessage } from '../sessions/rules.ts'
import { admit, rejectArrival, rejectedAt } from './admit.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'
/**
 * Maximum size in bytes of a posted HTML form that contains an SSO message: the longest message, with every character
 * percent-encoded.
 */
const BODY_BYTES = 3 * MAX_MESSAGE_LENGTH + 1_024

/**
 * Registers the endpoint that opens a session from an encrypted SSO message. Either the customer's own site or this
 * server's login has created the message. Browsers come from other sites and send no API key. The endpoint only
 * redirects; after a failure it always redirects to the same page.
 */
export function enterByMessage(app: FastifyInstance, services: CustomerServices): void {
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, body, done) => done(null, body))
  app.route<{ Params: { customerCode: string }; Querystring: { message?: unknown } }>({
    method: ['GET', 'POST'],
    url: '/forms/:customerCode/sso',
    async handler(request, reply) {
      const customer = await customerAt(services, request.params.customerCode)
      if (!customer) return leadTo(reply, '/notfound')
      const given = request.method === 'GET' ? request.query.message : new URLSearchParams(String(request.body ?? '')).get('message')
      const content = readMessage(services.config, customer, typeof given === 'string' ? given : '')
      const isOwn = content?.kind !== 'login' || isMarkedBrowser(request, services.config, customer.code, content.browser)
      const destination = content && isOwn ? await destinationOf(services, customer, content) : await rejectArrival(services, customer)
      if (content?.kind === 'login') keepEntry(reply, services.config, destination)
      const outcome = destination === rejectedAt(customer.code) ? 'failure' : 'success'
      logSignIn(services.config, request, { event: 'sign_in', way: 'message', outcome, form: customer.code })
      return leadTo(reply, destination)
    },
  })
}

/** Returns the customer whose code is in the URL; undefined if the customer does not exist. */
export async function customerAt(services: CustomerServices, customerCode: string): Promise<Customer | undefined> {
  return CODE_PATTERN.test(customerCode) ? services.catalog.customer(customerCode) : undefined
}

/**
 * Redirects a browser and sets headers that keep the URL with the SSO message out of caches and of the Referer header.
 */
export function leadTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(address, 303)
}

async function destinationOf(services: CustomerServices, customer: Customer, content: MessageContent): Promise<string> {
  const { kind, known, jti } = content
  const once = `${kind}\n${jti}`
  if (content.kind === 'outside') return admit(services, customer, { by: 'SSO', known, once, levels: content.levels })
  const { authType, person, stamp } = content
  return admit(services, customer, { by: authType, person, known, once, ...(stamp !== undefined && { stamp }) })
}
