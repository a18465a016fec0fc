import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { route } from '../../platform/http/route.ts'
import { type Chat, chatOf } from './chat-of.ts'
import { SiteWatch } from './site-watch.ts'

export function getChatState(app: FastifyInstance, services: CustomerServices): void {
  const watch = new SiteWatch()
  route(app, endpoints.getChatState, async ({ params }) => {
    const customer = await services.knownCustomer(params.customerCode)
    const chat = customer.setting.active ? chatOf(services.config, customer) : null
    return { available: chat !== null && (isOwn(chat) || (await watch.isUp(chat.type === 'CRISP' ? `${chat.site}/l.js` : chat.site))) }
  })
}

/** Returns true if this server serves the chat's page itself; then no check of another site is needed. */
const isOwn = (chat: Chat) => chat.type === 'EBBY' && chat.isDemonstration
