import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { getChatAddress } from './get-chat-address.ts'
import { getChatState } from './get-chat-state.ts'

/** Anyone. */
export function visitorChat(app: FastifyInstance, services: CustomerServices): void {
  getChatAddress(app, services)
  getChatState(app, services)
}
