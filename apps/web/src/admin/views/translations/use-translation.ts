import type { Glossary } from '@sportello/contract'
import { type DraftTree, firstTexts, glossaryOf, type Translation, translationOf } from '@sportello/editing'
import { useEffect, useState } from 'react'
import { whenIdle } from '../../../shared/when-idle.ts'
import { useDraft } from '../editor/use-draft.ts'

/**
 * Delay in milliseconds between a change of the draft and the new comparison of the languages. Comparing 10,000 steps
 * takes about 100 ms, too long for each key press.
 */
const SETTLED_MS = 300

/** Minimum number of steps and fields of a form whose first texts are shown before the whole form is compared. */
const LARGE_NODES = 5_000
/** Maximum delay in milliseconds between the first texts and the comparison of the whole form. */
const WHOLE_MS = 500

/** A comparison of two languages of the draft, and the draft's glossary at the same time. */
export interface ComparedLanguages extends Translation {
  glossary: Glossary
  /** False while only the first texts have been compared, because the form is large. */
  isComplete: boolean
}

const NONE: Translation = { texts: [], missing: [], orphans: [], unpaired: [] }

/**
 * Compares the main language of the draft with another one, and again after changes of the draft. A component shows one
 * language, so that the comparison is made once when it opens. In a large form, the first `count` texts that need work
 * come first.
 */
export function useTranslation(language: string, count: number): ComparedLanguages {
  const draft = useDraft()
  const [found, setFound] = useState(() => begun(draft.tree, language, count))
  const { isComplete } = found
  useEffect(() => (isComplete ? undefined : whenIdle(() => setFound(compared(draft.tree, language)), WHOLE_MS)), [draft, language, isComplete])
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

const compared = (tree: DraftTree, language: string): ComparedLanguages => ({
  ...(translationOf(tree, language) ?? NONE),
  glossary: glossaryOf(tree),
  isComplete: true,
})

function begun(tree: DraftTree, language: string, count: number): ComparedLanguages {
  const texts = tree.size < LARGE_NODES ? undefined : firstTexts(tree, language, count)
  return texts ? { ...NONE, texts, glossary: glossaryOf(tree), isComplete: false } : compared(tree, language)
}
