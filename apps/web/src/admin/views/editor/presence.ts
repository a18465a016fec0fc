import type { DraftPresence } from '@sportello/contract'

/** Milliseconds between two announcements of an author's presence, and after which an author who announced nothing counts as gone. */
export const PRESENCE_MS = 20_000
const GONE_MS = 45_000

/** The other authors who have the editor of the same definition open. */
export class OtherAuthors {
  readonly #seen = new Map<string, DraftPresence & { seenAt: number }>()
  /** The authors; the same array until one comes, moves or goes. */
  list: readonly DraftPresence[] = []

  /** Notes an announcement. @returns whether the author has come just now */
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
