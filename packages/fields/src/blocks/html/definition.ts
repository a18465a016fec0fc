import type { BlockDefinition } from '../../define-block.ts'

export const html: BlockDefinition<string> = { displayed: true, mapHtml: (value, clean) => clean(value) }
