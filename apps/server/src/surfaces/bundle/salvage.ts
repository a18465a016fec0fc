import type { FormField } from '@sportello/contract'
import { bundle as bundleSchema, formField } from '@sportello/contract/schemas'
import { entriesOf, isRecord } from './references.ts'
import type { ReadableBundle, ReadableStep } from './rule-faults.ts'

const LISTS = ['forms', 'settings', 'integrations', 'templates', 'assets', 'accounts', 'tokens'] as const

/**
 * Returns the readable parts of a bundle with schema errors, so that its other errors are found too. Each unreadable
 * entry becomes undefined, so that the other entries keep their indexes. In a form definition, every readable step and
 * field stays.
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

/** A field without a question that replaces an unreadable field of a bundle. */
const UNREADABLE = { type: 'HTML', ordering: 0, value: '' } as FormField
