import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DraftNode, DraftOperation } from '@sportello/contract'
import { type DraftTree, EditRejected, positionsAfter } from '@sportello/editing'
import { type Lab, startLab } from '../deployment.ts'
import { DraftAuthor } from '../draft-author.ts'
import { type Figure, thousands } from '../figure.ts'
import { openSession } from '../operator-session.ts'
import { differences, storedNodes } from '../stored-draft.ts'

/**
 * Code of the definition that the simulated authors edit. The form `direct` of the reliability lab (fault-injection
 * tests) uses it.
 */
const CODE = 'direct-root'
const SECONDS = 600
/** Maximum milliseconds until every replica of the draft contains the last change. */
const LIMIT_MS = 15_000

export const convergence: Figure = {
  id: 'G27',
  what: 'Two authors change one draft at random, with undo, redo and broken streams, and a viewer follows; two servers',
  goal: 'after 10 minutes the trees of the three and the stored nodes are equal',
  async run(size) {
    const lab = await startLab({ env: { ROLE: 'web' } })
    const url = () => `${lab.anyServer().url}/forms-service/rs/v2/managements/definitions/${CODE}/draft`
    const people: DraftAuthor[] = []
    try {
      for (const [username, role] of [
        ['ada', 'operator'],
        ['bea', 'operator'],
        ['carla', 'viewer'],
      ] as const) {
        await lab.owner.query('insert into operators (username, role) values ($1, $2)', [username, role])
        people.push(new DraftAuthor(url, await openSession(lab, username)))
      }
      for (const person of people) await person.open()
      const seconds = size(SECONDS)
      const until = Date.now() + seconds * 1_000
      await Promise.all(people.map((person, at) => (at < 2 ? edit(person, until) : watch(person, until))))
      const faults = await faultsOf(lab, people)
      const changes = thousands(people[0]?.replica.sequence ?? 0)
      return {
        size: `${seconds} s, ${changes} changes, ${thousands(people.reduce((sum, { rejected }) => sum + rejected, 0))} rejected`,
        measured: faults.length === 0 ? `all equal: ${thousands([...(people[0]?.replica.tree.nodes() ?? [])].length)} nodes` : faults.join('; '),
        met: faults.length === 0 && people.every(({ received }) => received > 0),
      }
    } finally {
      for (const person of people) await person.close().catch(() => {})
      await lab.close()
    }
  },
}

/**
 * Simulates an author who makes random changes and sends them. Some changes are made while earlier changes are still
 * unsent.
 */
async function edit(author: DraftAuthor, until: number): Promise<void> {
  while (Date.now() < until) {
    const { replica } = author
    const dice = Math.random()
    // The author's replica immediately rejects an operation that contradicts its own tree; the tree then does not
    // change.
    if (dice < 0.1) replica.undo()
    else if (dice < 0.15) replica.redo()
    else rejecting(() => replica.edit(randomOperations(replica.tree)))
    if (Math.random() < 0.02) author.interrupt()
    // In some rounds the author sends nothing. Several changes then stay unsent, as if the network had failed.
    if (Math.random() < 0.7) await author.flush()
    await sleep(Math.random() * 100)
  }
  await author.flush()
}

async function watch(viewer: DraftAuthor, until: number): Promise<void> {
  while (Date.now() < until) {
    await sleep(500)
    if (Math.random() < 0.05) viewer.interrupt()
  }
}

function rejecting(change: () => void): void {
  try {
    change()
  } catch (error) {
    if (!(error instanceof EditRejected)) throw error
  }
}

const anyOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T

/** Returns the operations of a random edit of the draft: an insertion, a removal, a move or a changed text. */
function randomOperations(tree: DraftTree): DraftOperation[] {
  const nodes = [...tree.nodes()]
  const { id: parent } = anyOf(nodes.filter(({ kind }) => kind === 'step'))
  const { id } = anyOf(nodes)
  const [position = 'a0'] = positionsAfter(tree, parent, anyOf([null, ...tree.childrenOf(parent).map((child) => child.id)]))
  const dice = Math.random()
  if (dice < 0.25) return [{ type: 'insert', nodes: [newStep(parent, position)] }]
  if (dice < 0.35) return [{ type: 'remove', id }]
  if (dice < 0.6) return [{ type: 'move', id, parent, position }]
  const { id: step } = anyOf(nodes.filter(({ kind }) => kind === 'step'))
  const path = [anyOf(['tag_description', 'description'])]
  return [{ type: 'set', id: step, path, ...(Math.random() < 0.8 && { value: `text ${Math.floor(Math.random() * 5)}` }) }]
}

function newStep(parent: string, position: string): DraftNode & { parent: string } {
  const id = randomUUID()
  return { id, kind: 'step', parent, position, content: { code_tag: `c-${id.slice(0, 8)}`, tag_description: 'new' } }
}

/** Waits until all replicas have received all changes, and compares their trees with the stored nodes. */
async function faultsOf(lab: Lab, people: readonly DraftAuthor[]): Promise<string[]> {
  const { rows } = await lab.owner.query<{ last: string }>('select max(sequence) as last from draft_changes where code_tag = $1', [CODE])
  for (const person of people) await person.reaches(Number(rows[0]?.last), LIMIT_MS)
  const stored = await storedNodes(lab, CODE)
  return people.flatMap(({ replica: { tree } }, at) => {
    const different = differences(stored, tree)
    return different.length === 0 ? [] : [`replica ${at + 1} differs in ${different.length} nodes: ${different.slice(0, 3).join(', ')}`]
  })
}
