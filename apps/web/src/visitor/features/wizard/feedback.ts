import type { ErrorEntry, FieldFault } from '@sportello/contract'

/** What a page shows about the errors of its fields. */
export interface FieldFeedback {
  faults: readonly FieldFault[]
  /**
   * Returns true if the page may show the errors of the field with this property code: the visitor has left the field
   * or tried to submit the form.
   */
  showFaultsOf: (code: string) => boolean
  serverMessages: Readonly<Record<string, string>>
  matches: (pattern: string, value: string) => boolean
  onChange: (code: string, value: unknown, isFile: boolean) => void
  onLeave: (code: string) => void
}

/** The errors of all fields of the page, and the functions that show them. */
export interface Feedback extends FieldFeedback {
  faults: readonly FieldFault[]
  /** Makes all fields of the step show their errors. The specification calls this the "validate-all broadcast". */
  showAll: () => void
  /** Shows each error from the server at the field that the error names. */
  takeServerFaults: (entries: readonly ErrorEntry[]) => void
}
