import { createHash, timingSafeEqual } from 'node:crypto'
import type { onRequestHookHandler } from 'fastify'
import { apiError } from './api-error.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Returns a hook that checks the API key of the deployment. The key is public and does not authenticate anybody; it
 * only rejects clients that call the API by accident.
 */
export function requireApiKey(apiKey: string): onRequestHookHandler {
  const expected = digest(apiKey)
  return async (request) => {
    const given = request.headers['x-api-key']
    if (typeof given !== 'string' || !timingSafeEqual(digest(given), expected)) throw apiError('http_api_key')
  }
}
