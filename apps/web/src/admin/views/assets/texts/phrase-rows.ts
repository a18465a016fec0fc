import { pluralSets, REPLACEABLE_GROUPS, type ReplaceableGroup, type ReplaceablePhrases } from '@sportello/phrases/own-texts'

/** A phrase of the product that a customer's own text can replace. */
export interface PhraseRow {
  key: string
  group: ReplaceableGroup
  /** The product's texts in the chosen language. A few keys occur in two groups with different texts. */
  defaults: readonly [string, ...string[]]
  /** The keys of all forms of the phrase, if it has different forms for different numbers. */
  forms: readonly string[] | undefined
}

/** The phrases that can be replaced, by key, in the order in which the dashboard lists them. */
export type PhraseRows = ReadonlyMap<string, PhraseRow>

/** Returns the rows of the phrases of one language. A key that occurs in two groups has one row. */
export function phraseRows(phrases: ReplaceablePhrases): PhraseRows {
  const rows = new Map<string, PhraseRow>()
  const sets = pluralSets(REPLACEABLE_GROUPS.flatMap((group) => Object.keys(phrases[group])))
  for (const group of REPLACEABLE_GROUPS) {
    for (const [key, text] of Object.entries(phrases[group])) {
      const known = rows.get(key)
      if (!known) rows.set(key, { key, group, defaults: [text], forms: sets.get(key) })
      else if (!known.defaults.includes(text)) rows.set(key, { ...known, defaults: [...known.defaults, text] })
    }
  }
  return rows
}

/**
 * Groups the rows for the list: the forms of a phrase come together, at the place of the first one. Each other row is a
 * group of its own.
 */
export function rowsByForms(rows: PhraseRows): PhraseRow[][] {
  const listed = [...rows.values()].filter(({ key, forms }) => forms === undefined || forms[0] === key)
  return listed.map((row) => row.forms?.flatMap((key) => rows.get(key) ?? []) ?? [row])
}
