import type { BlockDefinition } from '../../define-block.ts'

export const html: BlockDefinition<string> = { mapHtml: (value, clean) => clean(value) }
