import { ROOT_ID, type Surroundings } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { manage } from '../../call.ts'
import { useWords } from '../../words.tsx'
import { useDraft, useDraftStatus } from '../editor/use-draft.ts'
import type { Problem } from './check-messages.ts'

/**
 * The checks need data about the deployment. The editor caches these data for this many milliseconds before it loads
 * them
 * again.
 */
const KNOWN_MS = 60_000

export interface Problems {
  state: 'checking' | 'checked' | 'failed'
  all: readonly Problem[]
  /**
   * Number of errors and warnings of each step and field, keyed by id. The problems of a field are counted for its step
   * too.
   */
  own: ReadonlyMap<string, ProblemCount>
  /**
   * The steps that have problems in the steps below them. Maps the id of each such step to the highest severity among
   * these
   * problems.
   */
  below: ReadonlyMap<string, 'error' | 'warning'>
}

export interface ProblemCount {
  errors: number
  warnings: number
}

const NONE: Problems = { state: 'checking', all: [], own: new Map(), below: new Map() }
const ProblemsContext = createContext<Problems>(NONE)

/** Checks the open draft while the author edits it, and provides the problems to the editor's components. */
export function ProblemsProvider({ definition, children }: { definition: string; children: ReactNode }) {
  const draft = useDraft()
  const { live } = useDraftStatus()
  const { language } = useWords()
  const { data: known, error } = useQuery({
    queryKey: ['surroundings', definition],
    queryFn: ({ signal }) => manage<Surroundings>('GET', `/definitions/${encodeURIComponent(definition)}/surroundings`, { signal, background: true }),
    staleTime: KNOWN_MS,
  })
  const [found, setFound] = useState<{ state: Problems['state']; all: readonly Problem[] }>(NONE)
  const { secrets } = live
  useEffect(() => {
    if (!known) return
    let end = () => {}
    let isGone = false
    const onFailure = () => setFound({ state: 'failed', all: [] })
    import('./draft-checker.ts').then(({ checkDraft }) => {
      if (isGone) return
      end = checkDraft(draft, { ...known, secrets: secrets ?? [] }, language, { onProblems: (all) => setFound({ state: 'checked', all }), onFailure })
    }, onFailure)
    return () => {
      isGone = true
      end()
    }
  }, [draft, known, language, secrets])
  const value = useMemo<Problems>(() => {
    const state = error && found.state === 'checking' ? 'failed' : found.state
    return { state, all: found.all, ...countsOf(found.all, (id) => draft.tree.pathOf(id).map((step) => step.id)) }
  }, [draft, error, found])
  return <ProblemsContext value={value}>{children}</ProblemsContext>
}

function countsOf(all: readonly Problem[], pathOf: (id: string) => readonly string[]): Pick<Problems, 'own' | 'below'> {
  const own = new Map<string, ProblemCount>()
  const below = new Map<string, 'error' | 'warning'>()
  for (const { severity, step, field } of all) {
    if (severity === 'hint') continue
    for (const id of field === undefined ? [step] : [step, field]) {
      const count = own.get(id) ?? { errors: 0, warnings: 0 }
      if (severity === 'error') count.errors += 1
      else count.warnings += 1
      own.set(id, count)
    }
    for (const id of pathOf(step).slice(1)) if (id !== ROOT_ID && below.get(id) !== 'error') below.set(id, severity)
  }
  return { own, below }
}

/** Returns the problems of the open draft. */
export const useProblems = (): Problems => use(ProblemsContext)
