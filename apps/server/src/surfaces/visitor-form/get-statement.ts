import { isLanguage, LANGUAGES, type Language, type Statement, type StatementKind } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { cleanHtml } from '../../catalogue/definitions/rules.ts'
import { captchaOf } from '../../entrance/captcha/rules.ts'
import type { Config } from '../../platform/config.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import { retentionDays } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { type ChatConfig, shownChatOf } from '../chat/rules.ts'

/**
 * The rate limit counts one more call for each such number of characters of HTML, because the HTML is cleaned at each
 * call. The statements are not cached here: their pages are, and browsers do not make this call.
 */
const HTML_PER_CALL = 4_000

/**
 * The statements can be read without a session, and while the form is in maintenance, because the law requires that
 * everybody can read them.
 */
export function getStatement(app: FastifyInstance, services: RequestServices): void {
  route(app, endpoints.getStatement, async ({ params: { customerCode, statement }, query: { locale }, request }) => {
    const shown = statementOf(services.config, await services.knownCustomer(customerCode), statement, locale)
    if (shown.kind === 'privacy') request.extraCalls += Math.floor((shown.text?.text.length ?? 0) / HTML_PER_CALL)
    return shown
  })
}

/**
 * Returns a statement of a customer. Each text is in the given language, otherwise in the first language of the form that
 * has a text.
 * @throws ApiError http_not_found if the customer has not published the statement
 */
export function statementOf(
  config: Pick<Config, 'serviceName' | 'secretKey'> & ChatConfig,
  customer: Customer,
  kind: StatementKind,
  locale: Language | undefined,
): Statement {
  const { accessibility, privacy } = customer.params
  const ofForm = customer.published.languages.map(({ lang_code }) => lang_code).filter(isLanguage)
  const languages = [...(locale ? [locale] : []), ...ofForm, ...LANGUAGES]
  if (kind === 'accessibility' && accessibility) {
    const { exceptions, feedback_tag, ...facts } = accessibility
    // A step in another language would turn the whole page into that language.
    const tag = textIn(feedback_tag, ofForm.length > 0 ? languages.slice(0, locale ? 1 : undefined) : languages)?.text
    return { kind, ...facts, exceptions: textIn(exceptions, languages), feedback_tag: tag !== undefined && customer.published.nodes.has(tag) ? tag : null }
  }
  if (kind === 'privacy' && privacy) {
    const { text, ...facts } = privacy
    const own = textIn(text, languages)
    return {
      kind,
      ...facts,
      text: own && { ...own, text: cleanHtml(own.text) },
      erased_after: { processed: retentionDays(customer, 'processed'), expired: retentionDays(customer, 'expired') },
      chat_site: shownChatOf(config, customer, null)?.site ?? null,
      uses_recaptcha: captchaOf(config, customer)?.provider === 'recaptcha',
    }
  }
  throw apiError('http_not_found')
}

/**
 * Returns the first text in one of the given languages, in their order. Empty texts count as missing.
 * @param languages the language asked for, then the languages of the form, then all others
 */
function textIn(
  texts: { readonly [L in Language]?: string | undefined } | undefined,
  languages: readonly Language[],
): { text: string; language: Language } | null {
  for (const language of languages) {
    const text = texts?.[language]
    if (text !== undefined && text.trim() !== '') return { text, language }
  }
  return null
}
