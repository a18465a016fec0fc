import { type DraftNode, type Glossary, ROOT_ID } from '@sportello/contract'
import { inlineParts } from './inline-codes.ts'

/** A word of a translation that does not follow the glossary of the form. */
export interface GlossaryFault {
  /** The term of the main language. */
  term: string
  /** `fixed`: the translation lacks the word that is fixed for the term. `forbidden`: it contains a forbidden word. */
  kind: 'fixed' | 'forbidden'
  word: string
}

/** A term of the glossary that a text contains, with its fixed word in another language. */
export interface TermInText {
  term: string
  fixed: string | undefined
}

/** A text and its translation, of which only the words count, not the tags and variables. */
interface Pair {
  source: string
  target: string
  isHtml: boolean
}

/**
 * Returns the glossary of a form; an empty one if the draft has none, or a malformed one. The glossary is part of the
 * root's content, so it has the versions, the undo and the bundle of the form.
 */
export function glossaryOf(tree: { get: (id: string) => Pick<DraftNode, 'content'> | undefined }): Glossary {
  const stored: unknown = tree.get(ROOT_ID)?.content.glossary
  return Array.isArray(stored) ? (stored as Glossary).filter((each) => typeof each?.term === 'string' && typeof each.words === 'object') : []
}

/** Returns the terms of a glossary that a text of the main language contains. */
export function termsIn(glossary: Glossary, language: string, source: string, isHtml: boolean): TermInText[] {
  const words = wordsOf(source, isHtml)
  return glossary.flatMap(({ term, words: own }) => (hasWord(words, term) ? [{ term, fixed: own[language]?.fixed }] : []))
}

/**
 * Returns the words of a translation that do not follow the glossary. A fixed word may have endings, as German and Greek
 * words have; a forbidden word counts only as a whole word.
 */
export function glossaryFaults(glossary: Glossary, language: string, { source, target, isHtml }: Pair): GlossaryFault[] {
  if (glossary.length === 0) return []
  const [from, to] = [wordsOf(source, isHtml), wordsOf(target, isHtml)]
  return glossary.flatMap(({ term, words }): GlossaryFault[] => {
    const own = words[language]
    if (!own) return []
    const forbidden = (own.forbidden ?? []).filter((word) => hasWord(to, word)).map((word): GlossaryFault => ({ term, kind: 'forbidden', word }))
    const { fixed } = own
    const lacksFixed = fixed !== undefined && hasWord(from, term) && !fixed.split('/').some((word) => word.trim() !== '' && to.includes(lower(word.trim())))
    return [...(lacksFixed ? [{ term, kind: 'fixed', word: fixed } as const] : []), ...forbidden]
  })
}

const lower = (text: string): string => text.normalize('NFC').toLocaleLowerCase()

/** Returns the words of a text in lower case, with a blank for each tag and variable. */
const wordsOf = (text: string, isHtml: boolean): string =>
  lower(
    inlineParts(text, isHtml)
      .map(({ kind, text: part }) => (kind === 'words' ? part : ' '))
      .join(''),
  )

const LETTER = /[\p{L}\p{N}]/u

/** Returns true if a text in lower case contains a word, or several words in a row, as whole words. */
function hasWord(text: string, word: string): boolean {
  const wanted = lower(word.trim())
  if (wanted === '') return false
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + wanted.length)]
    if (!LETTER.test(before) && !LETTER.test(after)) return true
  }
  return false
}
