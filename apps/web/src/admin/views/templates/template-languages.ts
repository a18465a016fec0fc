import { LANGUAGES, type ListedTemplate } from '@sportello/contract'
import { mainTemplateLanguage, needsTranslation, type TemplateState, templateState } from '@sportello/editing'

/** A mail template in one language. */
export interface TemplateLanguage {
  name: string
  language: string
}

/** Returns the rows of the list with one name: one for each language. */
export const rowsOfTemplate = (templates: readonly ListedTemplate[], name: string): ListedTemplate[] => templates.filter((each) => each.name === name)

/** Sorts language codes in the order in which the product lists its languages. Other codes come last. */
function inLanguageOrder(codes: Iterable<string>): string[] {
  const own: readonly string[] = LANGUAGES
  const all = new Set(codes)
  return [...own.filter((code) => all.has(code)), ...[...all].filter((code) => !own.includes(code)).toSorted()]
}

/** Returns the languages in which at least one mail template exists. A template should exist in all of them. */
export const languagesInUse = (templates: readonly ListedTemplate[]): string[] => inLanguageOrder(templates.map(({ lang_code }) => lang_code))

/** The state of a mail template in one language. */
export interface LanguageState {
  language: string
  state: TemplateState
}

/** Returns the states that the list shows for each row: of its language or, for the main language, of all others too. */
export function listedStates(templates: readonly ListedTemplate[]): ReadonlyMap<ListedTemplate, readonly LanguageState[]> {
  const inUse = languagesInUse(templates)
  return new Map(
    [...Map.groupBy(templates, ({ name }) => name).values()].flatMap((rows) => {
      const main = mainTemplateLanguage(rows)
      const stateOf = (language: string): LanguageState => ({ language, state: templateState(rows, language) })
      return rows.map((row) => [row, row.lang_code === main ? inUse.map(stateOf) : [stateOf(row.lang_code)]] as const)
    }),
  )
}

/**
 * Returns the next translation that needs work: the next language of the same template, then the next template. After
 * the last template, it begins again with the first one. Returns undefined if nothing else needs work.
 */
export function nextTranslation(templates: readonly ListedTemplate[], current: TemplateLanguage): TemplateLanguage | undefined {
  const languages = inLanguageOrder([...languagesInUse(templates), current.language])
  const names = [...new Set(templates.map(({ name }) => name))].toSorted()
  const all = names.flatMap((name) => languages.map((language) => ({ name, language })))
  const at = all.findIndex(({ name, language }) => name === current.name && language === current.language)
  return [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))].find(({ name, language }) => needsTranslation(rowsOfTemplate(templates, name), language))
}

/** The languages that the translation of a mail template shows. */
export interface LanguagePair {
  /** Language of the original. */
  source: string
  /** Language of the translation; it may be new. */
  target: string
  /** The languages that can be chosen as the original: those in which the template exists. */
  sources: readonly string[]
  /** The languages that can be chosen for the translation. */
  targets: readonly string[]
}

/**
 * Chooses the languages of a translation. Without a valid wish, the translation is into the first language that needs
 * work, and the original is in the main language.
 * @param wanted language codes from the URL
 * @returns undefined if there is no template of this name
 */
export function languagePair(
  templates: readonly ListedTemplate[],
  name: string,
  wanted: { source?: string | undefined; target?: string | undefined },
): LanguagePair | undefined {
  const rows = rowsOfTemplate(templates, name)
  const main = mainTemplateLanguage(rows)
  if (main === undefined) return undefined
  const existing = inLanguageOrder(rows.map(({ lang_code }) => lang_code))
  // The only language of a template has no original, so it cannot be the translation.
  const targets = inLanguageOrder([...LANGUAGES, ...existing]).filter((code) => existing.length > 1 || code !== main)
  const others = targets.filter((code) => code !== main)
  const first =
    languagesInUse(templates).find((code) => code !== main && needsTranslation(rows, code)) ??
    others.find((code) => existing.includes(code)) ??
    others[0] ??
    main
  const target = wanted.target !== undefined && targets.includes(wanted.target) ? wanted.target : first
  const sources = existing.filter((code) => code !== target)
  const recorded = rows.find(({ lang_code }) => lang_code === target)?.translated_from?.lang_code
  const source = [wanted.source, main, recorded].find((code) => code !== undefined && sources.includes(code)) ?? sources[0] ?? main
  return { source, target, sources, targets }
}
