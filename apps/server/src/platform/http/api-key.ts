import { createHash, timingSafeEqual } from 'node:crypto'
import type { onRequestHookHandler } from 'fastify'
import { apiError } from './api-error.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Returns a hook that checks the API key of the deployment. The key is public and does not authenticate anybody; it
 * only rejects clients that call the API by accident.
 * @param options `bearer`: true if clients may send the key in `Authorization: Bearer` instead of `X-Api-Key`
 */
export function requireApiKey(apiKey: string, { bearer = false } = {}): onRequestHookHandler {
  const expected = digest(apiKey)
  return async ({ headers }) => {
    const given = headers['x-api-key'] ?? (bearer ? /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1] : undefined)
    if (typeof given !== 'string' || !timingSafeEqual(digest(given), expected)) throw apiError('http_api_key')
  }
}
