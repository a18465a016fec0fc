import { useCountWords } from './problem-words.ts'
import { useProblems } from './problems-context.tsx'
import './problems.css'

/**
 * Badge with the number of errors and warnings of a step or field. If a step is collapsed and only steps below it have
 * problems, the badge shows a sign without a number. Renders nothing if there are no problems. The outline's row also
 * contains the number in words.
 */
export function ProblemBadge({ id, isClosed = false }: { id: string; isClosed?: boolean }) {
  const { own, below } = useProblems()
  const wordsOf = useCountWords()
  const count = own.get(id)
  const inside = isClosed ? below.get(id) : undefined
  if (!count && inside === undefined) return null
  const isError = (count?.errors ?? 0) > 0 || inside === 'error'
  return (
    <span className={`badge problem-badge ${isError ? 'is-error' : 'is-warning'}`} title={wordsOf(count) || undefined}>
      {count ? count.errors + count.warnings : '•'}
    </span>
  )
}

/** Returns the number of problems of a step in words; an empty text if it has none. */
export function useProblemWords(id: string): string {
  const { own } = useProblems()
  const wordsOf = useCountWords()
  return wordsOf(own.get(id))
}
