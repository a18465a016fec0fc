import type { BlockDefinition } from '../../define-block.ts'

/**
 * The summary of a request: the author's Liquid template over the answers. The server cleans the rendered HTML, not the
 * template, because cleaning would break the template's tags.
 */
export const htmlSummary: BlockDefinition<string> = { mapHtml: (value) => value }
