import type { BlockDefinition } from '../../define-block.ts'

/** Conditions that the visitor reads to their end and accepts. */
export interface TermsConditions {
  /** Names the button or link that opens them. */
  text?: string | undefined
  html: string
  shown_as?: 'button' | 'link' | undefined
}

export const termsConditions: BlockDefinition<TermsConditions> = { mapHtml: (value, clean) => ({ ...value, html: clean(value.html) }) }
