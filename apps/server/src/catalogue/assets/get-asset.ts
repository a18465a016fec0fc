import type { FastifyInstance } from 'fastify'
import { apiError } from '../../platform/http/api-error.ts'
import { FILE_POLICY } from '../../platform/http/closed-policy.ts'
import { isStorableText } from '../../platform/http/json-limits.ts'
import { openAssetCache } from './asset-cache.ts'
import type { AssetServices } from './services.ts'

const DAYS_365_S = 31_536_000

/**
 * Serves logos, favicons and backgrounds at URLs that contain the hash of their content, so that browsers may cache
 * them for ever.
 */
export function getAsset(app: FastifyInstance, services: AssetServices): void {
  // One picture cache per settings object. Every change of an asset creates a new object with the shared settings. The
  // new object has an empty cache, so the server never sends a deleted picture from a cache.
  const caches = new WeakMap<object, ReturnType<typeof openAssetCache>>()
  app.get<{ Params: { hash: string; name: string } }>('/assets/customer/:hash/:name', async (request, reply) => {
    if (!isStorableText(request.params.hash + request.params.name)) throw apiError('http_not_found')
    const { hash, name } = request.params
    const settings = await services.catalog.settings()
    const cache = caches.get(settings) ?? openAssetCache()
    caches.set(settings, cache)
    const read = () =>
      services.database.kysely
        .selectFrom('assets')
        .select(['content', 'media_type'])
        .where('content_hash', '=', hash)
        .where('name', '=', name)
        .executeTakeFirst()
    const asset = await cache.fetch(`${hash}/${name}`, { context: read })
    if (!asset || asset.media_type === 'application/json') throw apiError('http_not_found')
    return reply
      .header('cache-control', `public, max-age=${DAYS_365_S}, immutable`)
      .header('content-security-policy', FILE_POLICY)
      .type(asset.media_type)
      .send(asset.content)
  })
}
