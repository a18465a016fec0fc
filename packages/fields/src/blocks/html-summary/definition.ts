import type { BlockDefinition } from '../../define-block.ts'

/** Liquid over the answers. Its HTML is cleaned after it is rendered: cleaning first would break the template's own marks. */
export const htmlSummary: BlockDefinition<string> = { mapHtml: (value) => value }
