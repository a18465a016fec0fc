import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'

/**
 * The visitor's input, keyed by property code, in the format of the controls. Files are kept separately, because
 * session storage cannot hold them.
 */
export interface DraftState {
  shown: Readonly<Record<string, unknown>>
  files: Readonly<Record<string, readonly File[]>>
  /** Names of files that the visitor chose before the page was reloaded. The visitor must choose these files again. */
  lostFiles: Readonly<Record<string, readonly string[]>>
  /**
   * Codes of questions whose answers come from an earlier version of the form. A question that the visitor has changed
   * since
   * then is not included.
   */
  carried: ReadonlySet<string>
}

interface Draft extends DraftState {
  setShown: (code: string, value: unknown) => void
  setFiles: (code: string, files: readonly File[]) => void
  /** Replaces the input by that of a saved draft. `lostFiles` are the names of files that the visitor must choose again. */
  restore: (input: Omit<DraftState, 'carried'>) => void
  /** Deletes the stored draft. The page continues to show the input. */
  forget: () => void
  clear: () => void
}

const EMPTY: DraftState = { shown: {}, files: {}, lostFiles: {}, carried: new Set() }

const DraftContext = createContext<Draft | null>(null)

export function useDraft(): Draft {
  const draft = use(DraftContext)
  if (!draft) throw new Error('no draft is provided here')
  return draft
}

/** Returns true if the draft contains input that the visitor has not submitted. */
export function hasAnswers({ shown, files }: DraftState): boolean {
  return Object.keys(shown).length > 0 || Object.keys(files).length > 0
}

interface Kept {
  shown: Record<string, unknown>
  files: Record<string, string[]>
  /** Missing in drafts that an earlier release of the product stored. */
  carried?: string[]
}

function without(codes: ReadonlySet<string>, code: string): ReadonlySet<string> {
  if (!codes.has(code)) return codes
  const others = new Set(codes)
  others.delete(code)
  return others
}

function readKept(key: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/**
 * Returns the visitor's input from the most recent earlier version of the form; null if there is none. Deletes the
 * drafts of
 * all other versions.
 * @param storageKey ends with the number of the form's current version
 */
function takeEarlier(storageKey: string): Kept | null {
  const stem = storageKey.replace(/\d+$/, '')
  try {
    const versions = Object.keys(sessionStorage)
      .filter((key) => key.startsWith(stem) && key !== storageKey && /^\d+$/.test(key.slice(stem.length)))
      .map((key) => Number(key.slice(stem.length)))
    if (versions.length === 0) return null
    const kept = readKept(`${stem}${Math.max(...versions)}`)
    for (const version of versions) sessionStorage.removeItem(`${stem}${version}`)
    return kept && { ...kept, carried: Object.keys(kept.shown) }
  } catch {
    // If the browser forbids session storage, there is no draft.
    return null
  }
}

/**
 * Provides the visitor's input, and keeps it in session storage until the visitor submits the request. The input
 * survives changes of step or language and reloads. It belongs to one version of one form.
 */
export function DraftProvider({ storageKey, children }: { storageKey: string; children: ReactNode }) {
  const [state, setState] = useState(EMPTY)
  const restored = useRef(false)

  // The draft is read in an effect: the server does not know the draft, and the first render in the browser must be the
  // same as on the server.
  useEffect(() => {
    const kept = readKept(storageKey) ?? takeEarlier(storageKey)
    restored.current = true
    if (!kept) return
    setState((now) => ({
      shown: { ...kept.shown, ...now.shown },
      files: now.files,
      // The visitor may have chosen a file again before the draft was read.
      lostFiles: Object.fromEntries(Object.entries(kept.files).filter(([code]) => !Object.hasOwn(now.files, code))),
      carried: new Set(kept.carried?.filter((code) => !Object.hasOwn(now.shown, code))),
    }))
  }, [storageKey])

  useEffect(() => {
    if (!restored.current) return
    const names = Object.fromEntries(Object.entries(state.files).map(([code, files]) => [code, files.map((file) => file.name)]))
    const kept: Kept = { shown: { ...state.shown }, files: { ...(state.lostFiles as Record<string, string[]>), ...names }, carried: [...state.carried] }
    try {
      if (state === EMPTY) return
      sessionStorage.setItem(storageKey, JSON.stringify(kept))
    } catch {
      // If session storage is full or forbidden, the form still works, but the input is lost when the page is reloaded.
    }
  }, [state, storageKey])

  const setShown = useCallback(
    (code: string, value: unknown) => setState((now) => ({ ...now, shown: { ...now.shown, [code]: value }, carried: without(now.carried, code) })),
    [],
  )
  const setFiles = useCallback(
    (code: string, files: readonly File[]) =>
      setState((now) => {
        const { [code]: _found, ...lostFiles } = now.lostFiles
        return { ...now, files: { ...now.files, [code]: files }, lostFiles }
      }),
    [],
  )
  const restore = useCallback((input: Omit<DraftState, 'carried'>) => setState({ ...input, carried: new Set() }), [])
  const forget = useCallback(() => {
    try {
      sessionStorage.removeItem(storageKey)
    } catch {
      // Ignores the error that the browser forbids session storage; no draft can be stored in that case.
    }
  }, [storageKey])
  const clear = useCallback(() => {
    forget()
    setState(EMPTY)
  }, [forget])

  const draft = useMemo(() => ({ ...state, setShown, setFiles, restore, forget, clear }), [state, setShown, setFiles, restore, forget, clear])
  return <DraftContext value={draft}>{children}</DraftContext>
}
