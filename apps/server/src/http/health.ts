import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { requireApiKey } from './api-key.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const FORWARDED = ['x-forwarded-for', 'forwarded', 'via']
const READY_LIMIT_MS = 2_000

/** Whether the process lives, whether it can serve, and what it counts. */
export function health(app: FastifyInstance, services: Services): void {
  app.get('/health/live', async () => ({ status: 'live' }))

  // One look at a time, whose answer is everybody's: anyone may ask, and each look takes a connection that visitors wait for.
  let look: Promise<unknown> | undefined
  const isReached = () => {
    look ??= services.database.pool.query('select 1').finally(() => {
      look = undefined
    })
    const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('timeout')), READY_LIMIT_MS).unref())
    return Promise.race([look, late]).then(
      () => true,
      () => false,
    )
  }
  app.get('/health/ready', async (_request, reply) => {
    const database = await isReached()
    const ready = database && !services.drain.begun
    // Told, and no more: without it everything but files is served, and no other server would do better.
    const objects = services.attachments.objectStorage
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', database, ...(objects && { object_storage: objects.well }) })
  })

  const withKey = requireApiKey(services.config.apiKey)
  app.get('/metrics', async (request, reply) => {
    // What a proxy on this machine brings is somebody else's.
    if (!LOOPBACK.has(request.ip) || FORWARDED.some((name) => name in request.headers)) await withKey.call(app, request, reply, () => {})
    return reply.type(services.metrics.registry.contentType).send(await services.metrics.registry.metrics())
  })
}
