import { randomUUID } from 'node:crypto'
import { chatDataOf } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { encryptMessage, messageKey, sessionOf } from '../../entrance/sessions/rules.ts'
import { now } from '../../platform/db/clock.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import { chatOf, wantsEbby } from './chat-of.ts'

/**
 * Lifetime in seconds of the live chat's URL. It is long enough to open the chat, but too short to pass the URL on to
 * others.
 */
const LIFE_S = 300

/**
 * Registers the endpoint that returns the URL of the live chat for one visitor (visitor specification, section 7: “Chat
 * url”). The URL contains the visitor's data, encrypted with the secret that the form and the chat share
 * (docs/chat.md). The data therefore does not appear in any log.
 */
export function getChatAddress(app: FastifyInstance, services: CustomerServices): void {
  route(app, endpoints.getChatAddress, async ({ params, query }) => {
    const customer = await services.openCustomer(params.customerCode)
    const session = await sessionOf(services, customer, query.code)
    if (!wantsEbby(customer)) throw apiError('forms_integrations0005')
    const chat = chatOf(services.config, customer)
    if (chat?.type !== 'EBBY') throw apiError('forms0016')
    const known = session && { ...session.known, email: [...session.emails] }
    const content = { form: customer.code, ...chatDataOf(known), jti: randomUUID(), exp: Math.floor(now() / 1_000) + LIFE_S }
    const message = encryptMessage(messageKey(chat.secret, 'chat-message-v1'), chat.codCustomer, content)
    return { url: `${chat.frame}?${new URLSearchParams({ customer: chat.codCustomer, message })}` }
  })
}
