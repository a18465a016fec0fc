import { REVIEW_KEY_HEADER, type Review, type TagView } from '@sportello/contract'
import { type ClientSettings, envelopeOf, unwrap } from '../shared/call.ts'
import { CallError } from '../shared/call-error.ts'
import { browserKey } from './browser-store.ts'

const settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as ClientSettings

/** Timeout in milliseconds after which the review page aborts an API call. */
const TIMEOUT_MS = 30_000

interface ReviewCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path of the API call, relative to the path of the review link. */
  path?: string
  body?: object
}

/**
 * Calls an endpoint that belongs to a review link.
 * @returns the review and its comments as they are after the call
 * @throws CallError
 */
export function callReview(code: string, language: string, { method = 'GET', path = '', body }: ReviewCall = {}): Promise<Review> {
  return call<Review>(method, `/reviews/${encodeURIComponent(code)}${path}`, language, body)
}

/**
 * Loads the step that the frame of the review page shows.
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
