import type { Severity } from '@sportello/checks'
import type { DraftNode, DraftOperation, Language, Surroundings } from '@sportello/contract'

/** Message to the web worker that checks the draft. It contains the changes since the previous message. */
export interface CheckTask {
  /** Steps and fields that are new or have changed. */
  changed: readonly DraftNode[]
  /** True if the worker must first discard all steps and fields from earlier messages. */
  isNew: boolean
  known: Surroundings
  language: Language
}

/** An error or warning about the draft, in the dashboard's language. */
export interface Problem {
  /** Identifies the problem among all problems of the draft. */
  key: string
  severity: Severity
  message: string
  /** Id of the step that has the problem; `root` if the problem concerns the whole form. */
  step: string
  /** Id of the field that has the problem; undefined if the problem concerns the step itself. */
  field: string | undefined
  fix: { label: string; operations: DraftOperation[] } | undefined
}
