import type { BlockDefinition } from '../../define-block.ts'

/** HTML block of the page header, shown beside the customer's logos. */
export const htmlHeader: BlockDefinition<string> = { mapHtml: (value, clean) => clean(value) }
