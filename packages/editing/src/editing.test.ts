import type { Definition, DraftChange, DraftNode, DraftOperation } from '@sportello/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DraftTree, definitionOf, differenceOf, positionsAfter, Replica, type StoredChange, treeOf } from './index.ts'

const field = (code: string, ordering = 1) =>
  ({ type: 'PROPERTY', ordering, value: { property_code: code, property_description: code, default_value: { input_type: 'text' } } }) as const
const step = (code: string, children: object[] = [], form_fields: object[] = []) => ({ code_tag: code, tag_description: code, form_fields, children })
const form = (...children: object[]) => ({ ...step('form', children), form_params: {} }) as unknown as Definition
const SPORT = form(step('court', [step('tennis', [], [field('date'), field('players', 2)]), step('padel')]), step('course', [step('swimming')]), step('damage'))

/**
 * Converts the tree of a draft to nested text for comparison: the code, the fields in brackets, and the children in
 * parentheses.
 */
function shape(tree: DraftTree): unknown {
  return definitionOf(tree)
}

/** Test double for the server. It applies changes in the order of their arrival, and sends them to all replicas. */
class Sequencer {
  readonly tree: DraftTree
  readonly log: StoredChange[] = []
  constructor(tree: DraftTree) {
    this.tree = tree
  }

  /**
   * Stores a change of the draft.
   * @returns null if the change cannot be applied to the tree
   */
  accept(change: DraftChange, username: string): StoredChange | null {
    try {
      this.tree.edit(change.operations)
    } catch {
      return null
    }
    const stored = { ...change, sequence: this.log.length + 1, username }
    this.log.push(stored)
    return stored
  }
}

let counter = 0
const newId = () => `id-${++counter}`

/**
 * Returns a random operation on the nodes of a tree. The server rejects some of these operations, for example if they
 * change a node that another author has removed.
 */
function randomOperation(tree: DraftTree, pick: (count: number) => number): DraftOperation[] {
  const nodes = [...tree.nodes()]
  const any = () => nodes[pick(nodes.length)] as DraftNode
  const steps = nodes.filter(({ kind }) => kind === 'step')
  const anyStep = () => (steps[pick(steps.length)] as DraftNode).id
  const place = (parent: string) => positionsAfter(tree, parent, pick(2) === 0 ? null : (tree.childrenOf(parent).at(pick(4) - 1)?.id ?? null))[0] ?? 'a0'
  switch (pick(5)) {
    case 0: {
      const parent = anyStep()
      const id = newId()
      const kind = pick(3) === 0 ? 'field' : 'step'
      const top = { id, kind, parent, position: place(parent), content: { code_tag: id } } as const
      return [{ type: 'insert', nodes: kind === 'field' ? [top] : [top, { id: newId(), kind: 'field', parent: id, position: 'a0', content: { title: 'in' } }] }]
    }
    case 1:
      return [{ type: 'remove', id: any().id }]
    case 2: {
      const parent = anyStep()
      return [{ type: 'move', id: any().id, parent, position: place(parent) }]
    }
    case 3:
      return [{ type: 'set', id: any().id, path: ['tag_description'], ...(pick(4) > 0 && { value: `text ${pick(5)}` }) }]
    default: {
      const { id } = any()
      return [
        { type: 'set', id, path: ['value', 'default_value', 'min'], value: pick(9) },
        { type: 'set', id, path: ['value', 'default_value', pick(2) ? 'min' : 'max'], value: pick(9) },
      ]
    }
  }
}

test('after two authors have edited a draft at the same time, the copies of both and of a viewer are the same as the server’s copy', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1_000_000 }), { minLength: 300, maxLength: 1_500, size: 'max' }), (numbers) => {
      const pick = (count: number) => (numbers.length === 0 ? 0 : (numbers.shift() ?? 0)) % Math.max(1, count)
      const server = new Sequencer(treeOf(SPORT))
      const authors = ['ada', 'bea', 'viewer'].map((username) => ({
        replica: new Replica(treeOf(SPORT), { sequence: 0, username, newId }),
        username,
        outgoing: [] as DraftChange[],
        received: 0,
      }))
      const edits = authors.slice(0, 2)
      while (numbers.length > 0) {
        const author = edits[pick(2)]
        if (!author) break
        const { replica } = author
        switch (pick(4)) {
          case 0:
          case 1: {
            try {
              author.outgoing.push(replica.edit(randomOperation(replica.tree, pick)))
            } catch {}
            break
          }
          case 2: {
            const change = pick(2) === 0 ? replica.undo() : replica.redo()
            if (change) author.outgoing.push(change)
            break
          }
          default: {
            // Sends the author's next change, and then receives some changes of other authors.
            const change = author.outgoing.shift()
            if (change && !server.accept(change, author.username)) replica.reject(change.id)
            const until = Math.min(server.log.length, author.received + pick(6))
            for (; author.received < until; author.received += 1) replica.receive(server.log[author.received] as StoredChange)
          }
        }
      }
      for (const author of authors)
        for (const change of author.outgoing.splice(0)) if (!server.accept(change, author.username)) author.replica.reject(change.id)
      for (const author of authors) for (const change of server.log.slice(author.received)) author.replica.receive(change)
      for (const { replica } of authors) {
        expect(replica.pending).toEqual([])
        expect([...replica.tree.nodes()].toSorted(byId)).toEqual([...server.tree.nodes()].toSorted(byId))
        expect(shape(replica.tree)).toEqual(shape(server.tree))
      }
    }),
    { numRuns: 100 },
  )
})

const byId = (one: DraftNode, other: DraftNode) => (one.id < other.id ? -1 : 1)

test('undoing all changes of an author restores the initial state, and redoing them restores the final state', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1_000_000 }), { minLength: 50, maxLength: 600, size: 'max' }), (numbers) => {
      const pick = (count: number) => (numbers.shift() ?? 0) % Math.max(1, count)
      const server = new Sequencer(treeOf(SPORT))
      const replica = new Replica(treeOf(SPORT), { sequence: 0, username: 'ada', newId })
      const send = (change: DraftChange | undefined) => {
        const stored = change && server.accept(change, 'ada')
        if (stored) replica.receive(stored)
        return Boolean(stored)
      }
      const start = shape(replica.tree)
      while (numbers.length > 0)
        try {
          send(replica.edit(randomOperation(replica.tree, pick)))
        } catch {}
      const end = shape(replica.tree)
      while (replica.canUndo) if (!send(replica.undo())) break
      expect(shape(replica.tree)).toEqual(start)
      while (replica.canRedo) if (!send(replica.redo())) break
      expect(shape(replica.tree)).toEqual(end)
    }),
    { numRuns: 100 },
  )
})

describe('undoing a change of a draft', () => {
  const at = (replica: Replica, server: Sequencer, username: string, operations: DraftOperation[]) => {
    const stored = server.accept(replica.edit(operations), username) as StoredChange
    return stored
  }
  const title = (value: string): DraftOperation => ({ type: 'set', id: 'court', path: ['tag_description'], value })

  test('does not change a property that another author has changed since', () => {
    const server = new Sequencer(treeOf(SPORT))
    const ada = new Replica(treeOf(SPORT), { sequence: 0, username: 'ada', newId })
    const bea = new Replica(treeOf(SPORT), { sequence: 0, username: 'bea', newId })
    const first = at(ada, server, 'ada', [title('Ada'), { type: 'set', id: 'court', path: ['icon'], value: 'ball' }])
    ada.receive(first)
    bea.receive(first)
    const second = at(bea, server, 'bea', [title('Bea')])
    const told = ada.receive(second)
    expect(told).toEqual([{ id: 'court', path: ['tag_description'], mine: 'Ada', theirs: 'Bea', username: 'bea' }])
    expect(ada.undo()?.operations).toEqual([{ type: 'set', id: 'court', path: ['icon'] }])
    expect(ada.tree.get('court')?.content).toEqual({ code_tag: 'court', tag_description: 'Bea' })
  })

  test('restores a removed branch together with the changes that another author made in it', () => {
    const server = new Sequencer(treeOf(SPORT))
    const ada = new Replica(treeOf(SPORT), { sequence: 0, username: 'ada', newId })
    ada.receive(at(ada, server, 'ada', [{ type: 'remove', id: 'court' }]))
    expect(definitionOf(ada.tree).children.map(({ code_tag }) => code_tag)).toEqual(['course', 'damage'])
    const other = server.accept({ id: newId(), kind: 'edit', operations: [{ type: 'set', id: 'padel', path: ['tag_description'], value: 'Padel!' }] }, 'bea')
    ada.receive(other as StoredChange)
    ada.undo()
    expect(definitionOf(ada.tree).children[0]?.children[1]?.tag_description).toBe('Padel!')
  })
})

test('a change that was already sent by an earlier page is not applied twice', () => {
  const server = new Sequencer(treeOf(SPORT))
  const before = new Replica(treeOf(SPORT), { sequence: 0, username: 'ada', newId })
  const change = before.edit([{ type: 'insert', nodes: [{ id: 'golf', kind: 'step', parent: 'court', position: 'a9', content: { code_tag: 'golf' } }] }])
  const stored = server.accept(change, 'ada') as StoredChange
  const after = new Replica(treeOf(definitionOf(server.tree)), { sequence: 1, username: 'ada', newId })
  after.resume([change])
  expect(after.pending).toHaveLength(1)
  expect(after.receive(stored)).toEqual([])
  expect(after.pending).toEqual([])
  expect(shape(after.tree)).toEqual(shape(server.tree))
})

describe('an operation on a draft', () => {
  const rejects = (operation: DraftOperation) => {
    const tree = treeOf(SPORT)
    const before = shape(tree)
    let fault: unknown
    try {
      tree.edit([{ type: 'set', id: 'court', path: ['tag_description'], value: 'Other' }, operation])
    } catch (error) {
      fault = (error as { fault: string }).fault
    }
    expect(shape(tree)).toEqual(before)
    return fault
  }
  const node = (id: string, parent: string, kind: 'step' | 'field' = 'step') => ({ id, parent, kind, position: 'a0', content: {} })

  test.each<[string, DraftOperation, string]>([
    ['moves a step below itself', { type: 'move', id: 'court', parent: 'tennis', position: 'a0' }, 'cycle'],
    ['moves the root', { type: 'move', id: 'root', parent: 'court', position: 'a0' }, 'root'],
    ['removes the root', { type: 'remove', id: 'root' }, 'root'],
    ['names an unknown node', { type: 'remove', id: 'golf' }, 'unknown_node'],
    ['inserts an id that exists', { type: 'insert', nodes: [node('padel', 'court')] }, 'duplicate_id'],
    ['inserts an id twice', { type: 'insert', nodes: [node('a', 'court'), node('b', 'a'), node('b', 'a')] }, 'duplicate_id'],
    ['inserts below a field', { type: 'insert', nodes: [node('a', 'court'), node('b', 'a', 'field'), node('c', 'b')] }, 'wrong_parent'],
    ['inserts two branches', { type: 'insert', nodes: [node('a', 'court'), node('b', 'court')] }, 'wrong_parent'],
    ['sets a key below a text', { type: 'set', id: 'court', path: ['tag_description', 'x'], value: 1 }, 'bad_path'],
    ['sets the prototype', { type: 'set', id: 'court', path: ['__proto__', 'x'], value: 1 }, 'bad_path'],
  ])('that %s is rejected, together with all other operations of the same change', (_name, operation, fault) => {
    expect(rejects(operation)).toBe(fault)
  })

  test('that nests steps deeper than 20 levels is rejected', () => {
    const tree = treeOf(SPORT)
    const chain = Array.from({ length: 19 }, (_, level) => node(`s${level}`, level === 0 ? 'court' : `s${level - 1}`))
    tree.edit([{ type: 'insert', nodes: chain }])
    expect(() => tree.edit([{ type: 'insert', nodes: [node('s19', 's18')] }])).toThrow('too_deep')
    expect(() => tree.edit([{ type: 'move', id: 'court', parent: 'course', position: 'a0' }])).toThrow('too_deep')
    expect(tree.get('court')?.parent).toBe('root')
  })
})

test('differenceOf returns operations that convert one tree to another', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1_000_000 }), { minLength: 20, maxLength: 400, size: 'max' }), (numbers) => {
      const pick = (count: number) => (numbers.shift() ?? 0) % Math.max(1, count)
      const to = treeOf(SPORT)
      while (numbers.length > 0)
        try {
          to.edit(randomOperation(to, pick))
        } catch {}
      const from = treeOf(SPORT)
      const operations = differenceOf(from, to)
      from.apply(operations)
      expect(shape(from)).toEqual(shape(to))
      expect(differenceOf(from, to)).toEqual([])
    }),
    { numRuns: 100 },
  )
})

test('differenceOf returns a single operation if one of five siblings was moved', () => {
  const five = (...codes: string[]) => treeOf(form(...codes.map((code) => step(code))))
  expect(differenceOf(five('a', 'b', 'c', 'd', 'e'), five('b', 'c', 'd', 'a', 'e')).map(({ type }) => type)).toEqual(['move'])
})

test('a definition is unchanged after it was converted to nodes and back', () => {
  const back = definitionOf(treeOf(SPORT))
  expect(definitionOf(treeOf(back))).toEqual(back)
  expect(back.children[0]?.children[0]?.form_fields.map(({ id, ordering }) => [id, ordering])).toEqual([
    ['tennis-0', 1],
    ['tennis-1', 2],
  ])
})

test('changes of an earlier page that come late leave what this page has set since', () => {
  const set = (id: string, value: string): DraftOperation => ({ type: 'set', id, path: ['tag_description'], value })
  const page = new Replica(treeOf(SPORT), { sequence: 0, username: 'ada', newId: () => crypto.randomUUID() })
  page.edit([set('court', 'newer')])
  const earlier = (operations: DraftOperation[]): DraftChange => ({ id: crypto.randomUUID(), kind: 'edit', operations })
  page.resume([earlier([set('court', 'older'), set('padel', 'kept')]), earlier([set('court', 'older still')])])
  expect([page.tree.get('court')?.content.tag_description, page.tree.get('padel')?.content.tag_description]).toEqual(['newer', 'kept'])
  expect(page.pending.map(({ operations }) => operations)).toEqual([[set('court', 'newer')], [set('padel', 'kept')]])
})
