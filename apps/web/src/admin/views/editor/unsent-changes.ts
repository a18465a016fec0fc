import type { DraftChange } from '@sportello/contract'

/** Milliseconds after which another tab may send the changes that a tab has left: that tab was closed before it could send them. */
const ABANDONED_MS = 5_000
const PREFIX = 'draft:'

interface Kept {
  at: number
  changes: DraftChange[]
}

/**
 * Keeps the changes of one open editor that the server has not confirmed, in the browser's local storage, so that nothing that was typed is lost when the tab or
 * the browser is closed or the network is down. Each operator has changes of their own: another operator who signs in at the same browser never sends them.
 */
export class UnsentChanges {
  readonly #author: string
  readonly #tab: string
  readonly #key: string

  /** @param tab id of the browser tab, the same after a reload */
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
      // The storage is full or forbidden: the changes are sent all the same, only a closed tab loses what was not sent.
    }
  }

  /**
   * Returns the changes that closed tabs, and this tab before a reload, have left for this definition, and takes them over. Changes have ids, so that one that
   * was stored already is not repeated.
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
