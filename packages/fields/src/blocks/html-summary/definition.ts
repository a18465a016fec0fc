import type { BlockDefinition } from '../../define-block.ts'

/**
 * The summary of a request, which is an author's Liquid template that uses the answers. The server sanitises the
 * rendered HTML and not the template, because that would destroy the template's tags.
 */
export const htmlSummary: BlockDefinition<string> = { mapHtml: (value) => value }
