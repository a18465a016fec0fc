import type { BlockDefinition } from '../../define-block.ts'

/** Dialog in which the visitor must confirm before the browser submits the request. */
export interface ConfirmModal {
  title: string
  /** Text of the confirmation dialog. It may contain HTML. */
  text: string
  confirm?: string | undefined
  cancel?: string | undefined
}

export const confirmModal: BlockDefinition<ConfirmModal> = { mapHtml: (value, clean) => ({ ...value, text: clean(value.text) }) }
