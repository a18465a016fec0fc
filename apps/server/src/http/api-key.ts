import { createHash, timingSafeEqual } from 'node:crypto'
import type { onRequestHookHandler } from 'fastify'
import { fault } from './fault.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Every call carries the deployment's fixed key. It tells our page from a stray client; it is no authentication. */
export function requireApiKey(apiKey: string): onRequestHookHandler {
  const expected = digest(apiKey)
  return async (request) => {
    const given = request.headers['x-api-key']
    if (typeof given !== 'string' || !timingSafeEqual(digest(given), expected)) throw fault('http_api_key')
  }
}
