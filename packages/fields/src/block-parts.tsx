import { AlertBlock } from './blocks/alert/block.tsx'
import { FaqBlock } from './blocks/faq/block.tsx'
import { FooterBlock } from './blocks/footer/block.tsx'
import { HtmlBlock } from './blocks/html/block.tsx'
import { HtmlHeaderBlock } from './blocks/html-header/block.tsx'
import { HtmlHeaderButtonBlock } from './blocks/html-header-button/block.tsx'
import type { BlockType } from './blocks.ts'
import type { BlockComponent } from './define-block-part.ts'

/**
 * Registry of React components, keyed by type of information block. Two kinds of blocks have null: blocks that
 * configure the
 * page, and blocks that the page itself renders because they need more data than their value.
 */
export const blockParts: { [T in BlockType]: BlockComponent<T> | null } = {
  HTML: HtmlBlock,
  ALERT: AlertBlock,
  FAQ: FaqBlock,
  SEND_BUTTON_CUSTOMIZATION: null,
  HTML_SUMMARY: null,
  HTML_HEADER: HtmlHeaderBlock,
  HTML_HEADER_BUTTON: HtmlHeaderButtonBlock,
  FOOTER: FooterBlock,
  CONFIRM_MODAL: null,
  TERMS_CONDITIONS: null,
}

const AROUND: ReadonlySet<string> = new Set<BlockType>(['HTML_HEADER', 'HTML_HEADER_BUTTON', 'FOOTER'])

/** Returns true if a block is shown in the header or footer of the page, and not among the fields of its step. */
export function isHeaderOrFooterBlock(type: string): boolean {
  return AROUND.has(type)
}
