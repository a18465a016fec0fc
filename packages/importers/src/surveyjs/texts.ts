import { LANGUAGES, type Language } from '@sportello/contract'
import { objectOf, textOf } from '../json-reader.ts'
import { MAX_HTML } from '../limits.ts'
import type { Notes } from '../notes.ts'
import { languageNamed, type SourceText } from '../source-text.ts'

const MAX_TRANSLATIONS = 100
/**
 * Maximum number of characters that the importer reads from a text. It is one more than the maximum for a stored text,
 * so that the importer notices and reports longer texts.
 */
const MAX_READ = MAX_HTML + 1

/**
 * Converts the texts of a SurveyJS form and collects their languages. Each text is a string, or an object that maps
 * languages to texts.
 */
export class SurveyTexts {
  readonly #found = new Set<Language>()
  readonly #notes: Notes
  readonly defaultLanguage: Language | undefined

  constructor(locale: string, notes: Notes) {
    this.#notes = notes
    this.defaultLanguage = locale === '' ? 'en' : languageNamed(locale)
  }

  read(value: unknown): SourceText {
    const object = objectOf(value)
    if (!object) return textOf(value).trim() === '' ? {} : { default: textOf(value).slice(0, MAX_READ) }
    const text: Partial<Record<Language | 'default', string>> = {}
    for (const [name, each] of Object.entries(object).slice(0, MAX_TRANSLATIONS)) {
      const words = textOf(each).slice(0, MAX_READ)
      if (words.trim() === '') continue
      const language = name === 'default' ? 'default' : languageNamed(name)
      if (language === undefined) this.#notes.add('', 'language_unsupported', name)
      else text[language] ??= words
      if (language && language !== 'default') this.#found.add(language)
    }
    return text
  }

  /**
   * Returns the languages of the form, with the default language first. The list is empty if the texts do not name any
   * language.
   */
  languages(): Language[] {
    if (this.#found.size === 0) return []
    const first = this.defaultLanguage
    return [...(first ? [first] : []), ...LANGUAGES.filter((each) => each !== first && this.#found.has(each))]
  }
}
