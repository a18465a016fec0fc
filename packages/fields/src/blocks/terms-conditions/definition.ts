import type { BlockDefinition } from '../../define-block.ts'

/** Terms and conditions that the visitor must scroll through to the end and accept. */
export interface TermsConditions {
  /** Label of the button or link that opens the terms and conditions. */
  text?: string | undefined
  html: string
  shown_as?: 'button' | 'link' | undefined
}

export const termsConditions: BlockDefinition<TermsConditions> = { mapHtml: (value, clean) => ({ ...value, html: clean(value.html) }) }
