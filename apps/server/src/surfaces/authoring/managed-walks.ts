import { Readable } from 'node:stream'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { operatorOf } from '../../management/operator-session.ts'
import { isReachedDefinition } from '../../management/reach.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { ApiError, apiError } from '../../platform/http/api-error.ts'
import { languageFor } from '../../platform/http/request-language.ts'
import { routeOptionsOf } from '../../platform/http/route.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { type WalkTask, walkInThread } from './walk-thread.ts'

/**
 * Maximum number of path checks that run at the same time in one server process. A path check tries every path through
 * a
 * form and occupies one processor core.
 */
const MAX_WALKS = 2

/** Registers the endpoint that tries every path through a draft and streams its progress. */
export function managedWalks(app: FastifyInstance, services: RequestServices): void {
  const { kysely, connection } = services.database
  const stopping = new AbortController()
  let walks = 0
  app.addHook('preClose', async () => stopping.abort())
  app.route({
    ...routeOptionsOf(endpoints.walkDefinition),
    async handler(request, reply) {
      const params = endpoints.walkDefinition.params.safeParse(request.params)
      if (!params.success) throw apiError('http_not_found')
      const { code_tag: codeTag } = params.data
      const operator = operatorOf(request)
      if (!(await acrossCustomers(kysely, (db) => isReachedDefinition(db, operator, codeTag)))) throw apiError('http_not_found')
      if (walks >= MAX_WALKS || services.drain.begun) throw new ApiError([{ code: 'forms0002' }], { headers: { 'retry-after': '5' } })
      walks += 1
      const leaving = new AbortController()
      reply.raw.once('close', () => {
        walks -= 1
        leaving.abort()
      })
      const task = { connection, config: services.config, codeTag, language: languageFor(request) }
      const events = eventsOf(task, AbortSignal.any([leaving.signal, stopping.signal]), (error) => request.log.warn({ err: error }, 'a walk failed'))
      // The headers `no-transform` and `X-Accel-Buffering` keep proxies from buffering the event stream.
      return reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no').type('text/event-stream').send(Readable.from(events))
    },
  })
}

async function* eventsOf(task: WalkTask, left: AbortSignal, log: (error: unknown) => void): AsyncGenerator<string> {
  try {
    for await (const { event, data } of walkInThread(task, left)) yield `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  } catch (error) {
    if (left.aborted) return
    log(error)
    yield 'event: failed\ndata: {}\n\n'
  }
}
