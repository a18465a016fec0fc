import type { FormField, TagView } from '@sportello/contract'
import { isHeaderOrFooterBlock } from '@sportello/fields/react'
import type { PageData } from '../../load-page.ts'

type Fields = Pick<TagView, 'form_fields'>

/** The header's or the footer's blocks: of the nearest step on the way that has some, up to the root. */
export function fieldsAround({ customer, steps, languageStep }: PageData, ...types: readonly FormField['type'][]): FormField[] {
  const way: (Fields | null | undefined)[] = [customer?.config.tag_header, languageStep, ...steps]
  const own = (place: Fields | null | undefined) => (place?.form_fields ?? []).filter((field) => types.includes(field.type) && !field.hidden)
  return way.map(own).findLast((fields) => fields.length > 0) ?? []
}

/** The parts of a step that the page needs where it does not show the step itself. */
export function aroundOnly(step: TagView): Fields {
  return { form_fields: step.form_fields.filter((field) => isHeaderOrFooterBlock(field.type)) }
}
