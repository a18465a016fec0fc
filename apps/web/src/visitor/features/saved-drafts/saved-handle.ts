/** What this tab knows of the saved draft of a form. */
export interface SavedHandle {
  /** Key of the mailed link, if the visitor has opened it in this tab. */
  key?: string
  /** Idempotency key of the call with which this tab saved the draft. */
  save?: string
  /** Time at which the link ends. */
  until: string
  /** Code of the step at which the draft was saved. */
  step: string
}

const nameOf = (form: string) => `saved_draft_${form}`

/** Second factors that the visitor has typed, by the key of the link. They are never stored. */
const factors = new Map<string, string>()

export function readHandle(form: string): SavedHandle | null {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(form)) ?? 'null') as SavedHandle | null
  } catch {
    return null
  }
}

/** Remembers the saved draft of a form until the tab is closed, and the second factor until the page is left. */
export function keepHandle(form: string, handle: SavedHandle, factor?: string): void {
  if (handle.key !== undefined && factor !== undefined) factors.set(handle.key, factor)
  try {
    sessionStorage.setItem(nameOf(form), JSON.stringify(handle))
  } catch {
    // Without session storage, the next save makes a new draft.
  }
}

export function forgetHandle(form: string): void {
  try {
    sessionStorage.removeItem(nameOf(form))
  } catch {
    // If the browser forbids session storage, there is nothing to forget.
  }
}

export const factorOf = (key: string): string | undefined => factors.get(key)

/**
 * Returns the text by which a submission names the saved draft that it ends; undefined if there is none. A submission on another way
 * through the form is another request, and must not end the draft.
 */
export function draftHandle(form: string, steps: readonly { code_tag: string }[]): string | undefined {
  const handle = readHandle(form)
  return handle && steps.some(({ code_tag }) => code_tag === handle.step) ? (handle.key ?? handle.save) : undefined
}
