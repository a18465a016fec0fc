import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { getReceipt } from './get-receipt.ts'

/** Registers the endpoint with which visitors download the receipt of a request. */
export function visitorReceipts(app: FastifyInstance, services: RequestServices): void {
  getReceipt(app, services)
}
