import type { DraftChange, DraftOperation } from '@sportello/contract'
import { type Applied, type DraftTree, EditRejected } from './draft-tree.ts'
import { isSameJson } from './json-equal.ts'
import { pushChange, type UndoStacks, undoOf } from './undo.ts'

/**
 * A change of a draft, by any author, that the server has stored. The server numbers all changes of a draft
 * consecutively.
 */
export interface StoredChange extends DraftChange {
  sequence: number
  username: string
}

/**
 * A change of a draft that the server has not confirmed yet. `applied` is null as long as the change cannot be applied
 * to the current tree.
 */
interface PendingChange extends DraftChange {
  applied: Applied | null
}

/** A text by this author that another author has replaced. */
export interface Overwritten {
  id: string
  path: readonly string[]
  mine: unknown
  theirs: unknown
  username: string
}

/**
 * One author's copy of a draft: the changes that the server has confirmed, followed by the author's own pending
 * changes.
 * The server determines the order of changes, and every replica applies them in that order. Replicas without pending
 * changes are therefore equal once they have received the same changes.
 */
export class Replica {
  readonly tree: DraftTree
  #sequence: number
  #pending: PendingChange[] = []
  #stacks: UndoStacks
  readonly #username: string
  readonly #newId: () => string
  /**
   * The values that this author has set last, keyed by node and path. They are used to detect that another author has
   * replaced such a value.
   */
  readonly #mine = new Map<string, unknown>()

  constructor(tree: DraftTree, { sequence, username, newId, stacks = { undo: [], redo: [] } }: ReplicaOptions) {
    this.tree = tree
    this.#sequence = sequence
    this.#username = username
    this.#newId = newId
    this.#stacks = stacks
  }

  /** Sequence number of the last change that the server has confirmed. */
  get sequence(): number {
    return this.#sequence
  }

  /**
   * The author's changes that the server has not confirmed yet, in order, in the format in which the editor sends them.
   */
  get pending(): DraftChange[] {
    return this.#pending.map(({ applied: _applied, ...change }) => change)
  }

  get canUndo(): boolean {
    return this.#pending.length === 0 && this.#stacks.undo.length > 0
  }

  get canRedo(): boolean {
    return this.#pending.length === 0 && this.#stacks.redo.length > 0
  }

  /**
   * Applies an author's change to the draft immediately, and keeps it until the server confirms it.
   * @returns the change that must be sent to the server
   * @throws EditRejected; the draft then remains unchanged
   */
  edit(operations: DraftOperation[], { kind = 'edit', of }: Pick<DraftChange, 'of'> & { kind?: DraftChange['kind'] } = {}): DraftChange {
    const change: DraftChange = { id: this.#newId(), operations, kind, ...(of !== undefined && { of }) }
    this.#pending.push({ ...change, applied: this.tree.edit(operations) })
    for (const operation of operations) if (operation.type === 'set') this.#mine.set(keyOf(operation), operation.value)
    return change
  }

  /**
   * Replaces the operations of the author's last pending change, for example while the author types a text. This is
   * allowed only if the editor has not sent the change yet.
   * @returns the change with its new operations
   * @throws EditRejected; the change then stays as it was
   */
  amend(id: string, operations: DraftOperation[]): DraftChange {
    const last = this.#pending.at(-1)
    if (last?.id !== id) throw new RangeError('only the last pending change can be amended')
    if (last.applied) this.tree.revert(last.applied)
    try {
      last.applied = this.tree.edit(operations)
      last.operations = operations
    } catch (error) {
      last.applied = this.#tryToApply(last.operations)
      throw error
    }
    for (const operation of operations) if (operation.type === 'set') this.#mine.set(keyOf(operation), operation.value)
    const { applied: _applied, ...change } = last
    return change
  }

  /**
   * Applies pending changes from an earlier page of the same author, which could not be sent then. Changes that do not
   * fit the tree wait until the server accepts or rejects them. What this page has set itself is newer, and stays.
   */
  resume(changes: readonly DraftChange[]): void {
    for (const change of changes) {
      const operations = change.operations.filter((operation) => operation.type !== 'set' || !this.#mine.has(keyOf(operation)))
      if (operations.length > 0) this.#pending.push({ ...change, operations, applied: this.#tryToApply(operations) })
    }
  }

  /**
   * Undoes the author's last change of the draft.
   * @returns the change that must be sent to the server; undefined if there is nothing to undo
   */
  undo(): DraftChange | undefined {
    return this.#takeBack('undo')
  }

  redo(): DraftChange | undefined {
    return this.#takeBack('redo')
  }

  #takeBack(kind: 'undo' | 'redo'): DraftChange | undefined {
    // Pending changes cannot be undone, because they have no sequence number until the server confirms them, which
    // takes only a moment.
    if (this.#pending.length > 0) return undefined
    for (let change = this.#stacks[kind].at(-1); change; change = this.#stacks[kind].at(-1)) {
      const operations = undoOf(change, this.tree)
      if (operations.length > 0) return this.edit(operations, { kind, of: change.sequence })
      // Other authors have since changed everything that this change affected, so there is nothing left to undo.
      this.#stacks = { ...this.#stacks, [kind]: this.#stacks[kind].slice(0, -1) }
    }
    return undefined
  }

  /**
   * Receives the next change of the draft in the server's order. It is either a change by another author, or the
   * confirmation of this author's first pending change.
   * @returns the texts of this author that the change replaces
   * @throws RangeError if an earlier change is missing
   */
  receive(change: StoredChange): Overwritten[] {
    if (change.sequence <= this.#sequence) {
      // The loaded tree already contains this change, because an earlier page sent it but did not receive the
      // confirmation.
      this.reject(change.id)
      return []
    }
    if (change.sequence !== this.#sequence + 1) throw new RangeError(`change ${this.#sequence + 1} is missing`)
    const at = this.#pending.findIndex(({ id }) => id === change.id)
    const own = this.#pending[at]
    // The tree already contains the received change, at the right position in the sequence of changes.
    if (at === 0 && own?.applied && isSameJson(own.operations, change.operations)) {
      this.#pending.shift()
      this.#confirm(change, own.applied.inverse)
      return []
    }
    const overwritten = own || change.username === this.#username ? [] : this.#overwrittenBy(change)
    this.#withoutPending(() => {
      const { inverse } = this.tree.apply(change.operations)
      if (at >= 0) this.#pending.splice(at, 1)
      this.#confirm(change, inverse)
    })
    return overwritten
  }

  /** Discards a pending change that the server has rejected, together with later pending changes that depend on it. */
  reject(id: string): void {
    this.#withoutPending(() => {
      this.#pending = this.#pending.filter((change) => change.id !== id)
    })
  }

  #confirm({ sequence, kind, of, operations, username }: StoredChange, inverse: DraftOperation[]): void {
    this.#sequence = sequence
    if (username === this.#username) this.#stacks = pushChange(this.#stacks, { sequence, kind, of, operations, inverse })
  }

  /**
   * Removes the pending changes from the tree, runs `work` on the confirmed state, and then applies the pending changes
   * again.
   */
  #withoutPending(work: () => void): void {
    for (const { applied } of this.#pending.toReversed()) if (applied) this.tree.revert(applied)
    work()
    for (const change of this.#pending) change.applied = this.#tryToApply(change.operations)
  }

  #tryToApply(operations: DraftOperation[]): Applied | null {
    try {
      return this.tree.apply(operations)
    } catch (error) {
      if (error instanceof EditRejected) return null
      throw error
    }
  }

  #overwrittenBy({ operations, username }: StoredChange): Overwritten[] {
    return operations.flatMap((operation) => {
      if (operation.type !== 'set') return []
      const key = keyOf(operation)
      const mine = this.#mine.get(key)
      if (!this.#mine.has(key) || isSameJson(mine, operation.value)) return []
      // The server will apply this author's pending change after the other author's change, so this author's text
      // replaces the other author's text.
      if (this.#pending.some(({ operations: own }) => own.some((each) => each.type === 'set' && keyOf(each) === key))) return []
      this.#mine.delete(key)
      return [{ id: operation.id, path: operation.path, mine, theirs: operation.value, username }]
    })
  }
}

interface ReplicaOptions {
  /** Sequence number of the last change that the tree contains. */
  sequence: number
  username: string
  /** Returns a new UUID. */
  newId: () => string
  stacks?: UndoStacks
}

const keyOf = ({ id, path }: { id: string; path: readonly string[] }) => JSON.stringify([id, ...path])
