import { type DraftNode, type DraftOperation, MAX_TREE_DEPTH, ROOT_ID } from '@sportello/contract'
import { setAt, valueAt } from './json-path.ts'

/** Reasons for which a draft rejects an operation. */
export type EditFault = 'unknown_node' | 'duplicate_id' | 'root' | 'wrong_parent' | 'cycle' | 'too_deep' | 'bad_path'

/** Error for an operation that cannot be applied to the tree of the draft. The draft remains unchanged. */
export class EditRejected extends Error {
  readonly fault: EditFault
  /** Id of the node to which the rejected operation refers. */
  readonly id: string

  constructor(fault: EditFault, id: string) {
    super(`${fault}: ${id}`)
    this.fault = fault
    this.id = id
  }
}

/** Result of applying operations to a draft. */
export interface Applied {
  /** The operations that undo the applied operations, in the order in which they must be applied. */
  inverse: DraftOperation[]
  /**
   * The previous objects of the nodes that the operations have replaced, in order; undefined for a node that was
   * inserted.
   */
  replaced: [id: string, node: DraftNode | undefined][]
}

/**
 * The tree of a draft: steps and fields, keyed by id, each with its parent and its position among its siblings. The
 * browser and the server use this class to apply the same operations. A removed node loses its parent but keeps the
 * nodes below it, so that the removal can be undone. Node objects are never modified; an operation replaces the object
 * of a changed node, so that views can detect changes by object identity.
 */
export class DraftTree {
  readonly #nodes = new Map<string, DraftNode>()
  /** Maps each step to the ids of its children, in order. */
  readonly #children = new Map<string, string[]>()
  /** The nodes that the current operations have replaced so far, in order. */
  #replaced: Applied['replaced'] = []

  /** Called when a node of the draft was replaced, added or deleted, with the node before and after the change. */
  onReplace: ((before: DraftNode | undefined, after: DraftNode | undefined) => void) | undefined

  constructor(nodes: Iterable<DraftNode>) {
    for (const node of nodes) {
      this.#nodes.set(node.id, node)
      if (node.parent !== null) listOf(this.#children, node.parent).push(node.id)
    }
    for (const ids of this.#children.values()) ids.sort((one, other) => this.#compare(one, other))
  }

  /** Number of nodes in the draft, including removed nodes. */
  get size(): number {
    return this.#nodes.size
  }

  get(id: string): DraftNode | undefined {
    return this.#nodes.get(id)
  }

  nodes(): IterableIterator<DraftNode> {
    return this.#nodes.values()
  }

  /** Returns the child fields and child steps of a step, in order. */
  childrenOf(id: string): DraftNode[] {
    return (this.#children.get(id) ?? []).map((child) => this.#existing(child))
  }

  /** Yields a node and all nodes below it. Each parent comes before its children. */
  *subtree(id: string): Generator<DraftNode> {
    const open = [id]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      yield this.#existing(next)
      open.push(...(this.#children.get(next) ?? []).toReversed())
    }
  }

  /** Returns true if a node belongs to the form, that is, if neither the node nor a step above it was removed. */
  isReachable(id: string): boolean {
    return this.#above(id).at(-1)?.id === ROOT_ID
  }

  /** Returns a node and all steps above it, from the node up to the root. */
  pathOf(id: string): DraftNode[] {
    return this.#above(id)
  }

  /**
   * Applies operations to the draft, either all of them or none.
   * @throws EditRejected; the draft then remains unchanged
   */
  apply(operations: readonly DraftOperation[]): Applied {
    const inverse: DraftOperation[] = []
    this.#replaced = []
    try {
      for (const operation of operations) inverse.unshift(this.#applyOne(operation))
    } catch (error) {
      this.revert({ replaced: this.#replaced })
      throw error
    }
    return { inverse, replaced: this.#replaced }
  }

  /**
   * Applies an author's new operations to the draft. In contrast to `apply`, it rejects operations that would place a
   * step more than `MAX_TREE_DEPTH` levels deep. Changes that the server has already stored are not checked, because
   * every copy of the draft must apply them in the same way.
   */
  edit(operations: readonly DraftOperation[]): Applied {
    const applied = this.apply(operations)
    const deep = operations
      .flatMap((operation): { id: string }[] => (operation.type === 'insert' ? operation.nodes.slice(0, 1) : operation.type === 'move' ? [operation] : []))
      .find(({ id }) => this.get(id)?.kind === 'step' && this.#above(id).length - 2 + this.#height(id) > MAX_TREE_DEPTH)
    if (!deep) return applied
    this.revert(applied)
    throw new EditRejected('too_deep', deep.id)
  }

  /**
   * Restores the state of the draft before the most recently applied operations. In contrast to the inverse operations,
   * it also deletes the nodes that those operations have inserted.
   */
  revert({ replaced }: Pick<Applied, 'replaced'>): void {
    for (const [id, node] of replaced.toReversed()) this.#put(id, node)
  }

  #applyOne(operation: DraftOperation): DraftOperation {
    switch (operation.type) {
      case 'insert':
        return this.#insert(operation.nodes)
      case 'remove':
        return this.#place(operation.id, null)
      case 'move':
        return this.#place(operation.id, operation.parent, operation.position)
      case 'set':
        return this.#set(operation)
    }
  }

  /** Replaces, adds or deletes a node of the draft, and updates the lists of children. */
  #put(id: string, node: DraftNode | undefined): void {
    const before = this.#nodes.get(id)
    this.#replaced.push([id, before])
    if (before && (before.parent !== node?.parent || before.position !== node.position)) this.#unlink(before)
    if (node) this.#nodes.set(id, node)
    else this.#nodes.delete(id)
    if (node && (before?.parent !== node.parent || before.position !== node.position)) this.#link(node)
    this.onReplace?.(before, node)
  }

  #insert(nodes: readonly (DraftNode & { parent: string })[]): DraftOperation {
    const [first] = nodes
    if (!first) throw new EditRejected('unknown_node', '')
    const ids = new Set<string>()
    const steps = new Set<string>()
    for (const { id, kind, parent } of nodes) {
      if (this.#nodes.has(id) || ids.has(id) || id === ROOT_ID) throw new EditRejected('duplicate_id', id)
      ids.add(id)
      // An insert operation can insert only one branch, so that a single removal can undo it.
      if (id === first.id) this.#requireStep(parent, id)
      else if (!steps.has(parent)) throw new EditRejected('wrong_parent', id)
      if (kind === 'step') steps.add(id)
    }
    for (const node of nodes) this.#put(node.id, node)
    return { type: 'remove', id: first.id }
  }

  /**
   * Requires that `parent` is a step, which can contain the node `id`.
   * @throws EditRejected if `parent` is not a step
   */
  #requireStep(parent: string, id: string): void {
    if (this.#nodes.get(parent)?.kind !== 'step') throw new EditRejected('wrong_parent', id)
  }

  #place(id: string, parent: string | null, position?: string): DraftOperation {
    const node = this.#nodes.get(id)
    if (!node) throw new EditRejected('unknown_node', id)
    if (id === ROOT_ID) throw new EditRejected('root', id)
    if (parent !== null) {
      this.#requireStep(parent, id)
      if (this.#above(parent).some((step) => step.id === id)) throw new EditRejected('cycle', id)
    }
    this.#put(id, { ...node, parent, position: position ?? node.position })
    return node.parent === null ? { type: 'remove', id } : { type: 'move', id, parent: node.parent, position: node.position }
  }

  #set({ id, path, value }: Extract<DraftOperation, { type: 'set' }>): DraftOperation {
    const node = this.#nodes.get(id)
    if (!node) throw new EditRejected('unknown_node', id)
    const missing = path.findIndex((_key, at) => valueAt(node.content, path.slice(0, at + 1)) === undefined)
    const before = valueAt(node.content, path)
    const content = setAt(node.content, path, value)
    if (content === undefined) throw new EditRejected('bad_path', id)
    this.#put(id, { ...node, content: content as DraftNode['content'] })
    // If the operation has created objects along the path, the inverse operation deletes these objects too.
    if (before === undefined) return { type: 'set', id, path: path.slice(0, missing + 1) }
    return { type: 'set', id, path, value: before as DraftNode['content'][string] }
  }

  /** Returns the number of levels of a branch: 1 for a step without child steps. */
  #height(id: string): number {
    let levels = 0
    for (let level = [id]; level.length > 0; levels += 1)
      level = level.flatMap((step) => (this.#children.get(step) ?? []).filter((child) => this.#nodes.get(child)?.kind === 'step'))
    return levels
  }

  #above(id: string): DraftNode[] {
    const path: DraftNode[] = []
    for (let node = this.#nodes.get(id); node; node = node.parent === null ? undefined : this.#nodes.get(node.parent)) path.push(node)
    return path
  }

  #link({ id, parent }: DraftNode): void {
    if (parent === null) return
    const ids = listOf(this.#children, parent)
    let [from, to] = [0, ids.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.#compare(ids[middle] as string, id) < 0) from = middle + 1
      else to = middle
    }
    ids.splice(from, 0, id)
  }

  #unlink({ id, parent }: DraftNode): void {
    if (parent === null) return
    const ids = listOf(this.#children, parent)
    ids.splice(ids.indexOf(id), 1)
  }

  /** Compares two siblings by position. If two authors chose the same position, the ids decide. */
  #compare(one: string, other: string): number {
    const [a, b] = [this.#existing(one).position, this.#existing(other).position]
    if (a !== b) return a < b ? -1 : 1
    return one < other ? -1 : Number(one > other)
  }

  #existing(id: string): DraftNode {
    const node = this.#nodes.get(id)
    if (!node) throw new EditRejected('unknown_node', id)
    return node
  }
}

function listOf<K>(lists: Map<K, string[]>, key: K): string[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}
