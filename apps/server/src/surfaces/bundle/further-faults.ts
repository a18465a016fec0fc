import { type FormField, isQuestion } from '@sportello/contract'
import type { BundleFault } from './bundle-fault.ts'

/**
 * Checks the field of a step that contains its further questions (a list of questions in one field). Yields an error if
 * a
 * step has more than one such field, or if an earlier step already uses a question's code. Codes identify answers in
 * summaries and mails, so they must be unique on the path from the root to a step.
 * @param asked codes of the questions in the steps above
 */
export function* furtherFaults(fields: readonly FormField[], asked: ReadonlySet<string>, pointer: string): Generator<BundleFault> {
  const further = [...fields.entries()].filter(([, field]) => field.type === 'FURTHER_QUESTIONS')
  for (const [at] of further.slice(1)) yield { pointer: `${pointer}/${at}/type`, message: 'stands in this step twice' }
  const seen = new Set([...asked, ...codesOf(fields)])
  for (const [at, field] of further) {
    if (field.type !== 'FURTHER_QUESTIONS') continue
    for (const [place, { property }] of field.value.fields.entries()) {
      const code = property.property_code
      if (seen.has(code)) yield { pointer: `${pointer}/${at}/value/fields/${place}/property/property_code`, message: `"${code}" is asked on this way already` }
      seen.add(code)
    }
  }
}

/** Returns the codes of the questions in the fields of a step. */
export function codesOf(fields: readonly FormField[]): string[] {
  return fields.filter(isQuestion).map((field) => field.value.property_code)
}
