import { checkTree, fixLabel, textOfFinding } from '@sportello/checks'
import type { DraftNode } from '@sportello/contract'
import { DraftTree } from '@sportello/editing'
import type { CheckTask, Problem } from './check-messages.ts'

// Web worker that checks the open draft. It runs in its own thread, so that a check never delays typing.

const nodes = new Map<string, DraftNode>()

self.onmessage = ({ data }: MessageEvent<CheckTask>) => {
  if (data.isNew) nodes.clear()
  for (const node of data.changed) nodes.set(node.id, node)
  self.postMessage(problemsOf(data))
}

function problemsOf({ known, language }: CheckTask): Problem[] {
  return checkTree(new DraftTree(nodes.values()), known).map((finding) => {
    const label = fixLabel(finding, language)
    return {
      key: JSON.stringify([finding.check, finding.text, finding.place, finding.values]),
      severity: finding.severity,
      message: textOfFinding(finding, language),
      step: finding.place.step,
      field: finding.place.field,
      fix: finding.fix && label !== undefined ? { label, operations: [...finding.fix] } : undefined,
    }
  })
}
