import type { DraftChange, DraftNode, DraftOperation, DraftPresence, DraftTreeAnswer, StoredDraftChange } from '@sportello/contract'
import { type DraftTree, EditRejected, Replica } from '@sportello/editing'
import { type DraftConnection, isRejected } from './draft-connection.ts'
import type { DraftEvent, SaveState } from './draft-events.ts'
import { followDraft, pause, retryDelay } from './follow-draft.ts'
import { withFollowers } from './follow-structure.ts'
import { observedTree } from './observed-tree.ts'
import { OtherAuthors, PRESENCE_MS } from './presence.ts'
import { Topics } from './topics.ts'
import { typingKey } from './typing-key.ts'
import { stacksOf } from './undo-stacks.ts'
import type { UnsentChanges } from './unsent-changes.ts'

/** Delay in milliseconds between the last key press and the sending of the typed text. It is short because an edit should be stored within 1 s. */
const TYPING_MS = 350

/** The browser's copy of the draft in the open editor. This class keeps it in sync with the server. */
export class DraftStore {
  readonly client = crypto.randomUUID()
  readonly #connection: DraftConnection
  readonly #unsent: UnsentChanges
  readonly #onEvent: (event: DraftEvent) => void
  #replica: Replica
  #loaded: DraftTreeAnswer
  #state: SaveState = 'saved'
  /** The pending change that contains the text which the author is still typing. */
  #typing: { id: string; key: string; sendAt: number } | undefined
  readonly #others = new OtherAuthors()
  #selected: string | null = null
  readonly #topics = new Topics()
  readonly #children = new Map<string, DraftNode[]>()
  /** Aborted when the author closes the editor. */
  #left = new AbortController()
  #sending = false
  /** The sender waits for a short pause before it sends changes. The author's next change aborts this wait, and the sender sends the change. */
  #change = new AbortController()

  constructor(connection: DraftConnection, unsent: UnsentChanges, loaded: DraftTreeAnswer, onEvent: (event: DraftEvent) => void) {
    this.#connection = connection
    this.#unsent = unsent
    this.#onEvent = onEvent
    this.#loaded = loaded
    this.#replica = this.#replicaOf(loaded)
    this.#replica.resume(unsent.takeOver())
  }

  /** Starts to send and receive changes of the draft. The returned function stops this. */
  start(): () => void {
    this.#left = new AbortController()
    void followDraft(this.#connection, this.#left.signal, {
      sequence: () => this.#replica.sequence,
      onPresence: (presence) => this.#meet(presence),
      onComments: () => this.#topics.tell('comments'),
      onChange: async (change) => {
        await this.#receive(change)
        this.#show(this.#replica.pending.length === 0 ? 'saved' : this.#state)
      },
    })
    this.#changed()
    const announcing = setInterval(() => {
      this.#announce()
      this.#others.forgetGone()
      this.#show(this.#state)
    }, PRESENCE_MS)
    const endTakingOver = this.#unsent.takeOverLater((changes) => {
      this.settle()
      this.#replica.resume(changes)
      this.#changed()
    })
    const leave = () => this.#unsent.keep(this.#replica.pending, true)
    window.addEventListener('pagehide', leave, { signal: this.#left.signal })
    return () => {
      clearInterval(announcing)
      endTakingOver()
      leave()
      void this.#connection.announce({ client: this.client, node: null }).catch(() => {})
      this.#left.abort()
      // The author is closing the editor. Sends the text typed last all the same, because another operator may publish the draft next.
      this.settle()
    }
  }

  get live(): Pick<DraftTreeAnswer, 'draft' | 'live_version' | 'username' | 'secrets'> {
    return this.#loaded
  }
  /** Sequence number of the last change that the server has stored, by any author. */
  get sequence(): number {
    return this.#replica.sequence
  }
  get state(): SaveState {
    return this.#state
  }
  get canUndo(): boolean {
    return this.#replica.canUndo
  }
  get canRedo(): boolean {
    return this.#replica.canRedo
  }
  /** Returns the other authors who have the same definition open in the editor. */
  get others(): readonly DraftPresence[] {
    return this.#others.list
  }
  node(id: string): DraftNode | undefined {
    return this.#replica.tree.get(id)
  }
  get tree(): DraftTree {
    return this.#replica.tree
  }
  /** Returns the child nodes of a step. The array is replaced only when nodes are added, removed or moved; `node` returns their current content. */
  children(id: string): readonly DraftNode[] {
    const known = this.#children.get(id)
    if (known) return known
    const found = this.#replica.tree.childrenOf(id)
    this.#children.set(id, found)
    return found
  }

  /** Calls `listener` whenever a topic has changed. A topic is the id of a step or field, `status` or `comments`. */
  subscribe(topic: string, listener: () => void): () => void {
    return this.#topics.subscribe(topic, listener)
  }

  /**
   * Applies an edit by the author to the browser's copy at once, and sends it to the server.
   * @param typing true if the author may still be typing the text; the edit is then sent after a pause
   * @throws EditRejected
   */
  edit(operations: DraftOperation[], { typing = false } = {}): void {
    if (this.#state === 'stopped') return
    const key = typing ? typingKey(operations) : ''
    if (this.#typing && typing && this.#typing.key === key) this.#replica.amend(this.#typing.id, operations)
    else {
      const { id } = this.#replica.edit(withFollowers(this.tree, operations))
      this.#typing = typing ? { id, key, sendAt: 0 } : undefined
    }
    if (this.#typing) this.#typing.sendAt = Date.now() + TYPING_MS
    this.#changed()
  }

  /** Marks a typed text as complete and sends it at once, for example when the field loses the focus. */
  settle(): void {
    this.#typing = undefined
    this.#change.abort()
  }

  undo(): void {
    this.#afterPending(() => this.#replica.undo())
  }
  redo(): void {
    this.#afterPending(() => this.#replica.redo())
  }

  /** Tells the server which step or field the author has selected, so that the other authors can see it. */
  select(id: string | null): void {
    if (id === this.#selected) return
    this.#selected = id
    this.#announce()
  }

  /** Waits until the server has stored all of the author's changes. Throws an Error if some changes cannot be stored. */
  async flush(): Promise<void> {
    this.settle()
    while (this.#replica.pending.length > 0) {
      if (this.#state === 'stopped' || this.#state === 'retrying') throw new Error(this.#state)
      await new Promise<void>((resolve) => {
        const end = this.subscribe('status', () => {
          end()
          resolve()
        })
      })
    }
  }

  /** Reloads the draft, for example after it was published. The author's pending changes are kept. */
  async reload(): Promise<void> {
    const loaded = await this.#connection.load()
    const pending = this.#replica.pending
    this.#loaded = loaded
    this.#replica = this.#replicaOf(loaded)
    this.#replica.resume(pending)
    this.#children.clear()
    this.#topics.markAll()
    this.#changed()
  }

  #afterPending(change: () => DraftChange | undefined): void {
    // An undo needs the sequence number of the previous undo. It therefore waits until the server has stored that one.
    if (this.#replica.pending.length > 0) {
      const again = () => this.#afterPending(change)
      return void this.flush().then(again, () => {})
    }
    change()
    this.#typing = undefined
    this.#changed()
  }

  #replicaOf({ nodes, sequence, username, own }: DraftTreeAnswer): Replica {
    const stacks = stacksOf(own)
    const tree = observedTree(nodes, (id, listIsChanged) => {
      this.#topics.mark(id)
      if (listIsChanged) this.#children.delete(id)
    })
    return new Replica(tree, { sequence, username, newId: () => crypto.randomUUID(), stacks })
  }

  #changed(): void {
    this.#unsent.keep(this.#replica.pending)
    this.#show(this.#replica.pending.length === 0 ? 'saved' : this.#state === 'retrying' ? 'retrying' : 'saving')
    this.#change.abort()
    void this.#send()
  }

  #show(state: SaveState): void {
    if (this.#state !== 'stopped') this.#state = state
    this.#topics.mark('status')
    this.#topics.announce()
  }

  async #send(): Promise<void> {
    if (this.#sending) return
    this.#sending = true
    let failures = 0
    for (let [next] = this.#replica.pending; next && this.#state !== 'stopped'; [next] = this.#replica.pending) {
      const wait = this.#typing?.id === next.id ? this.#typing.sendAt - Date.now() : 0
      if (wait > 0) {
        await this.#pause(wait)
        continue
      }
      if (this.#typing?.id === next.id) this.#typing = undefined
      try {
        const stored = await this.#connection.send(next)
        failures = 0
        await this.#receive(stored)
        this.#loaded = { ...this.#loaded, draft: true }
        this.#unsent.keep(this.#replica.pending)
        this.#show(this.#replica.pending.length === 0 ? 'saved' : 'saving')
      } catch (error) {
        if (isRejected(error)) this.#refuse(next, error)
        else {
          this.#show('retrying')
          // If the author has closed the editor, stops sending. The browser stores the unsent changes.
          if (this.#left.signal.aborted) break
          await this.#pause(retryDelay(failures))
          failures += 1
        }
      }
    }
    this.#sending = false
  }

  /** Discards a change that the server rejected. If the author may no longer edit the definition, the editor stops. */
  #refuse(change: DraftChange, error: Error & { status: number }): void {
    if (error.status === 403 || error.status === 404) {
      this.#state = 'stopped'
      this.#onEvent({ kind: 'failed', error })
    } else {
      this.#replica.reject(change.id)
      this.#onEvent({ kind: 'rejected', error })
    }
    this.#unsent.keep(this.#replica.pending)
    this.#show(this.#replica.pending.length === 0 ? 'saved' : 'saving')
  }

  async #receive(change: StoredDraftChange): Promise<void> {
    if (change.sequence > this.#replica.sequence + 1)
      for (const missed of await this.#connection.changesAfter(this.#replica.sequence)) await this.#receiveNext(missed)
    await this.#receiveNext(change)
  }

  async #receiveNext(change: StoredDraftChange): Promise<void> {
    const { kind } = change
    if (kind === 'reset') {
      if (change.sequence <= this.#replica.sequence) return
      await this.reload()
      this.#onEvent({ kind: 'reset' })
      return
    }
    try {
      for (const overwritten of this.#replica.receive({ ...change, kind })) this.#onEvent({ kind: 'overwritten', overwritten })
    } catch (error) {
      if (!(error instanceof EditRejected || error instanceof RangeError)) throw error
      await this.reload()
    }
  }

  #meet(presence: DraftPresence): void {
    if (presence.client === this.client) return
    // Announces this author to an author who has just opened the editor and does not know the others yet.
    if (this.#others.meet(presence)) this.#announce()
    this.#show(this.#state)
  }

  #pause(milliseconds: number): Promise<void> {
    this.#change = new AbortController()
    return pause(milliseconds, this.#change.signal, this.#left.signal)
  }
  #announce(): void {
    void this.#connection.announce({ client: this.client, node: this.#selected ?? 'root' }).catch(() => {})
  }
}
