import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginSpan, type OpenSpan } from '../tracing/tracing.ts'

/** Tells of each request: its method, its route as it is written in the contract, and its status; never its address, which may hold codes and people. */
export function tellRequests(app: FastifyInstance): void {
  const open = new WeakMap<FastifyRequest, OpenSpan>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent, tracestate } = request.headers
    const span = beginSpan(nameOf(request), {
      kind: 'server',
      facts: { 'http.request.method': request.method },
      parent: typeof traceparent === 'string' ? traceparent : undefined,
      state: typeof tracestate === 'string' ? tracestate : undefined,
    })
    if (!span) return done()
    open.set(request, span)
    span.within(done)
  })

  // What reads the body calls back from outside of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = open.get(request)
    if (span) span.within(done)
    else done()
  })

  app.addHook('onResponse', async (request, reply) => {
    const facts = { 'http.route': request.routeOptions.url ?? '', 'http.response.status_code': reply.statusCode }
    open.get(request)?.end({ name: nameOf(request), facts, failed: reply.statusCode >= 500 })
  })
}

const nameOf = ({ method, routeOptions }: FastifyRequest) => (routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`)
