import type { FormField } from '@sportello/contract'
import { bundle as bundleSchema, formField } from '@sportello/contract/schemas'
import { entriesOf, isRecord } from './references.ts'
import type { ReadableBundle, ReadableStep } from './rule-faults.ts'

const LISTS = ['forms', 'settings', 'integrations', 'templates', 'assets', 'accounts', 'tokens'] as const

/**
 * Returns the parts of a bundle that can be parsed although the bundle has schema errors, so that its other errors are
 * found too. An entry that cannot be parsed becomes undefined, so that the other entries keep their indexes. In a form
 * definition, every step and field that can be parsed is kept.
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

/** Placeholder for a field of an imported form (bundle) that the server cannot parse. It asks the visitor nothing. */
const UNREADABLE = { type: 'HTML', ordering: 0, value: '' } as FormField
