import type { BlockDefinition } from '../../define-block.ts'

/** A dialog that asks the visitor to confirm before the browser sends the request. */
export interface ConfirmModal {
  title: string
  /** Text of the confirmation dialog; may contain HTML. */
  text: string
  confirm?: string | undefined
  cancel?: string | undefined
}

export const confirmModal: BlockDefinition<ConfirmModal> = { mapHtml: (value, clean) => ({ ...value, text: clean(value.text) }) }
