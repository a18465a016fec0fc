import type { Glossary } from '@sportello/contract'
import { glossaryFaults, hasSameCodes, type TranslatedText } from '@sportello/editing'

/** Kinds of texts that a translator can list, in the order of the choice. `open` are those that need work. */
export const TEXT_FILTERS = ['open', 'all', 'untranslated', 'stale', 'machine', 'same', 'long', 'codes', 'glossary'] as const
export type TextFilter = (typeof TEXT_FILTERS)[number]

/** A translation is long if it has this many times the characters of its original, and `LONG_MORE` characters more. */
const LONG_TIMES = 1.8
const LONG_MORE = 20
/** Minimum number of letters from which a text that is the same in both languages may be untranslated. */
const SAME_LETTERS = 12

/** The words that translations into a language must and must not use. */
export interface TextRules {
  glossary: Glossary
  language: string
}

const isDone = ({ state }: TranslatedText) => state !== 'untranslated'

const MATCHES: Readonly<Record<TextFilter, (text: TranslatedText, rules: TextRules) => boolean>> = {
  open: ({ state }) => state !== 'translated',
  all: () => true,
  untranslated: ({ state }) => state === 'untranslated',
  stale: ({ state }) => state === 'stale',
  machine: ({ state }) => state === 'machine',
  same: (text) => isDone(text) && text.source === text.target && (text.source.match(/\p{L}/gu)?.length ?? 0) >= SAME_LETTERS,
  long: (text) => isDone(text) && text.target.length > text.source.length * LONG_TIMES && text.target.length > text.source.length + LONG_MORE,
  codes: (text) => isDone(text) && !hasSameCodes(text.source, text.target, text.isHtml),
  glossary: (text, { glossary, language }) => isDone(text) && glossaryFaults(glossary, language, text).length > 0,
}

/** Returns the texts that match a filter and contain the searched words in the original or the translation. */
export function listedTexts(texts: readonly TranslatedText[], filter: TextFilter, search: string, rules: TextRules): TranslatedText[] {
  const wanted = search.trim().toLocaleLowerCase()
  const has = (text: string) => text.toLocaleLowerCase().includes(wanted)
  return texts.filter((text) => MATCHES[filter](text, rules) && (wanted === '' || has(text.source) || has(text.target)))
}

/** Returns the number of texts for each filter. */
export function countTexts(texts: readonly TranslatedText[], rules: TextRules): Record<TextFilter, number> {
  return Object.fromEntries(TEXT_FILTERS.map((filter) => [filter, texts.filter((text) => MATCHES[filter](text, rules)).length])) as Record<TextFilter, number>
}

/** Returns how many texts of each step are translated, keyed by the id of the step in the main language. */
export function progressOfSteps(texts: readonly TranslatedText[]): ReadonlyMap<string, { done: number; all: number }> {
  const steps = new Map<string, { done: number; all: number }>()
  for (const text of texts) {
    const step = steps.get(text.step) ?? { done: 0, all: 0 }
    step.all += 1
    if (text.state === 'translated') step.done += 1
    steps.set(text.step, step)
  }
  return steps
}
