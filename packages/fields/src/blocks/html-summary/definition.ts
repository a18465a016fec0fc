import type { BlockDefinition } from '../../define-block.ts'

/**
 * The summary block: a Liquid template over the answers. The server cleans the rendered HTML, not the template, because cleaning would break the template's
 * tags.
 */
export const htmlSummary: BlockDefinition<string> = { mapHtml: (value) => value }
