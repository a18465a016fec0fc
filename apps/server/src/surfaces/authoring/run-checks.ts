import { parentPort } from 'node:worker_threads'
import { checkTree, placePointer, pointersOf, textOfFinding } from '@sportello/checks'
import type { ReportedFinding } from '@sportello/contract'
import { treeOf, withIds } from '@sportello/editing'
import type { CheckTask } from './check-thread.ts'

// The code of the thread in which the server checks form definitions (`CheckThread`).
parentPort?.on('message', (task: CheckTask) => parentPort?.postMessage(reportOf(task)))

function reportOf({ definition, known, language }: CheckTask): ReportedFinding[] {
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
