import type { Severity } from '@sportello/checks'
import type { DraftNode, DraftOperation, Language, Surroundings } from '@sportello/contract'

/** A message to the worker that checks the draft: what changed since the last message. */
export interface CheckTask {
  /** Nodes that are new or changed. */
  changed: readonly DraftNode[]
  /** Whether the worker must forget all nodes that it knows. */
  isNew: boolean
  known: Surroundings
  language: Language
}

/** A fault of the draft, in the dashboard's language. */
export interface Problem {
  /** Unique among the problems of the draft. */
  key: string
  severity: Severity
  message: string
  /** Id of the step; `root` for the whole form. */
  step: string
  /** Id of the field; undefined for a fault of the step itself. */
  field: string | undefined
  fix: { label: string; operations: DraftOperation[] } | undefined
}
