import { DEFAULT_LANGUAGE, type ListedTemplate } from '@sportello/contract'
import { hasWords } from './template-codes.ts'

/** A mail template in one language, with the record of the original from which it was translated. */
export type TranslatedTemplate = Pick<ListedTemplate, 'lang_code' | 'subject' | 'html' | 'translated_from'>

/**
 * State of a mail template in one language: `original` in the main language, `missing` without a template, `stale` if
 * the original has changed since the translation, `same` if its texts are those of the main language, `translated`
 * otherwise. A translation without a record of its original is not stale.
 */
export const TEMPLATE_STATES = ['original', 'missing', 'stale', 'same', 'translated'] as const
export type TemplateState = (typeof TEMPLATE_STATES)[number]

type Texts = Pick<ListedTemplate, 'subject' | 'html'>

const areSame = (one: Texts, other: Texts) => one.subject === other.subject && one.html === other.html

/**
 * Returns the main language of a mail template: Italian if the template has it, otherwise its first language. Returns
 * undefined if it has no language.
 * @param templates the rows with the same name
 */
export function mainTemplateLanguage(templates: readonly TranslatedTemplate[]): string | undefined {
  const codes = templates.map(({ lang_code }) => lang_code).toSorted()
  return codes.includes(DEFAULT_LANGUAGE) ? DEFAULT_LANGUAGE : codes[0]
}

/**
 * Returns the recorded original of a translation if the original has other texts now. Returns undefined if the
 * translation is up to date, or if the original no longer exists.
 * @param templates the rows with the same name
 */
export function earlierOriginal(templates: readonly TranslatedTemplate[], language: string): TranslatedTemplate['translated_from'] | undefined {
  const record = templates.find(({ lang_code }) => lang_code === language)?.translated_from
  const now = record && templates.find(({ lang_code }) => lang_code === record.lang_code)
  return now && !areSame(now, record) ? record : undefined
}

/**
 * Returns the state of a mail template in one language.
 * @param templates the rows with the same name
 */
export function templateState(templates: readonly TranslatedTemplate[], language: string): TemplateState {
  const one = templates.find(({ lang_code }) => lang_code === language)
  if (!one) return 'missing'
  if (earlierOriginal(templates, language)) return 'stale'
  const main = mainTemplateLanguage(templates)
  if (language === main) return 'original'
  const from = templates.find(({ lang_code }) => lang_code === (one.translated_from?.lang_code ?? main))
  return from && areSame(one, from) && (hasWords(one.subject, false) || hasWords(one.html, true)) ? 'same' : 'translated'
}

/**
 * Returns true if a translator has work to do for a mail template in one language. Texts that are those of the original
 * count as work only until somebody has saved or confirmed them as a translation.
 * @param templates the rows with the same name
 */
export function needsTranslation(templates: readonly TranslatedTemplate[], language: string): boolean {
  const state = templateState(templates, language)
  const isRecorded = Boolean(templates.find(({ lang_code }) => lang_code === language)?.translated_from)
  return state === 'missing' || state === 'stale' || (state === 'same' && !isRecorded)
}
