import type { DraftChange } from '@sportello/contract'

/** Time in milliseconds after which a tab is considered closed. Another tab may then send its unsent changes. */
const ABANDONED_MS = 5_000
const PREFIX = 'draft:'

interface Kept {
  at: number
  changes: DraftChange[]
  /** True if the tab was closed or left the page. Missing if it is still open, or was ended by a crash. */
  left?: true
}

/**
 * Keeps the changes that the server has not confirmed in the browser's local storage. No text is then lost if the tab
 * is
 * closed or the network fails. Each operator's changes are stored separately: if another operator signs in with the
 * same
 * browser, the browser does not send them.
 */
export class UnsentChanges {
  readonly #author: string
  readonly #tab: string
  readonly #key: string

  /**
   * Creates the store for the unsent changes of one open editor.
   * @param tab id of the browser tab, which stays the same after a reload
   */
  constructor(username: string, code: string, tab: string) {
    this.#author = `${PREFIX}${JSON.stringify([username, code])}:`
    this.#tab = `${this.#author}${tab}:`
    this.#key = `${this.#tab}${crypto.randomUUID()}`
  }

  /** @param left set when the tab leaves the page, so that the next tab takes the changes over at once */
  keep(changes: readonly DraftChange[], left?: true): void {
    try {
      if (changes.length === 0) localStorage.removeItem(this.#key)
      else localStorage.setItem(this.#key, JSON.stringify({ at: Date.now(), changes: [...changes], ...(left && { left }) } satisfies Kept))
    } catch {
      // Local storage is full or forbidden. Ignores this error: the browser still sends the changes. They are lost only
      // if the tab is closed before that.
    }
  }

  /**
   * Returns unsent changes to this definition and assigns them to this tab. Closed tabs have left them, or this tab
   * before a reload. Each change has an id, so the server does not apply it twice.
   */
  takeOver(): DraftChange[] {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.#author) && key !== this.#key)
    const left = keys.flatMap((key) => {
      const kept = read(key)
      return kept && (kept.left || key.startsWith(this.#tab) || Date.now() - kept.at > ABANDONED_MS) ? [{ key, ...kept }] : []
    })
    const changes = left.toSorted((one, other) => one.at - other.at).flatMap((each) => each.changes)
    if (changes.length > 0) this.keep(changes)
    for (const { key } of left) localStorage.removeItem(key)
    return changes
  }

  /**
   * Calls `taken` with the changes of a tab that crashed shortly before this one was opened, once that tab counts as
   * closed. Otherwise its changes would be sent at a later visit, over texts that were written since.
   * @returns a function that stops this
   */
  takeOverLater(taken: (changes: readonly DraftChange[]) => void): () => void {
    const timer = setTimeout(() => {
      const changes = this.takeOver()
      if (changes.length > 0) taken(changes)
    }, ABANDONED_MS + 500)
    return () => clearTimeout(timer)
  }
}

function read(key: string): Kept | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as Kept
  } catch {
    return undefined
  }
}
