import { ERROR_REDIRECT } from '@sportello/contract'
import type { CallError } from './call.ts'
import type { Words } from './phrase.tsx'

/** Codes after which there is nothing to press (visitor specification, section 8: "no buttons"). */
const GONE = new Set(['forms0001', 'forms0022'])

/** What to tell of a failed call, each thing once; nothing where all of it is of low severity, which is ignored (visitor specification, section 8). */
export function messagesOf({ errors, status }: Pick<CallError, 'errors' | 'status'>, t: Words['t']): string[] {
  if (errors.length === 0) return [t(status === 0 ? 'errore_rete' : 'servizio_non_disponibile')]
  const told = errors.filter(({ severity }) => severity !== 'low').map(({ data }) => data)
  return [...new Set(told.map(({ code, message }) => (code === 'http_not_found' ? t('non_trovato') : message || t('errore_recupero_dati'))))]
}

/** Whether the same call may succeed later: nothing answered, the service is busy or away, or the first try is still under way. */
export function retryHelps({ errors, status }: Pick<CallError, 'errors' | 'status'>): boolean {
  const codes = errors.map(({ data }) => data.code)
  // That limit is counted over hours.
  if (codes.includes('forms0024')) return false
  return errors.length === 0 || status >= 500 || status === 429 || (status === 409 && codes.includes('forms0046'))
}

export function isGone({ errors }: Pick<CallError, 'errors'>): boolean {
  return errors.some(({ data }) => GONE.has(data.code))
}

/** Where the error's confirmation leads, a place of this site. */
export function redirectOf({ errors }: Pick<CallError, 'errors'>): string | undefined {
  const address = errors.map(({ data }) => data.redirect ?? ERROR_REDIRECT[data.code]).find((each) => each !== undefined)
  return address !== undefined && /^\/(?![/\\])/.test(address) ? address : undefined
}
