import type { FormField } from '@sportello/contract'
import { bundle as bundleSchema, formField } from '@sportello/contract/schemas'
import { entriesOf, isRecord } from './references.ts'
import type { ReadableBundle, ReadableStep } from './rule-faults.ts'

const LISTS = ['forms', 'settings', 'integrations', 'templates', 'assets', 'accounts', 'tokens'] as const

/**
 * What can be read of a document whose shape is wrong somewhere, so that its other faults are found too. Everything keeps its place: an entry
 * that cannot be read leaves a hole in its list; of a definition, every step and every field that can be read stays.
 */
export function salvage(document: unknown): ReadableBundle {
  const lists = Object.fromEntries(
    LISTS.map((name) => {
      const { element } = bundleSchema.shape[name].unwrap()
      return [name, entriesOf(document, name).map((entry) => element.safeParse(entry).data)]
    }),
  ) as unknown as Omit<ReadableBundle, 'definitions'>
  return { ...lists, definitions: entriesOf(document, 'definitions').map(salvageTag) }
}

function salvageTag(entry: unknown): ReadableStep {
  const tag = isRecord(entry) ? entry : {}
  return {
    code_tag: typeof tag.code_tag === 'string' ? tag.code_tag : '',
    form_fields: entriesOf(tag, 'form_fields').map((field): FormField => formField.safeParse(field).data ?? UNREADABLE),
    children: entriesOf(tag, 'children').map(salvageTag),
  }
}

/** Stands in the place of a field that cannot be read: it asks nothing. */
const UNREADABLE = { type: 'HTML', ordering: 0, value: '' } as FormField
