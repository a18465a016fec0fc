import { useCountWords } from './problem-words.ts'
import { useProblems } from './problems-context.tsx'
import './problems.css'

/**
 * Number of errors and warnings of a step or field; for a closed step whose branch has problems, a sign without a
 * number. Renders nothing without problems. The outline's row contains the number in words as well.
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

/** Returns the number of problems of a step in words; empty without problems. */
export function useProblemWords(id: string): string {
  const { own } = useProblems()
  const wordsOf = useCountWords()
  return wordsOf(own.get(id))
}
