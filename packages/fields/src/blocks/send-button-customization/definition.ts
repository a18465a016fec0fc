import type { BlockDefinition } from '../../define-block.ts'

export interface SendButtonCustomization {
  label: string
  /** `send` (the default), or an https URL that the browser opens after the send. */
  action?: string | undefined
}

export const sendButtonCustomization: BlockDefinition<SendButtonCustomization> = { mapHtml: (value) => value }
