import { createHash, timingSafeEqual } from 'node:crypto'
import type { onRequestHookHandler } from 'fastify'
import { apiError } from './api-error.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Returns a hook that checks the deployment's fixed API key. The API key is public and only keeps stray clients out; it does not authenticate anybody. */
export function requireApiKey(apiKey: string): onRequestHookHandler {
  const expected = digest(apiKey)
  return async (request) => {
    const given = request.headers['x-api-key']
    if (typeof given !== 'string' || !timingSafeEqual(digest(given), expected)) throw apiError('http_api_key')
  }
}
