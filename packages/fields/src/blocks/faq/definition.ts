import type { BlockDefinition } from '../../define-block.ts'

export type Faq = readonly { question: string; answer: string }[]

export const faq: BlockDefinition<Faq> = {
  mapHtml: (value, clean) => value.map((entry) => ({ ...entry, answer: clean(entry.answer) })),
}
