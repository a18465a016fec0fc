import type { DraftPresence } from '@sportello/contract'

/**
 * Intervals in milliseconds: each open editor sends a presence message every PRESENCE_MS; an author without a message
 * for GONE_MS is considered to have left.
 */
export const PRESENCE_MS = 20_000
const GONE_MS = 45_000

/** The other authors who have the same definition open in the editor. */
export class OtherAuthors {
  readonly #seen = new Map<string, DraftPresence & { seenAt: number }>()
  /** The other authors who have the same definition open. Each update replaces the array. */
  list: readonly DraftPresence[] = []

  /**
   * Stores a presence message of an author.
   * @returns true if the author has just opened the editor
   */
  meet({ client, username, node }: DraftPresence): boolean {
    const isNew = node !== null && !this.#seen.has(client)
    if (node === null) this.#seen.delete(client)
    else this.#seen.set(client, { client, username, node, seenAt: Date.now() })
    this.forgetGone()
    return isNew
  }

  forgetGone(): void {
    for (const [client, { seenAt }] of this.#seen) if (Date.now() - seenAt > GONE_MS) this.#seen.delete(client)
    this.list = [...this.#seen.values()]
  }
}
