import { type Alert, alert } from './blocks/alert/definition.ts'
import { type ConfirmModal, confirmModal } from './blocks/confirm-modal/definition.ts'
import { type Faq, faq } from './blocks/faq/definition.ts'
import { type Footer, footer } from './blocks/footer/definition.ts'
import { html } from './blocks/html/definition.ts'
import { htmlHeader } from './blocks/html-header/definition.ts'
import { type HtmlHeaderButton, htmlHeaderButton } from './blocks/html-header-button/definition.ts'
import { htmlSummary } from './blocks/html-summary/definition.ts'
import { type SendButtonCustomization, sendButtonCustomization } from './blocks/send-button-customization/definition.ts'
import { type TermsConditions, termsConditions } from './blocks/terms-conditions/definition.ts'
import type { BlockDefinition } from './define-block.ts'

/** For each type of information block, the type of its `value` (bundle format, FormField `value`). */
export interface BlockValues {
  HTML: string
  ALERT: Alert
  FAQ: Faq
  SEND_BUTTON_CUSTOMIZATION: SendButtonCustomization
  HTML_SUMMARY: string
  HTML_HEADER: string
  HTML_HEADER_BUTTON: HtmlHeaderButton
  FOOTER: Footer
  CONFIRM_MODAL: ConfirmModal
  TERMS_CONDITIONS: TermsConditions
}

export type BlockType = keyof BlockValues

/**
 * Registry of information blocks, with the part of each block that the server and the browser share. `./settings` and
 * `./react` are mapped types over the same keys, so the code does not compile if a block is missing there.
 */
export const blocks: { [T in BlockType]: BlockDefinition<BlockValues[T]> } = {
  HTML: html,
  ALERT: alert,
  FAQ: faq,
  SEND_BUTTON_CUSTOMIZATION: sendButtonCustomization,
  HTML_SUMMARY: htmlSummary,
  HTML_HEADER: htmlHeader,
  HTML_HEADER_BUTTON: htmlHeaderButton,
  FOOTER: footer,
  CONFIRM_MODAL: confirmModal,
  TERMS_CONDITIONS: termsConditions,
}

export function isBlockType(type: string): type is BlockType {
  return Object.hasOwn(blocks, type)
}
