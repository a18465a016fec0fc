import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { getChatAddress } from './get-chat-address.ts'
import { getChatState } from './get-chat-state.ts'

/** Registers the visitors' endpoints of the live chat. */
export function visitorChat(app: FastifyInstance, services: CustomerServices): void {
  getChatAddress(app, services)
  getChatState(app, services)
}
