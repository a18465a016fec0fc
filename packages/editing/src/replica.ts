import type { DraftChange, DraftOperation } from '@sportello/contract'
import { type Applied, type DraftTree, EditRejected } from './draft-tree.ts'
import { isSameJson } from './json-equal.ts'
import { pushChange, type UndoStacks, undoOf } from './undo.ts'

/**
 * A change of a draft, by any author, that the server has stored. The server numbers the changes of a draft in one
 * sequence.
 */
export interface StoredChange extends DraftChange {
  sequence: number
  username: string
}

/**
 * A change of a draft that the server has not confirmed yet. `applied` is null while the change cannot be applied to
 * the present tree.
 */
interface PendingChange extends DraftChange {
  applied: Applied | null
}

/** A text that this author wrote in a draft and that another author has replaced. */
export interface Overwritten {
  id: string
  path: readonly string[]
  mine: unknown
  theirs: unknown
  username: string
}

/**
 * One author's copy of a draft: the changes that the server has confirmed, and on top of them the author's own pending
 * changes. The server decides the order of changes, and every replica applies them in this order. So all replicas that
 * have received the same changes and have no pending changes contain equal trees.
 */
export class Replica {
  readonly tree: DraftTree
  #sequence: number
  #pending: PendingChange[] = []
  #stacks: UndoStacks
  readonly #username: string
  readonly #newId: () => string
  /**
   * The values that this author has set last, by node and path. The replica uses them to detect that another author has
   * replaced one.
   */
  readonly #mine = new Map<string, unknown>()

  constructor(tree: DraftTree, { sequence, username, newId, stacks = { undo: [], redo: [] } }: ReplicaOptions) {
    this.tree = tree
    this.#sequence = sequence
    this.#username = username
    this.#newId = newId
    this.#stacks = stacks
  }

  /** Sequence number of the last change of the draft that the server has confirmed. */
  get sequence(): number {
    return this.#sequence
  }

  /**
   * The author's changes that the server has not confirmed yet, in order, in the form in which the editor sends them.
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
   * Applies an author's change of the draft at once and stores it until the server confirms it.
   * @returns the change to send
   * @throws EditRejected, and changes nothing
   */
  edit(operations: DraftOperation[], { kind = 'edit', of }: Pick<DraftChange, 'of'> & { kind?: DraftChange['kind'] } = {}): DraftChange {
    const change: DraftChange = { id: this.#newId(), operations, kind, ...(of !== undefined && { of }) }
    this.#pending.push({ ...change, applied: this.tree.edit(operations) })
    for (const operation of operations) if (operation.type === 'set') this.#mine.set(keyOf(operation), operation.value)
    return change
  }

  /**
   * Replaces the operations of the author's last pending change, for example while the author types a text. Allowed
   * only for a change that the editor has not sent yet.
   * @returns the change with its new operations
   * @throws EditRejected, and keeps the change as it was
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
   * Applies the pending changes that an earlier page of the same author could not send. Changes that contradict the
   * tree wait for the server's decision.
   */
  resume(changes: readonly DraftChange[]): void {
    for (const change of changes) this.#pending.push({ ...change, applied: this.#tryToApply(change.operations) })
  }

  /**
   * Undoes the author's last change of the draft.
   * @returns the change to send; undefined if the author has nothing to undo
   */
  undo(): DraftChange | undefined {
    return this.#takeBack('undo')
  }

  redo(): DraftChange | undefined {
    return this.#takeBack('redo')
  }

  #takeBack(kind: 'undo' | 'redo'): DraftChange | undefined {
    // Pending changes have no sequence number yet, so they cannot be undone; the server confirms them within a moment.
    if (this.#pending.length > 0) return undefined
    for (let change = this.#stacks[kind].at(-1); change; change = this.#stacks[kind].at(-1)) {
      const operations = undoOf(change, this.tree)
      if (operations.length > 0) return this.edit(operations, { kind, of: change.sequence })
      // Other authors have since changed everything that this change affects, so nothing is left to undo.
      this.#stacks = { ...this.#stacks, [kind]: this.#stacks[kind].slice(0, -1) }
    }
    return undefined
  }

  /**
   * Receives the next change of the draft in the server's order: a change of another author, or the confirmation of
   * this author's first pending change.
   * @returns the texts of this author that the change replaces
   * @throws RangeError if an earlier change is missing
   */
  receive(change: StoredChange): Overwritten[] {
    if (change.sequence <= this.#sequence) {
      // The loaded tree already contains this change: an earlier page sent it and did not receive the confirmation.
      this.reject(change.id)
      return []
    }
    if (change.sequence !== this.#sequence + 1) throw new RangeError(`change ${this.#sequence + 1} is missing`)
    const at = this.#pending.findIndex(({ id }) => id === change.id)
    const own = this.#pending[at]
    // The tree already contains the received change, at the right position in the order of changes.
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

  /**
   * Drops a pending change of the draft that the server has rejected, and the later pending changes that depend on it.
   */
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
   * Removes the pending changes from the tree, runs `work` on the confirmed state, and applies the pending changes
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
      // The server will apply this author's pending change later, so this author's text will replace the other author's
      // text.
      if (this.#pending.some(({ operations: own }) => own.some((each) => each.type === 'set' && keyOf(each) === key))) return []
      this.#mine.delete(key)
      return [{ id: operation.id, path: operation.path, mine, theirs: operation.value, username }]
    })
  }
}

interface ReplicaOptions {
  /** Sequence number of the last change that the tree of the draft contains. */
  sequence: number
  username: string
  /** Returns a new UUID. */
  newId: () => string
  stacks?: UndoStacks
}

const keyOf = ({ id, path }: { id: string; path: readonly string[] }) => JSON.stringify([id, ...path])
