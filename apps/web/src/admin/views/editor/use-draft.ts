import type { DraftNode } from '@sportello/contract'
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { DraftStore } from './draft-store.ts'

export const DraftContext = createContext<DraftStore | null>(null)

/**
 * Returns the store of the open draft. This is always the same object. A component that uses only this hook therefore
 * does
 * not render again when the draft changes.
 */
export function useDraft(): DraftStore {
  const draft = use(DraftContext)
  if (!draft) throw new Error('no draft is provided here')
  return draft
}

/**
 * Returns a value from a step or field. The component renders again only when this value changes.
 * @param select returns a primitive value, or an object that belongs to the node itself
 */
export function useNodePart<T>(id: string, select: (node: DraftNode | undefined) => T): T {
  const draft = useDraft()
  return useSyncExternalStore(
    useCallback((listener) => draft.subscribe(id, listener), [draft, id]),
    () => select(draft.node(id)),
  )
}

/**
 * Delay in milliseconds between the last change of a title and its display in the outline. The delay avoids frequent
 * updates, because React Aria builds its whole list again each time.
 */
const SETTLED_MS = 250

/** Returns the title of a step. While the author types, the returned title is updated with a short delay. */
export function useSettledTitle(id: string): string {
  const draft = useDraft()
  const title = useCallback(() => String(draft.node(id)?.content.tag_description ?? ''), [draft, id])
  const [shown, setShown] = useState(title)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    setShown(title())
    const end = draft.subscribe(id, () => {
      clearTimeout(timer)
      timer = setTimeout(() => setShown(title()), SETTLED_MS)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [draft, id, title])
  return shown
}

/**
 * Returns the child fields or child steps of a step, in order. The component renders again only when the order changes.
 * The
 * contents of the nodes may therefore be out of date; `useNodePart` returns current contents.
 */
export function useChildren(id: string, kind: DraftNode['kind']): readonly DraftNode[] {
  const draft = useDraft()
  const all = useSyncExternalStore(
    useCallback((listener) => draft.subscribe(id, listener), [draft, id]),
    () => draft.children(id),
  )
  return useMemo(() => all.filter((node) => node.kind === kind), [all, kind])
}

/**
 * Returns the status of the draft. The component renders again when the saving state, the possible undo and redo, or
 * the list of other authors changes.
 */
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
