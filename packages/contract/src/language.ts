/** The languages of the user interface. The first, Italian, is the default (visitor specification, section 1). */
export const LANGUAGES = ['it', 'en', 'de', 'es', 'fr', 'el', 'nl'] as const

export type Language = (typeof LANGUAGES)[number]

export const DEFAULT_LANGUAGE: Language = 'it'

export function isLanguage(code: string): code is Language {
  return (LANGUAGES as readonly string[]).includes(code)
}

/**
 * Parses an Accept-Language header (RFC 9110, 12.5.4). Returns two-letter language codes, with the highest weight
 * first.
 */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, 512)
    .split(',')
    .map((part) => {
      const [range = '', ...params] = part.trim().split(';')
      const weight = params.map((param) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(param)?.[1]).find((q) => q !== undefined)
      return { prefix: range.slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ prefix, weight }) => /^[a-z]{2}$/.test(prefix) && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ prefix }) => prefix)
}
