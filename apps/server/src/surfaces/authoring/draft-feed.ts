import type { DraftPresence } from '@sportello/contract'
import type { Pool, PoolClient } from 'pg'

/**
 * A notification about the draft of a form definition: a stored change, the presence of an author, or a change of the
 * comments.
 */
interface DraftNotice {
  code_tag: string
  sequence?: number
  presence?: DraftPresence
  comments?: true
}

type Listener = (notice: DraftNotice) => void

/** Milliseconds after a lost database connection until the server listens for notifications about drafts again. */
const RETRY_MS = 2_000

/**
 * Receives PostgreSQL's notifications about drafts. Passes them to the open editors that are connected to this server
 * process. Holds a database connection only while an editor is open. If the connection breaks, notifications are lost;
 * each editor's event stream therefore also queries the database for missed changes.
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

  /**
   * Calls `listener` for each notification about the given form definition. @returns a function that stops the calls
   */
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

  /**
   * Closes the database connection that listens for notifications, only once. Such a connection cannot be returned to
   * the pool.
   */
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
