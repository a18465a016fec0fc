import { ERROR_REDIRECT } from '@sportello/contract'
import type { CallError } from './call-error.ts'
import type { Words } from './phrase.tsx'

/**
 * Error codes that mean that the form no longer exists. Their error dialog has no buttons (visitor specification,
 * section 8).
 */
const GONE = new Set(['forms0001', 'forms0022'])

/**
 * Returns the messages of a failed call, without duplicates. Errors of low severity are not shown to the visitor
 * (visitor specification, section 8).
 */
export function messagesOf({ errors, status }: Pick<CallError, 'errors' | 'status'>, t: Words['t']): string[] {
  if (errors.length === 0) return [t(status === 0 ? 'errore_rete' : 'servizio_non_disponibile')]
  const told = errors.filter(({ severity }) => severity !== 'low').map(({ data }) => data)
  return [...new Set(told.map(({ code, message }) => (code === 'http_not_found' ? t('non_trovato') : message || t('errore_recupero_dati'))))]
}

/**
 * Returns true if a retry of a failed call may succeed: the server did not answer, is overloaded or unavailable, or is
 * still processing the first attempt.
 */
export function retryHelps({ errors, status }: Pick<CallError, 'errors' | 'status'>): boolean {
  const codes = errors.map(({ data }) => data.code)
  // The limit of requests for a form (forms0024) covers several hours, so an immediate retry would fail as well.
  if (codes.includes('forms0024')) return false
  return errors.length === 0 || status >= 500 || status === 429 || (status === 409 && codes.includes('forms0046'))
}

export function isGone({ errors }: Pick<CallError, 'errors'>): boolean {
  return errors.some(({ data }) => GONE.has(data.code))
}

/** Returns the path to open after the visitor has closed the error dialog. Paths to other sites are ignored. */
export function redirectOf({ errors }: Pick<CallError, 'errors'>): string | undefined {
  const address = errors.map(({ data }) => data.redirect ?? ERROR_REDIRECT[data.code]).find((each) => each !== undefined)
  return address !== undefined && /^\/(?![/\\])/.test(address) ? address : undefined
}
