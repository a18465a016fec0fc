import { OPTIONAL_PART, PLACEHOLDER } from './fill.ts'
import { replaceablePhrases } from './replaceable.ts'

export { REPLACEABLE_GROUPS, type ReplaceableGroup, type ReplaceablePhrases, replaceablePhrases } from './replaceable.ts'

/**
 * A fault of a customer's own text, compared with the product's phrase that it replaces.
 * `missing`: the text lacks a placeholder, so visitors do not read the value. `unknown`: the phrase has no such
 * placeholder, so visitors read the braces. `optional`: a placeholder that may be empty is outside `[[…]]`. `required`:
 * a placeholder that is never empty is inside `[[…]]`. `brackets`: a bracket has no counterpart. `html`: the text
 * contains a tag, which the pages do not interpret.
 */
export interface OwnTextFault {
  kind: 'missing' | 'unknown' | 'optional' | 'required' | 'brackets' | 'html'
  /** The part of the text, or of the product's phrase, that has the fault, such as `{1}`. */
  part: string
}

/** Anything between braces, also if it is not a valid placeholder, such as `{ 1 }`. */
const BRACED = /\{[^{}]*\}/g
const TAG = /<\/?[a-z][^<>]*>|<!--/i

/** Returns the placeholders of a text, such as `{1}`, apart by whether they are inside or outside its optional parts. */
function placeholdersOf(text: string): { optional: ReadonlySet<string>; required: ReadonlySet<string> } {
  const optional = new Set(Array.from(text.matchAll(OPTIONAL_PART), ([, , name]) => `{${name}}`))
  return { optional, required: new Set(text.replace(OPTIONAL_PART, '').match(PLACEHOLDER)) }
}

/**
 * Compares a customer's own text with the product's phrase that it replaces.
 * @param builtIn the product's phrase in any language, because all languages have the same placeholders
 * @returns the faults of the text; an empty list if it can replace the phrase
 */
export function ownTextFaults(builtIn: string, own: string): OwnTextFault[] {
  const [wanted, found] = [placeholdersOf(builtIn), placeholdersOf(own)]
  const isWanted = (part: string) => wanted.optional.has(part) || wanted.required.has(part)
  const missing = [...wanted.required, ...wanted.optional].filter((part) => !(found.required.has(part) || found.optional.has(part)))
  const unknown = [...new Set(own.match(BRACED))].filter((part) => !isWanted(part))
  const optional = [...found.required].filter((part) => wanted.optional.has(part) && !wanted.required.has(part))
  const required = [...found.optional].filter((part) => wanted.required.has(part) && !wanted.optional.has(part))
  const brackets = [
    ...new Set(
      own
        .replace(OPTIONAL_PART, '$1')
        .replace(BRACED, '')
        .match(/\[\[|\]\]|[{}]/g),
    ),
  ]
  const html = TAG.exec(own)?.slice(0, 1) ?? []
  const faults = (kind: OwnTextFault['kind'], parts: readonly string[]) => parts.map((part): OwnTextFault => ({ kind, part }))
  return [
    ...faults('missing', missing),
    ...faults('unknown', unknown),
    ...faults('optional', optional),
    ...faults('required', required),
    ...faults('brackets', brackets),
    ...faults('html', html),
  ]
}

/**
 * Finds the phrases that are forms of one phrase for different numbers, such as `domande_restanti`,
 * `domande_restanti_0` and `domande_restanti_1`. The suffixes are `_0`, `_1`, `_one` and `_other`.
 * @returns for each key that belongs to a set, all keys of the set; the phrase without a suffix comes first
 */
export function pluralSets(keys: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = new Set(keys)
  const byBase = new Map<string, string[]>()
  for (const key of keys) {
    const base = /^(.+)_(?:0|1|one|other)$/.exec(key)?.[1]
    if (base === undefined) continue
    byBase.set(base, [...(byBase.get(base) ?? (known.has(base) ? [base] : [])), key])
  }
  const sets = [...byBase.values()].filter(({ length }) => length > 1)
  return new Map(sets.flatMap((set) => set.map((key) => [key, set] as const)))
}

/**
 * Returns the forms of a phrase that keep the product's text although another form has an own text; an empty list if
 * all or none of them have one.
 */
export function unchangedForms(set: readonly string[], hasOwn: (key: string) => boolean): readonly string[] {
  return set.some(hasOwn) ? set.filter((key) => !hasOwn(key)) : []
}

/** What a key in a file of own texts refers to. `language` is undefined if the text applies to all languages. */
export interface OwnTextTarget {
  phrase: string
  language: string | undefined
}

/**
 * Reads a key of a file of own texts, such as `invia_richiesta` or `de.invia_richiesta`.
 * @returns undefined if the product has no such phrase or language, so that the text is never shown
 */
export function ownTextTarget(key: string, phrases: { has: (key: string) => boolean }): OwnTextTarget | undefined {
  if (phrases.has(key)) return { phrase: key, language: undefined }
  const [, language, phrase] = /^([^.]+)\.(.+)$/.exec(key) ?? []
  if (language === undefined || phrase === undefined || !Object.hasOwn(replaceablePhrases, language) || !phrases.has(phrase)) return undefined
  return { phrase, language }
}
