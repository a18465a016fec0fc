import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DraftTreeAnswer, StoredDraftChange } from '@sportello/contract'
import { DraftTree, pushChange, Replica, type UndoStacks } from '@sportello/editing'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { API_KEY } from './client.ts'

/** Milliseconds after which a simulated author repeats a failed call. */
const RETRY_MS = 50

/**
 * A simulated author with a copy (replica) of a draft. It synchronises the copy with the servers in the same way as the
 * editor: by API calls and server-sent events.
 */
export class DraftAuthor {
  replica!: Replica
  readonly #urlOf: () => string
  readonly #credential: string
  readonly #stopped = new AbortController()
  #stream = new AbortController()
  #following: Promise<void> = Promise.resolve()
  /** Error that ended the event stream with the changes of the other authors. */
  #failure: unknown
  /** Number of this simulated author's changes that a server rejected. */
  rejected = 0
  /** Number of changes by other authors that the event stream has delivered to this simulated author. */
  received = 0

  /**
   * Creates a simulated author of a draft.
   * @param urlOf returns the URL of the draft at a random server; each call may return another server
   */
  constructor(urlOf: () => string, credential: string) {
    this.#urlOf = urlOf
    this.#credential = credential
  }

  async open(): Promise<void> {
    const { nodes, sequence, username, own } = await this.#call<DraftTreeAnswer>('')
    const stacks = own.reduce<UndoStacks>((all, { kind, ...change }) => (kind === 'reset' ? all : pushChange(all, { ...change, kind })), { undo: [], redo: [] })
    this.replica = new Replica(new DraftTree(nodes), { sequence, username, newId: randomUUID, stacks })
    this.#following = this.#follow().catch((error: unknown) => {
      this.#failure = error
    })
  }

  /** Sends the author's unsent changes until none is left. */
  async flush(): Promise<void> {
    for (let [next] = this.replica.pending; next; [next] = this.replica.pending) {
      const response = await this.#fetch('/changes', next).catch(() => undefined)
      const answer = (await response?.json().catch(() => undefined)) as { data: StoredDraftChange } | undefined
      if (response?.ok && answer) await this.#receive(answer.data)
      else if (response && response.status >= 400 && response.status < 500 && response.status !== 429) {
        this.rejected += 1
        this.replica.reject(next.id)
      } else await sleep(RETRY_MS)
    }
  }

  /** Closes the author's event stream. The author then opens a new stream at another server. */
  interrupt(): void {
    this.#stream.abort()
  }

  /**
   * Waits until the replica contains the change with the given sequence number.
   * @throws Error after `limitMs` milliseconds, or if a change could not be applied
   */
  async reaches(sequence: number, limitMs: number): Promise<void> {
    for (const deadline = Date.now() + limitMs; this.replica.sequence < sequence; await sleep(RETRY_MS)) {
      if (this.#failure) throw this.#failure
      if (Date.now() > deadline) throw new Error(`a replica has ${this.replica.sequence} of ${sequence} changes`)
    }
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    this.#stream.abort()
    await this.#following
  }

  async #follow(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      this.#stream = new AbortController()
      try {
        const response = await this.#fetch(`/events?after=${this.replica.sequence}`, undefined, this.#stream.signal)
        const text = response.body?.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
        for await (const { event, data } of text?.pipeThrough(new EventSourceParserStream()) ?? []) {
          if (event !== 'change') continue
          this.received += 1
          await this.#receive(JSON.parse(data) as StoredDraftChange)
        }
      } catch (error) {
        if (!this.#stream.signal.aborted && !(error instanceof TypeError)) throw error
      }
      await sleep(RETRY_MS)
    }
  }

  async #receive(change: StoredDraftChange): Promise<void> {
    if (change.sequence > this.replica.sequence + 1)
      for (const missed of await this.#call<StoredDraftChange[]>(`/changes?after=${this.replica.sequence}`)) this.#receiveNext(missed)
    this.#receiveNext(change)
  }

  #receiveNext({ kind, ...change }: StoredDraftChange): void {
    if (kind === 'reset') throw new Error('the draft was published during the measurement')
    this.replica.receive({ ...change, kind })
  }

  async #call<T>(path: string): Promise<T> {
    const response = await this.#fetch(path)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return ((await response.json()) as { data: T }).data
  }

  #fetch(path: string, body?: object, signal?: AbortSignal): Promise<Response> {
    const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${this.#credential}`, ...(body && { 'content-type': 'application/json' }) }
    return fetch(this.#urlOf() + path, { method: body ? 'POST' : 'GET', headers, ...(body && { body: JSON.stringify(body) }), ...(signal && { signal }) })
  }
}
