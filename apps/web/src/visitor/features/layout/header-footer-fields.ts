import type { FormField, TagView } from '@sportello/contract'
import { isHeaderOrFooterBlock } from '@sportello/fields/react'
import type { PageData } from '../../page-data.ts'

type Fields = Pick<TagView, 'form_fields'>

/**
 * Returns the header or footer blocks of the page. Searches for them from the open step up to the root, and uses the
 * first
 * step that has such blocks.
 */
export function headerOrFooterFields({ customer, steps, languageStep }: PageData, ...types: readonly FormField['type'][]): FormField[] {
  const way: (Fields | null | undefined)[] = [customer?.config.tag_header, languageStep, ...steps]
  const own = (place: Fields | null | undefined) => (place?.form_fields ?? []).filter((field) => types.includes(field.type) && !field.hidden)
  return way.map(own).findLast((fields) => fields.length > 0) ?? []
}

/** Returns a step's header and footer blocks, for pages that do not show the step itself. */
export function headerAndFooterOf(step: TagView): Fields {
  return { form_fields: step.form_fields.filter((field) => isHeaderOrFooterBlock(field.type)) }
}
