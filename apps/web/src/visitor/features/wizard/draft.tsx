import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** What the visitor typed, by property code, as the controls show it; files apart, since no storage keeps them. */
export interface DraftState {
  shown: Readonly<Record<string, unknown>>
  files: Readonly<Record<string, readonly File[]>>
  /** Names of files that were chosen before a reload and must be chosen again. */
  lostFiles: Readonly<Record<string, readonly string[]>>
}

interface Draft extends DraftState {
  setShown: (code: string, value: unknown) => void
  setFiles: (code: string, files: readonly File[]) => void
  /** Drops what is kept for a reload; the page still shows it. */
  forget: () => void
  clear: () => void
}

const EMPTY: DraftState = { shown: {}, files: {}, lostFiles: {} }

const DraftContext = createContext<Draft | null>(null)

export function useDraft(): Draft {
  const draft = use(DraftContext)
  if (!draft) throw new Error('no draft is provided here')
  return draft
}

/** Whether the visitor has typed or chosen something that is not sent yet. */
export function hasAnswers({ shown, files }: DraftState): boolean {
  return Object.keys(shown).length > 0 || Object.keys(files).length > 0
}

interface Kept {
  shown: Record<string, unknown>
  files: Record<string, string[]>
}

function readKept(key: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/**
 * Keeps what is typed over steps, reloads and a change of language: in this browser only, for this session only, for one version of
 * one form only, and until it is sent.
 */
export function DraftProvider({ storageKey, children }: { storageKey: string; children: ReactNode }) {
  const [state, setState] = useState(EMPTY)
  const restored = useRef(false)

  // After the first paint: the server could not know the draft, and the first render must be like its.
  useEffect(() => {
    const kept = readKept(storageKey)
    restored.current = true
    if (kept) setState((now) => ({ shown: { ...kept.shown, ...now.shown }, files: now.files, lostFiles: kept.files }))
  }, [storageKey])

  useEffect(() => {
    if (!restored.current) return
    const names = Object.fromEntries(Object.entries(state.files).map(([code, files]) => [code, files.map((file) => file.name)]))
    const kept: Kept = { shown: { ...state.shown }, files: { ...(state.lostFiles as Record<string, string[]>), ...names } }
    try {
      if (state === EMPTY) return
      sessionStorage.setItem(storageKey, JSON.stringify(kept))
    } catch {
      // A full or forbidden storage costs the visitor the comfort, never the form.
    }
  }, [state, storageKey])

  const setShown = useCallback((code: string, value: unknown) => setState((now) => ({ ...now, shown: { ...now.shown, [code]: value } })), [])
  const setFiles = useCallback(
    (code: string, files: readonly File[]) =>
      setState((now) => {
        const { [code]: _found, ...lostFiles } = now.lostFiles
        return { ...now, files: { ...now.files, [code]: files }, lostFiles }
      }),
    [],
  )
  const forget = useCallback(() => {
    try {
      sessionStorage.removeItem(storageKey)
    } catch {
      // Where storage is forbidden nothing was kept.
    }
  }, [storageKey])
  const clear = useCallback(() => {
    forget()
    setState(EMPTY)
  }, [forget])

  const draft = useMemo(() => ({ ...state, setShown, setFiles, forget, clear }), [state, setShown, setFiles, forget, clear])
  return <DraftContext value={draft}>{children}</DraftContext>
}
