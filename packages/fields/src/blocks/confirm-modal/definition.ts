import type { BlockDefinition } from '../../define-block.ts'

/** Asked before the request is sent. */
export interface ConfirmModal {
  title: string
  /** May hold HTML. */
  text: string
  confirm?: string | undefined
  cancel?: string | undefined
}

export const confirmModal: BlockDefinition<ConfirmModal> = { mapHtml: (value, clean) => ({ ...value, text: clean(value.text) }) }
