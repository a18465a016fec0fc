import type { DraftNode } from '@sportello/contract'
import { createContext, use, useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { DraftStore } from './draft-store.ts'

export const DraftContext = createContext<DraftStore | null>(null)

/** Returns the open draft. It does not change, so components that use only this render once. */
export function useDraft(): DraftStore {
  const draft = use(DraftContext)
  if (!draft) throw new Error('no draft is provided here')
  return draft
}

/** Returns a node of the draft; the component renders again when this node changes. */
export function useNode(id: string): DraftNode | undefined {
  const draft = useDraft()
  return useSyncExternalStore(
    useCallback((listener) => draft.subscribe(id, listener), [draft, id]),
    () => draft.node(id),
  )
}

/** Returns the fields or the steps directly below a step, in order. */
export function useChildren(id: string, kind: DraftNode['kind']): readonly DraftNode[] {
  const draft = useDraft()
  const all = useSyncExternalStore(
    useCallback((listener) => draft.subscribe(id, listener), [draft, id]),
    () => draft.children(id),
  )
  return useMemo(() => all.filter((node) => node.kind === kind), [all, kind])
}

/** Renders again when the state of saving, undo and redo, or the other authors change. */
export function useDraftStatus(): Pick<DraftStore, 'state' | 'canUndo' | 'canRedo' | 'others' | 'live'> {
  const draft = useDraft()
  const last = useRef<Pick<DraftStore, 'state' | 'canUndo' | 'canRedo' | 'others' | 'live'> | null>(null)
  return useSyncExternalStore(
    useCallback((listener) => draft.subscribe('status', listener), [draft]),
    () => {
      const { state, canUndo, canRedo, others, live } = draft
      const before = last.current
      if (before?.state === state && before.canUndo === canUndo && before.canRedo === canRedo && before.others === others && before.live === live) return before
      last.current = { state, canUndo, canRedo, others, live }
      return last.current
    },
  )
}
