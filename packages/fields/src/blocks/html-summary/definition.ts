import type { BlockDefinition } from '../../define-block.ts'

/**
 * The summary of a request: a Liquid template that an author has written and that uses the answers. The server
 * sanitises the
 * rendered HTML. Sanitising the template instead would destroy its tags.
 */
export const htmlSummary: BlockDefinition<string> = { mapHtml: (value) => value }
