import { type OwnTextFault, ownTextFaults, ownTextTarget, unchangedForms } from '@sportello/phrases/own-texts'
import { type PhraseRow, type PhraseRows, rowsByForms } from './phrase-rows.ts'

/** The content of a file of own texts: texts by key, in the order of the file. */
export type Texts = Readonly<Record<string, string>>

/** Where an own text applies: in one language, or in all languages. */
export type Scope = 'language' | 'all'

/** Returns the key of an own text in the file: `de.invia` for one language, `invia` for all languages. */
export const keyInFile = (phrase: string, language: string, scope: Scope) => (scope === 'all' ? phrase : `${language}.${phrase}`)

/** Returns a text of the file; undefined if the file does not contain the key. */
export const textAt = (texts: Texts, key: string): string | undefined => (Object.hasOwn(texts, key) ? texts[key] : undefined)

/** Sets a text of the file, or removes the key if `text` is undefined. The other keys keep their order. */
export function withText(texts: Texts, key: string, text: string | undefined): Texts {
  if (text !== undefined)
    return Object.hasOwn(texts, key)
      ? Object.fromEntries(Object.entries(texts).map((entry) => (entry[0] === key ? [key, text] : entry)))
      : { ...texts, [key]: text }
  return withoutTexts(texts, [key])
}

/** Removes several texts of the file. */
export function withoutTexts(texts: Texts, keys: readonly string[]): Texts {
  const removed = new Set(keys)
  return Object.fromEntries(Object.entries(texts).filter(([each]) => !removed.has(each)))
}

/** Returns true if two files contain the same texts, in any order. */
export function areSameTexts(one: Texts, other: Texts): boolean {
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => textAt(other, key) === one[key])
}

/** The own texts for a phrase in one language. The text for the language takes precedence. */
export interface OwnTexts {
  forLanguage: string | undefined
  forAll: string | undefined
}

export function ownTextsOf(texts: Texts, phrase: string, language: string): OwnTexts {
  return { forLanguage: textAt(texts, keyInFile(phrase, language, 'language')), forAll: textAt(texts, keyInFile(phrase, language, 'all')) }
}

/** Returns the own text that visitors read in one language; undefined if they read the product's phrase. */
function readText(texts: Texts, phrase: string, language: string): string | undefined {
  const { forLanguage, forAll } = ownTextsOf(texts, phrase, language)
  return forLanguage ?? forAll
}

/** Returns the keys of the file that no page uses. */
export function unknownKeys(texts: Texts, rows: PhraseRows): string[] {
  return Object.keys(texts).filter((key) => ownTextTarget(key, rows) === undefined)
}

/** Returns the faults of an own text for a phrase. */
export const faultsOf = ({ defaults: [builtIn] }: PhraseRow, text: string | undefined): OwnTextFault[] =>
  text === undefined ? [] : ownTextFaults(builtIn, text)

/**
 * Counts the own texts with faults in the whole file, by language. A text for all languages counts under the empty
 * language code.
 */
export function countFaults(texts: Texts, rows: PhraseRows): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [key, text] of Object.entries(texts)) {
    const target = ownTextTarget(key, rows)
    const row = target && rows.get(target.phrase)
    if (!row || faultsOf(row, text).length === 0) continue
    const language = target.language ?? ''
    counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return counts
}

/** The warning for a phrase with several forms: the forms that keep the product's text although another one is changed. */
export const unevenForms = ({ forms }: PhraseRow, texts: Texts, language: string): readonly string[] =>
  forms ? unchangedForms(forms, (key) => readText(texts, key, language) !== undefined) : []

export const TEXT_FILTERS = ['all', 'changed', 'faults', 'unknown'] as const
export type TextFilter = (typeof TEXT_FILTERS)[number]

/** Number of phrases or keys on a page of the list. The pager counts with the same number. */
export const PAGE_SIZE = 50

/** What the operator wants to see in the list. */
export interface Criteria {
  filter: TextFilter
  /** A group of phrases; the empty text means all groups. */
  group: string
  search: string
}

/** Another operator's changes to texts that this operator has changed as well, by key; undefined for a removed text. */
export type Conflicts = ReadonlyMap<string, string | undefined>

export interface Listing {
  rows: PhraseRows
  texts: Texts
  language: string
  conflicts: Conflicts
}

/** Returns true if a row has an error or a warning. */
function needsAttention(row: PhraseRow, { texts, language, conflicts }: Listing): boolean {
  const { forLanguage, forAll } = ownTextsOf(texts, row.key, language)
  return (
    [forLanguage, forAll].some((text) => text?.trim() === '' || faultsOf(row, text).length > 0) ||
    unevenForms(row, texts, language).includes(row.key) ||
    (['language', 'all'] as const).some((scope) => conflicts.has(keyInFile(row.key, language, scope)))
  )
}

const isShownBy: Readonly<Record<Exclude<TextFilter, 'unknown'>, (row: PhraseRow, listing: Listing) => boolean>> = {
  all: () => true,
  changed: ({ key }, { texts, language }) => readText(texts, key, language) !== undefined,
  faults: needsAttention,
}

/** Counts the rows that each filter shows, in all groups. */
export function countRows(listing: Listing): Record<TextFilter, number> {
  const rows = [...listing.rows.values()]
  const count = (filter: Exclude<TextFilter, 'unknown'>) => rows.filter((row) => isShownBy[filter](row, listing)).length
  return { all: rows.length, changed: count('changed'), faults: count('faults'), unknown: unknownKeys(listing.texts, listing.rows).length }
}

/** Returns true if the words of a search occur in one of the texts. Upper and lower case are the same. */
export function matches(search: string, ...texts: readonly (string | undefined)[]): boolean {
  const words = search.trim().toLowerCase()
  return words === '' || texts.some((text) => text?.toLowerCase().includes(words))
}

/**
 * Returns the keys of the rows that the criteria select. The forms of one phrase stay together: if the criteria select
 * one of them, all of them are listed.
 */
export function listedKeys(listing: Listing, { filter, group, search }: Criteria): string[][] {
  if (filter === 'unknown') return []
  const isListed = (row: PhraseRow) => {
    const { forLanguage, forAll } = ownTextsOf(listing.texts, row.key, listing.language)
    return (group === '' || row.group === group) && isShownBy[filter](row, listing) && matches(search, row.key, ...row.defaults, forLanguage, forAll)
  }
  return rowsByForms(listing.rows)
    .filter((rows) => rows.some(isListed))
    .map((rows) => rows.map(({ key }) => key))
}

/**
 * Merges the changes of two operators. A text that only one of them has changed gets this change. If both have changed
 * it differently, this operator's text stays, and the result names the conflict.
 * @param before the file that both operators have changed
 * @param mine this operator's unsaved texts
 * @param now the stored file, with the other operator's texts
 */
export function mergeTexts(before: Texts, mine: Texts, now: Texts): { texts: Texts; conflicts: Conflicts } {
  let texts = now
  const conflicts = new Map<string, string | undefined>()
  for (const key of new Set([...Object.keys(before), ...Object.keys(mine)])) {
    const [was, own, theirs] = [textAt(before, key), textAt(mine, key), textAt(now, key)]
    if (own === was || own === theirs) continue
    texts = withText(texts, key, own)
    if (theirs !== was) conflicts.set(key, theirs)
  }
  return { texts, conflicts }
}
