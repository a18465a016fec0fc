import type { DraftChange } from '@sportello/contract'

/** Milliseconds after which another tab may send the unsent changes of a tab, because that tab was closed. */
const ABANDONED_MS = 5_000
const PREFIX = 'draft:'

interface Kept {
  at: number
  changes: DraftChange[]
}

/**
 * Stores the changes of one open editor that the server has not confirmed in the browser's local storage. So no typed
 * text is lost when the tab or browser is closed or the network fails. The changes are stored per operator: another
 * operator who signs in with the same browser never sends them.
 */
export class UnsentChanges {
  readonly #author: string
  readonly #tab: string
  readonly #key: string

  /**
   * Creates the store of unsent changes for one editor.
   * @param tab id of the browser tab, the same after a reload
   */
  constructor(username: string, code: string, tab: string) {
    this.#author = `${PREFIX}${JSON.stringify([username, code])}:`
    this.#tab = `${this.#author}${tab}:`
    this.#key = `${this.#tab}${crypto.randomUUID()}`
  }

  keep(changes: readonly DraftChange[]): void {
    try {
      if (changes.length === 0) localStorage.removeItem(this.#key)
      else localStorage.setItem(this.#key, JSON.stringify({ at: Date.now(), changes: [...changes] } satisfies Kept))
    } catch {
      // The storage is full or forbidden. The browser still sends the changes; only closing the tab loses unsent
      // changes.
    }
  }

  /**
   * Returns the unsent changes for this definition that closed tabs, and this tab before a reload, have left, and moves
   * them to this tab. Changes have ids, so the server does not apply a change twice.
   */
  takeOver(): DraftChange[] {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.#author))
    const left = keys.flatMap((key) => {
      const kept = read(key)
      return kept && (key.startsWith(this.#tab) || Date.now() - kept.at > ABANDONED_MS) ? [{ key, ...kept }] : []
    })
    const changes = left.toSorted((one, other) => one.at - other.at).flatMap((each) => each.changes)
    for (const { key } of left) localStorage.removeItem(key)
    this.keep(changes)
    return changes
  }
}

function read(key: string): Kept | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as Kept
  } catch {
    return undefined
  }
}
