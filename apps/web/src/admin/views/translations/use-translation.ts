import type { Glossary } from '@sportello/contract'
import { type DraftTree, glossaryOf, type Translation, translationOf } from '@sportello/editing'
import { useEffect, useState } from 'react'
import { useDraft } from '../editor/use-draft.ts'

/**
 * Delay in milliseconds between a change of the draft and the new comparison of the languages. Comparing 10,000 steps
 * takes about 100 ms, too long for each key press.
 */
const SETTLED_MS = 300

/** A comparison of two languages of the draft, and the draft's glossary at the same time. */
export interface ComparedLanguages extends Translation {
  glossary: Glossary
}

const NONE: Translation = { texts: [], missing: [], orphans: [], unpaired: [] }

/**
 * Compares the main language of the draft with another one, and again after changes of the draft. A component shows one
 * language, so that the comparison is made once when it opens.
 */
export function useTranslation(language: string): ComparedLanguages {
  const draft = useDraft()
  const [found, setFound] = useState(() => compared(draft.tree, language))
  useEffect(() => {
    const compare = () => setFound(compared(draft.tree, language))
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = draft.subscribe('status', () => {
      clearTimeout(timer)
      timer = setTimeout(compare, SETTLED_MS)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [draft, language])
  return found
}

const compared = (tree: DraftTree, language: string): ComparedLanguages => ({ ...(translationOf(tree, language) ?? NONE), glossary: glossaryOf(tree) })
