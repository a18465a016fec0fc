import type { TagView } from '@sportello/contract'
import { isQuestion } from '@sportello/contract'
import { patternsOf } from '@sportello/fields'
import { useEffect, useMemo, useState } from 'react'

type Matches = (pattern: string, value: string) => boolean

/**
 * Accepts every value. It is used until the regular-expression engine is loaded; the server checks the patterns in any
 * case.
 */
const undecided: Matches = () => true

/**
 * Returns the function that checks values against patterns. The regular-expression engine is loaded only if one of the
 * steps has a question with a pattern.
 */
export function usePatterns(steps: readonly Pick<TagView, 'form_fields'>[]): Matches {
  const needed = useMemo(
    () => steps.some((step) => step.form_fields.some((field) => isQuestion(field) && patternsOf(field.value.default_value).length > 0)),
    [steps],
  )
  const [matches, setMatches] = useState<Matches>(() => undecided)
  useEffect(() => {
    if (!needed) return
    let wanted = true
    void import('../../../shared/pattern-engine.ts').then((engine) => {
      if (wanted) setMatches(() => engine.matches)
    })
    return () => {
      wanted = false
    }
  }, [needed])
  return matches
}
