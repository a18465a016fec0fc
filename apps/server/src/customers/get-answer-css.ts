import type { FastifyInstance } from 'fastify'
import { fault } from '../http/fault.ts'
import type { Services } from '../services.ts'

const DAYS_365_S = 31_536_000

/** A customer's own style, addressed by its content. */
export function getAnswerCss(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { customerCode: string; file: string } }>('/assets/tenant/:customerCode/:file', async (request, reply) => {
    const css = (await services.catalog.customer(request.params.customerCode))?.answerCss
    if (!css || request.params.file !== `${css.hash}.css`) throw fault('http_not_found')
    return reply.header('cache-control', `public, max-age=${DAYS_365_S}, immutable`).type('text/css; charset=utf-8').send(css.text)
  })
}
