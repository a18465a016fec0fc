import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { getChatAddress } from './get-chat-address.ts'
import { getChatState } from './get-chat-state.ts'

export { demonstrationChat } from './demonstration-site.ts'

/** Registers the endpoints that visitors' browsers call for the live chat. */
export function visitorChat(app: FastifyInstance, services: CustomerServices): void {
  getChatAddress(app, services)
  getChatState(app, services)
}
