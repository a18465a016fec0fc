import type { FastifyInstance } from 'fastify'
import { requireApiKey } from '../../platform/http/api-key.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { deploymentGauges } from './deployment-gauges.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const FORWARDED = ['x-forwarded-for', 'forwarded', 'via']
const READY_LIMIT_MS = 2_000

/** Registers the endpoints for the liveness check, the readiness check and the metrics. */
export function health(app: FastifyInstance, services: RequestServices): void {
  app.get('/health/live', async () => ({ status: 'live' }))

  // The readiness check that is running now. Parallel calls share its query. Anybody may make these calls, and without
  // sharing, each would occupy a connection for which visitors wait.
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
    // Reports the state of the object store, but does not let it change the readiness status: only files need the
    // object store, and other servers would have the same problem.
    const objects = services.attachments.objectStorage
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', database, ...(objects && { object_storage: objects.well }) })
  })

  // Older versions of Prometheus, and its operator in Kubernetes, send no header of one's own, but a bearer token.
  const withKey = requireApiKey(services.config.apiKey, { bearer: true })
  deploymentGauges(services)
  app.get('/metrics', async (request, reply) => {
    // A request that came through a proxy on this machine may come from a client on another machine. It therefore needs
    // the API key.
    if (!LOOPBACK.has(request.ip) || FORWARDED.some((name) => name in request.headers)) await withKey.call(app, request, reply, () => {})
    return reply.type(services.metrics.registry.contentType).send(await services.metrics.registry.metrics())
  })
}
