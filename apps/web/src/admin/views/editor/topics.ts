type Listener = () => void

/**
 * Listeners for changes of the draft, grouped by topic. Changes are collected and reported together, so that a
 * component renders only once after many nodes have changed.
 */
export class Topics {
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #dirty = new Set<string>()

  /**
   * Registers a listener for a topic of the draft.
   * @returns a function that removes the listener
   */
  subscribe(topic: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic)
    }
  }

  mark(topic: string): void {
    this.#dirty.add(topic)
  }

  markAll(): void {
    for (const topic of this.#listeners.keys()) this.#dirty.add(topic)
  }

  /** Calls the listeners of a single topic of the draft immediately. */
  tell(topic: string): void {
    this.mark(topic)
    this.announce()
  }

  /** Calls the listeners of all topics that were marked as changed since the last call. */
  announce(): void {
    const topics = [...this.#dirty]
    this.#dirty.clear()
    for (const topic of topics) for (const listener of [...(this.#listeners.get(topic) ?? [])]) listener()
  }
}
