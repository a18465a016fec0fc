import type { DraftChange } from '@sportello/contract'

/** Milliseconds after which another tab may send the changes that a tab has left: that tab was closed before it could send them. */
const ABANDONED_MS = 5_000
const PREFIX = 'draft:'

interface Kept {
  at: number
  changes: DraftChange[]
}

/**
 * Keeps the changes of one tab that the server has not confirmed, in the browser's local storage, so that nothing that was typed is lost when the tab or the
 * browser is closed or the network is down.
 */
export class UnsentChanges {
  readonly #code: string
  readonly #key: string

  constructor(code: string, tab: string) {
    this.#code = code
    this.#key = `${PREFIX}${code}:${tab}`
  }

  keep(changes: readonly DraftChange[]): void {
    if (changes.length === 0) localStorage.removeItem(this.#key)
    else localStorage.setItem(this.#key, JSON.stringify({ at: Date.now(), changes: [...changes] } satisfies Kept))
  }

  /** Returns the changes that closed tabs have left for this definition, and takes them over. Changes have ids, so one that was stored already is not repeated. */
  takeOver(): DraftChange[] {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${PREFIX}${this.#code}:`))
    const left = keys.flatMap((key) => {
      const kept = read(key)
      return kept && (key === this.#key || Date.now() - kept.at > ABANDONED_MS) ? [{ key, ...kept }] : []
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
