import { Readable } from 'node:stream'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { operatorOf } from '../../management/operator-session.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { routeOptionsOf } from '../../platform/http/route.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { DeskFeed, type DeskFollower } from './desk-feed.ts'

/** Maximum number of event streams of the desk that one server process keeps open at the same time, and those of one operator. */
const MAX_STREAMS = 1_000
const MAX_STREAMS_OF_OPERATOR = 8
/** Milliseconds after which a stream says that it is still there, because proxies close an idle one. */
const HEART_BEAT_MS = 15_000
/** Duration of an event stream in milliseconds. After it, the dashboard opens a new one. */
const LIFE_MS = 240_000
/** A client that has not read the end of its stream after so many milliseconds is disconnected. */
const END_MS = 2_000

/** Registers the endpoint that tells the dashboards which requests arrive on the desk and change there. */
export function managedDeskEvents(app: FastifyInstance, services: RequestServices): void {
  const { role = 'owner', desk } = endpoints.followDesk
  const feed = new DeskFeed(services, { role, desk })
  app.addHook('preClose', async () => feed.close())
  app.route({
    ...routeOptionsOf(endpoints.followDesk),
    async handler(request, reply) {
      const operator = operatorOf(request)
      const isFull = feed.count() >= MAX_STREAMS || feed.count(operator.username) >= MAX_STREAMS_OF_OPERATOR
      if (isFull || services.drain.begun) throw new ApiError([{ code: 'forms0002' }], { headers: { 'retry-after': isFull ? '10' : '2' } })
      const follower = feed.follow(operator)
      const leaving = new AbortController()
      const until = AbortSignal.any([leaving.signal, follower.ended, AbortSignal.timeout(LIFE_MS)])
      // A client that reads nothing would hold its place for ever: the generator goes on only when it reads.
      until.addEventListener('abort', () => setTimeout(() => reply.raw.writableFinished || reply.raw.destroy(), END_MS).unref(), { once: true })
      reply.raw.once('close', () => {
        feed.leave(follower)
        leaving.abort()
      })
      // The headers `no-transform` and `X-Accel-Buffering` keep proxies from buffering the event stream.
      return reply
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .type('text/event-stream')
        .send(Readable.from(eventsOf(follower, until)))
    },
  })
}

async function* eventsOf(follower: DeskFollower, until: AbortSignal): AsyncGenerator<string> {
  yield 'retry: 1000\nevent: open\ndata: {}\n\n'
  while (!until.aborted) {
    await follower.wait(HEART_BEAT_MS, until)
    if (until.aborted) return
    const { notices, isBehind } = follower.take()
    if (isBehind) yield 'event: resync\ndata: {}\n\n'
    else if (notices.length > 0) yield `event: changes\ndata: ${JSON.stringify(notices)}\n\n`
    else yield ': still here\n\n'
  }
}
