import { parentPort } from 'node:worker_threads'
import { checkTree, placePointer, pointersOf, textOfFinding } from '@sportello/checks'
import type { Definition, ReportedFinding } from '@sportello/contract'
import { treeOf, withIds } from '@sportello/editing'
import type { CheckMessage, CheckTask } from './check-thread.ts'
import { joinSlices, type SlicedStep } from './sliced-definition.ts'

// The code of the worker thread in which the server checks form definitions (`CheckThread`).
let slices: SlicedStep[][] = []
let text: string | undefined
parentPort?.on('message', (message: CheckMessage) => {
  if ('slice' in message) return void slices.push(message.slice)
  if ('text' in message) {
    text = message.text
    return
  }
  const definition = text === undefined ? joinSlices(slices) : (JSON.parse(text) as Definition)
  slices = []
  text = undefined
  parentPort?.postMessage(reportOf({ ...message.begin, definition }))
})

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
