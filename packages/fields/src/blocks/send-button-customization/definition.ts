import type { BlockDefinition } from '../../define-block.ts'

export interface SendButtonCustomization {
  label: string
  /**
   * Action of the customised submit button: `send` (the default), or an https URL on which the visitor can continue
   * after the submission.
   */
  action?: string | undefined
}

export const sendButtonCustomization: BlockDefinition<SendButtonCustomization> = { mapHtml: (value) => value }
