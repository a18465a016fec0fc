import type { DraftChange, DraftOperation } from '@sportello/contract'
import { type Applied, type DraftTree, EditRejected } from './draft-tree.ts'
import { isSameJson } from './json-equal.ts'
import { pushChange, type UndoStacks, undoOf } from './undo.ts'

/** A change of any author that the server has stored. The server numbers the changes of a draft in one sequence. */
export interface StoredChange extends DraftChange {
  sequence: number
  username: string
}

/** A change that the server has not confirmed yet. `applied` is null while it cannot be applied to the present tree. */
interface PendingChange extends DraftChange {
  applied: Applied | null
}

/** A text of this author that another author has replaced. */
export interface Overwritten {
  id: string
  path: readonly string[]
  mine: unknown
  theirs: unknown
  username: string
}

/**
 * One author's copy of a draft: the changes that the server has confirmed, and on top of them the author's own pending changes. All replicas that have received
 * the same changes and have none pending hold equal trees, because the server decides the order and every replica applies the changes in it.
 */
export class Replica {
  readonly tree: DraftTree
  #sequence: number
  #pending: PendingChange[] = []
  #stacks: UndoStacks
  readonly #username: string
  readonly #newId: () => string
  /** The values that this author has set last, by node and path, to notice when another author replaces one. */
  readonly #mine = new Map<string, unknown>()

  constructor(tree: DraftTree, { sequence, username, newId, stacks = { undo: [], redo: [] } }: ReplicaOptions) {
    this.tree = tree
    this.#sequence = sequence
    this.#username = username
    this.#newId = newId
    this.#stacks = stacks
  }

  /** Sequence of the last change that the server has confirmed. */
  get sequence(): number {
    return this.#sequence
  }

  /** The author's changes that the server has not confirmed yet, in order, without local data. */
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
   * Applies a change of this author at once and keeps it until the server confirms it.
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
   * Replaces the operations of the author's last pending change, such as the text of a property while the author types. Only for a change that was not sent yet.
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

  /** Puts changes back on top that an earlier page of this author could not send. Changes that contradict the tree wait for the server's decision. */
  resume(changes: readonly DraftChange[]): void {
    for (const change of changes) this.#pending.push({ ...change, applied: this.#tryToApply(change.operations) })
  }

  /** Takes back the author's last change. @returns the change to send; undefined if there is nothing to take back */
  undo(): DraftChange | undefined {
    return this.#takeBack('undo')
  }

  redo(): DraftChange | undefined {
    return this.#takeBack('redo')
  }

  #takeBack(kind: 'undo' | 'redo'): DraftChange | undefined {
    // Pending changes have no sequence yet; they are confirmed within a moment.
    if (this.#pending.length > 0) return undefined
    for (let change = this.#stacks[kind].at(-1); change; change = this.#stacks[kind].at(-1)) {
      const operations = undoOf(change, this.tree)
      if (operations.length > 0) return this.edit(operations, { kind, of: change.sequence })
      // Others have changed all of it since, so nothing is left to take back.
      this.#stacks = { ...this.#stacks, [kind]: this.#stacks[kind].slice(0, -1) }
    }
    return undefined
  }

  /**
   * Receives the next change in the server's order: another author's, or the confirmation of this author's first pending change.
   * @returns the texts of this author that the change replaces
   * @throws RangeError if a change before it is missing
   */
  receive(change: StoredChange): Overwritten[] {
    if (change.sequence <= this.#sequence) {
      // The tree was loaded with this change, which an earlier page had sent without learning that it was stored.
      this.reject(change.id)
      return []
    }
    if (change.sequence !== this.#sequence + 1) throw new RangeError(`change ${this.#sequence + 1} is missing`)
    const at = this.#pending.findIndex(({ id }) => id === change.id)
    const own = this.#pending[at]
    // The tree shows the change already, at its place in the order.
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

  /** Drops a pending change that the server has rejected, and the later pending changes that cannot be applied without it. */
  reject(id: string): void {
    this.#withoutPending(() => {
      this.#pending = this.#pending.filter((change) => change.id !== id)
    })
  }

  #confirm({ sequence, kind, of, operations, username }: StoredChange, inverse: DraftOperation[]): void {
    this.#sequence = sequence
    if (username === this.#username) this.#stacks = pushChange(this.#stacks, { sequence, kind, of, operations, inverse })
  }

  /** Takes the pending changes off the tree, runs `work` on the confirmed state, and puts them back on top. */
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
      // A pending change comes later in the server's order, so this author's text will win.
      if (this.#pending.some(({ operations: own }) => own.some((each) => each.type === 'set' && keyOf(each) === key))) return []
      this.#mine.delete(key)
      return [{ id: operation.id, path: operation.path, mine, theirs: operation.value, username }]
    })
  }
}

interface ReplicaOptions {
  /** Sequence of the last change in the tree. */
  sequence: number
  username: string
  /** Returns a new UUID. */
  newId: () => string
  stacks?: UndoStacks
}

const keyOf = ({ id, path }: { id: string; path: readonly string[] }) => JSON.stringify([id, ...path])
