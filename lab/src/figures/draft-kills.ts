import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DraftChange, DraftOperation } from '@sportello/contract'
import { DraftTree, nodesOf } from '@sportello/editing'
import { call } from '../client.ts'
import { type Lab, startLab } from '../deployment.ts'
import { type Figure, thousands } from '../figure.ts'
import { killInTurn } from '../kill-loop.ts'
import { openSession } from '../operator-session.ts'
import { differences, storedNodes } from '../stored-draft.ts'

const AUTHORS = 3
/**
 * Code of the definition that the simulated authors edit. The form `direct` of the reliability lab (fault-injection
 * tests) uses it.
 */
const CODE = 'direct-root'

export const draftKills: Figure = {
  id: 'G25',
  what: 'Servers and the database are killed while three authors edit a draft',
  goal: '0 acknowledged changes lost and none applied twice after 200 kills; the stored tree is what the log of changes gives',
  async run(size) {
    const lab = await startLab()
    const running = new AbortController()
    const acknowledged = new Set<string>()
    const credential = await openSession(lab)
    const authors = Array.from({ length: AUTHORS }, (_, author) => edit(lab, credential, author, acknowledged, running.signal))
    try {
      const kills = size(200)
      await killInTurn(lab, kills)
      running.abort()
      await Promise.all(authors)
      const faults = await faultsOf(lab, acknowledged)
      return {
        size: `${thousands(acknowledged.size)} acknowledged changes, ${kills} kills`,
        measured: faults.length === 0 ? '0 lost, 0 applied twice' : faults.slice(0, 3).join('; '),
        met: faults.length === 0 && acknowledged.size > kills,
      }
    } finally {
      running.abort()
      await Promise.all(authors).catch(() => {})
      await lab.close()
    }
  },
}

/**
 * Simulates an author who sends one change after the other to random servers, and repeats each change until a server
 * responds.
 */
async function edit(lab: Lab, credential: string, author: number, acknowledged: Set<string>, stopped: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' }
  const own: string[] = []
  while (!stopped.aborted) {
    const change: DraftChange = { id: randomUUID(), kind: 'edit', operations: [operationOf(author, own)] }
    for (;;) {
      const url = `${lab.anyServer().url}/forms-service/rs/v2/managements/definitions/${CODE}/draft/changes`
      const answer = await call(url, { method: 'POST', headers, body: JSON.stringify(change) }).catch(() => undefined)
      if (answer?.status === 200) {
        acknowledged.add(change.id)
        break
      }
      if (answer && answer.status < 500 && answer.status !== 429) throw new Error(`a change was rejected: ${answer.text}`)
      await sleep(20)
    }
  }
}

/**
 * Returns the next operation of a simulated author. The author adds steps, and changes, moves and removes only those
 * steps.
 */
function operationOf(author: number, own: string[]): DraftOperation {
  const any = own[Math.floor(Math.random() * own.length)]
  const dice = Math.random()
  if (any === undefined || dice < 0.3) {
    const id = `author-${author}-${own.length}`
    own.push(id)
    return { type: 'insert', nodes: [{ id, kind: 'step', parent: 'root', position: `a${author}`, content: { code_tag: id, tag_description: 'new' } }] }
  }
  if (dice < 0.8) return { type: 'set', id: any, path: ['tag_description'], value: randomUUID() }
  if (dice < 0.9) return { type: 'remove', id: any }
  return { type: 'move', id: any, parent: 'root', position: `a${author}V` }
}

/**
 * Checks that the servers have stored every change that they acknowledged. Compares the changes with the draft's log
 * and
 * tree in the database.
 */
async function faultsOf(lab: Lab, acknowledged: ReadonlySet<string>): Promise<string[]> {
  const { owner } = lab
  type Logged = { id: string; sequence: number; operations: DraftOperation[] }
  const log = (await owner.query<Logged>("select id, sequence, operations from draft_changes where code_tag = $1 and kind = 'edit' order by sequence", [CODE]))
    .rows
  const stored = new Map(log.map((change) => [change.id, change]))
  const lost = [...acknowledged].filter((id) => !stored.has(id)).map((id) => `lost ${id}`)
  const {
    rows: [live],
  } = await owner.query('select document from definition_versions where code_tag = $1 order by version desc limit 1', [CODE])
  const replayed = new DraftTree(nodesOf(live.document))
  for (const { operations } of log) replayed.apply(operations)
  const different = differences(await storedNodes(lab, CODE), replayed)
  return [...lost, ...different.map((id) => `the node ${id} differs from the log`)]
}
