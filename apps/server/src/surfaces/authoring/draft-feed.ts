import type { DraftPresence } from '@sportello/contract'
import type { Pool, PoolClient } from 'pg'

/** What happened to the draft of a definition: a stored change, news of an author's presence, or a change of the comments on it. */
interface DraftNotice {
  code_tag: string
  sequence?: number
  presence?: DraftPresence
  comments?: true
}

type Listener = (notice: DraftNotice) => void

/** Milliseconds before the feed tries again to listen after it has lost its connection. */
const RETRY_MS = 2_000

/**
 * Receives PostgreSQL's notifications about drafts, for the editors that follow a draft at this process. It holds a database connection only while somebody
 * follows. Notifications can be lost with the connection, so followers also look for missed changes themselves.
 */
export class DraftFeed {
  readonly #pool: Pool
  readonly #listeners = new Map<string, Set<Listener>>()
  #client: PoolClient | undefined
  #connecting = false
  #closed = false
  #timer: NodeJS.Timeout | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Calls `listener` for each notice of a definition. @returns a function that ends this */
  follow(codeTag: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(codeTag) ?? new Set()
    listeners.add(listener)
    this.#listeners.set(codeTag, listeners)
    void this.#connect()
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(codeTag) === listeners) this.#listeners.delete(codeTag)
      if (this.#listeners.size === 0) this.#release(this.#client)
    }
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#release(this.#client)
  }

  async #connect(): Promise<void> {
    if (this.#client || this.#connecting || this.#closed) return
    this.#connecting = true
    try {
      const client = await this.#pool.connect()
      if (this.#closed || this.#listeners.size === 0) return client.release(true)
      this.#client = client
      client.on('notification', ({ payload }) => this.#receive(payload))
      client.on('error', () => this.#lost(client))
      client.on('end', () => this.#lost(client))
      await client.query('listen draft_changed')
    } catch {
      this.#lost(this.#client)
    } finally {
      this.#connecting = false
    }
  }

  #lost(client: PoolClient | undefined): void {
    this.#release(client)
    if (this.#closed || this.#listeners.size === 0) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#connect(), RETRY_MS)
    this.#timer.unref()
  }

  /** Closes a connection once: a connection that listens cannot go back to the pool. */
  #release(client: PoolClient | undefined): void {
    if (!client || client !== this.#client) return
    this.#client = undefined
    client.release(true)
  }

  #receive(payload: string | undefined): void {
    const notice = JSON.parse(payload ?? '{}') as DraftNotice
    for (const listener of this.#listeners.get(notice.code_tag) ?? []) listener(notice)
  }
}
