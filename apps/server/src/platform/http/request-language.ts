import { acceptedLanguages, DEFAULT_LANGUAGE, isLanguage, type Language } from '@sportello/contract'
import type { FastifyRequest } from 'fastify'

/**
 * Returns the language of an API response: the language that the request prefers; if it names none, the language of the
 * form; otherwise Italian (wire contract, section “HTTP”).
 */
export function languageFor(request: Pick<FastifyRequest, 'headers'>, formLanguage?: string): Language {
  const wanted = acceptedLanguages(request.headers['accept-language']).find(isLanguage)
  if (wanted) return wanted
  return formLanguage !== undefined && isLanguage(formLanguage) ? formLanguage : DEFAULT_LANGUAGE
}
