import { parentPort } from 'node:worker_threads'
import { checkTree, placePointer, pointersOf, textOfFinding } from '@sportello/checks'
import type { Definition, ReportedFinding } from '@sportello/contract'
import { treeOf, withIds } from '@sportello/editing'
import { liveDocument } from '../../catalogue/definitions/queries.ts'
import { runInBackground } from '../../platform/background-thread.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import type { CheckMessage, CheckTask } from './check-thread.ts'
import { joinSlices, type SlicedStep } from './sliced-definition.ts'

// The code of the worker thread in which the server checks form definitions (`CheckThread`).
runInBackground()
let slices: SlicedStep[][] = []
let stored: Extract<CheckMessage, { live: string }> | undefined
parentPort?.on('message', (message: CheckMessage) => {
  if ('slice' in message) return void slices.push(message.slice)
  if ('live' in message) {
    stored = message
    return
  }
  void begin(message.begin)
})

async function begin(task: Omit<CheckTask, 'definition'>): Promise<void> {
  const definition = stored === undefined ? joinSlices(slices) : await readLive(stored)
  slices = []
  stored = undefined
  parentPort?.postMessage(reportOf({ ...task, definition }))
}

async function readLive({ live, connection }: NonNullable<typeof stored>): Promise<Definition> {
  const database = openDatabase(connection, () => {}, { name: 'sportello-check', longTimeouts: true, sizes: { web: 1, jobs: 1, owner: 1 } })
  const definition = await acrossCustomers(database.kysely, (db) => liveDocument(db, live)).finally(() => database.close())
  if (!definition) throw new Error('the definition has no live version')
  return definition
}

function reportOf({ definition, known, language }: Omit<CheckTask, 'definition'> & { definition: Definition }): ReportedFinding[] {
  const whole = withIds(definition)
  const pointers = pointersOf(whole)
  return checkTree(treeOf(whole), known).map((finding) => ({
    check: finding.check,
    severity: finding.severity,
    pointer: placePointer(finding.place, pointers),
    message: textOfFinding(finding, language),
    step: finding.place.step,
    field: finding.place.field ?? null,
  }))
}
