import type { TagView } from '@sportello/contract'
import { isHeaderOrFooterBlock } from '@sportello/fields/react'
import { Block } from './block.tsx'

/** The information blocks of a step, in their order. */
export function StepBlocks({ step }: { step: Pick<TagView, 'form_fields'> }) {
  return step.form_fields.map((field) => (field.hidden || isHeaderOrFooterBlock(field.type) ? null : <Block key={field.id} field={field} />))
}
