import type { BlockDefinition } from '../../define-block.ts'

/** HTML block in the page header, next to the customer's logos. */
export const htmlHeader: BlockDefinition<string> = { mapHtml: (value, clean) => clean(value) }
