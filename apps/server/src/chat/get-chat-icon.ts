import type { FastifyInstance } from 'fastify'
import { fault } from '../http/fault.ts'
import type { Services } from '../services.ts'
import { chatIconOf } from './chat-icon.ts'

const DAYS_365_S = 31_536_000

/** The icon of a form's chat, addressed by its content. */
export function getChatIcon(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { customerCode: string; file: string } }>('/assets/tenant/:customerCode/chat/:file', async (request, reply) => {
    const customer = await services.catalog.customer(request.params.customerCode)
    const icon = customer && chatIconOf(customer)
    if (!icon || request.params.file !== icon.file) throw fault('http_not_found')
    return reply
      .header('cache-control', `public, max-age=${DAYS_365_S}, immutable`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type(icon.mediaType)
      .send(icon.content)
  })
}
