import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type OpenSpan, startSpan } from '../telemetry/tracing.ts'

/**
 * Starts a trace span for each HTTP request, with the method, the route's pattern and the status. The span never
 * contains the URL, because a URL may contain codes and personal data.
 */
export function traceRequests(app: FastifyInstance): void {
  const open = new WeakMap<FastifyRequest, OpenSpan>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent, tracestate } = request.headers
    const span = startSpan(nameOf(request), {
      kind: 'server',
      attributes: { 'http.request.method': request.method },
      parent: typeof traceparent === 'string' ? traceparent : undefined,
      state: typeof tracestate === 'string' ? tracestate : undefined,
    })
    if (!span) return done()
    open.set(request, span)
    span.run(done)
  })

  // Activates the request's trace span again, because the body parser's callback runs outside the request's async
  // context.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = open.get(request)
    if (span) span.run(done)
    else done()
  })

  app.addHook('onResponse', async (request, reply) => {
    const attributes = { 'http.route': request.routeOptions.url ?? '', 'http.response.status_code': reply.statusCode }
    open.get(request)?.end({ name: nameOf(request), attributes, failed: reply.statusCode >= 500 })
  })
}

const nameOf = ({ method, routeOptions }: FastifyRequest) => (routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`)
