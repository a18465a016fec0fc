import { type DraftNode, ROOT_ID } from '@sportello/contract'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useDraft } from '../use-draft.ts'
import { type ChildrenOf, firstUnfolded, type PlacedStep, placeSteps } from './map-layout.ts'

interface PlacedSteps {
  placed: readonly PlacedStep[]
  childrenOf: ChildrenOf
  unfolded: ReadonlySet<string>
  setUnfolded: (unfolded: ReadonlySet<string>) => void
}

/**
 * Returns the steps that the step map shows and which of them are expanded. The result is updated with the changes of
 * all authors.
 * @param path ids of the steps from the root to the selected step
 */
export function usePlacedSteps(path: readonly string[]): PlacedSteps {
  const draft = useDraft()
  const [order, setOrder] = useState(0)
  const childrenOf = useCallback(
    (id: string) =>
      draft
        .children(id)
        .filter(({ kind }: DraftNode) => kind === 'step')
        .map((step) => step.id),
    [draft],
  )
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(() => firstUnfolded(ROOT_ID, childrenOf, path))
  useEffect(() => {
    setUnfolded((before) => (path.slice(0, -1).every((id) => before.has(id)) ? before : new Set([...before, ...path.slice(0, -1)])))
  }, [path])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `order` changes with the lists of children, which are read from the draft.
  const placed = useMemo(() => placeSteps(ROOT_ID, childrenOf, unfolded), [childrenOf, unfolded, order])
  useEffect(() => {
    const ends = placed.map(({ id }) => {
      const before = draft.children(id)
      return draft.subscribe(id, () => {
        if (draft.children(id) !== before) setOrder((count) => count + 1)
      })
    })
    return () => {
      for (const end of ends) end()
    }
  }, [draft, placed])
  return { placed, childrenOf, unfolded, setUnfolded }
}
