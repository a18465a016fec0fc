import { isLanguage, LANGUAGES, type Language } from '@sportello/contract'

/** A text of a source form, keyed by language. `default` is the text for which no language is named. */
export type SourceText = Readonly<Partial<Record<Language | 'default', string>>>

export const plainText = (text: string): SourceText => (text === '' ? {} : { default: text })

/** Returns the text in the given language. If there is none, returns the text in another language, or an empty text. */
export function textIn(text: SourceText | undefined, language: Language | undefined): string {
  if (!text) return ''
  const own = language && text[language]
  return own || text.default || LANGUAGES.map((each) => text[each]).find(Boolean) || ''
}

/** Returns true if a text of a source form exists in another language, but not in the given language. */
export function lacksLanguage(text: SourceText | undefined, language: Language, defaultLanguage: Language | undefined): boolean {
  if (!text || textIn(text, undefined) === '') return false
  return !text[language] && !(language === defaultLanguage && text.default)
}

/** Names of the supported languages, as authors write them in the column headers of an XLSForm. */
const LANGUAGE_NAMES: Readonly<Record<string, Language>> = {
  italiano: 'it',
  italian: 'it',
  english: 'en',
  inglese: 'en',
  deutsch: 'de',
  german: 'de',
  tedesco: 'de',
  espanol: 'es',
  spanish: 'es',
  spagnolo: 'es',
  castellano: 'es',
  francais: 'fr',
  french: 'fr',
  francese: 'fr',
  greek: 'el',
  greco: 'el',
  ελληνικα: 'el',
  nederlands: 'nl',
  dutch: 'nl',
  olandese: 'nl',
}

/**
 * Returns the supported language with the given name or code, such as "Italiano (it)", "de-AT" or "Français"; undefined
 * for any other language.
 */
export function languageNamed(name: string): Language | undefined {
  const [, inBrackets] = /\(\s*([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]+)*)\s*\)\s*$/.exec(name.slice(0, 100)) ?? []
  const plain = (inBrackets ?? name.slice(0, 100)).trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  const [code = ''] = plain.split(/[-_]/)
  if (isLanguage(code)) return code
  return Object.hasOwn(LANGUAGE_NAMES, plain) ? LANGUAGE_NAMES[plain] : undefined
}

/** Escapes a plain text for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Converts plain text to HTML paragraphs. */
export function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('')
}

/** Applies a function to each language version of a text in a source form. */
export function mapText(text: SourceText, change: (text: string) => string): SourceText {
  return Object.fromEntries(Object.entries(text).map(([language, value]) => [language, change(value)]))
}
