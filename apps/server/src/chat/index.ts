import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { getChatAddress } from './get-chat-address.ts'
import { getChatIcon } from './get-chat-icon.ts'
import { getChatState } from './get-chat-state.ts'

/** Any page of a customer. */
export function chatIcons(app: FastifyInstance, services: Services): void {
  getChatIcon(app, services)
}

/** Anyone. */
export function visitorChat(app: FastifyInstance, services: Services): void {
  getChatAddress(app, services)
  getChatState(app, services)
}
