import { REVIEW_KEY_HEADER, type Review, type TagView } from '@sportello/contract'
import { CallError, type ClientSettings, envelopeOf, unwrap } from '../shared/call.ts'
import { browserKey } from './browser-store.ts'

const settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as ClientSettings

/** Milliseconds after which the review page aborts an API call. */
const TIMEOUT_MS = 30_000

interface ReviewCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path of the API call below the path of the review link. */
  path?: string
  body?: object
}

/**
 * Calls an endpoint of a review link.
 * @returns the review with its comments after the call
 * @throws CallError
 */
export function callReview(code: string, language: string, { method = 'GET', path = '', body }: ReviewCall = {}): Promise<Review> {
  return call<Review>(method, `/reviews/${encodeURIComponent(code)}${path}`, language, body)
}

/**
 * Loads the step that the review page shows in its frame.
 * @throws CallError
 */
export function getStep(code: string, language: string, codeTag: string): Promise<TagView> {
  return call<TagView>('GET', `/forms/${encodeURIComponent(code)}/tags/${encodeURIComponent(codeTag)}`, language)
}

async function call<T>(method: string, path: string, language: string, body?: object): Promise<T> {
  let text: string
  let status: number
  try {
    const response = await fetch(settings.apiBase + path, {
      method,
      headers: {
        'X-Api-Key': settings.apiKey,
        'Accept-Language': language,
        [REVIEW_KEY_HEADER]: browserKey(),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    status = response.status
    text = await response.text()
  } catch {
    throw new CallError([], 0)
  }
  return unwrap(envelopeOf<T>(text, status), status)
}
