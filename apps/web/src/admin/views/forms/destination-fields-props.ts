import type { ShownForm } from '@sportello/contract'
import type { DestinationDraft } from './destination-draft.ts'

/** Properties of the groups of fields of a destination. */
export interface DestinationFieldsProps {
  row: DestinationDraft
  /** Path of the destination in the server's errors. The names of its fields begin with this path. */
  at: string
  /** Names of the secrets that the server has stored for the destination. */
  secrets: readonly string[]
  change: (part: Readonly<Record<string, unknown>>) => void
  /** The form as it is saved; undefined while it is new. */
  form: ShownForm | undefined
}
