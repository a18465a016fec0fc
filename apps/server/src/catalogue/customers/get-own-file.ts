import type { FastifyInstance } from 'fastify'
import { apiError } from '../../platform/http/api-error.ts'
import { FILE_POLICY } from '../../platform/http/closed-policy.ts'
import type { Customer } from './customer.ts'
import type { CustomerServices } from './services.ts'

const DAYS_365_S = 31_536_000

/**
 * Serves a customer's style sheet and the pictures that its form setting contains. Their URLs contain the hash of the
 * content.
 */
export function getOwnFile(app: FastifyInstance, services: CustomerServices): void {
  app.get<{ Params: { customerCode: string; file: string } }>('/assets/tenant/:customerCode/:file', async (request, reply) => {
    const customer = await services.catalog.customer(request.params.customerCode)
    const own = customer && ownFile(customer, request.params.file)
    if (!own) throw apiError('http_not_found')
    return reply
      .header('cache-control', `public, max-age=${DAYS_365_S}, immutable`)
      .header('content-security-policy', FILE_POLICY)
      .type(own.type)
      .send(own.content)
  })
}

function ownFile({ answerCss, ownPictures }: Customer, file: string): { type: string; content: string | Buffer } | undefined {
  if (answerCss && file === `${answerCss.hash}.css`) return { type: 'text/css; charset=utf-8', content: answerCss.text }
  const picture = ownPictures.values().find((each) => each.file === file)
  return picture && { type: picture.mediaType, content: picture.content }
}
