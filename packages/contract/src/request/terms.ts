import type { FormField } from '../form/form-field.ts'
import type { FieldFault } from './check-request.ts'

export type TermsField = Extract<FormField, { type: 'TERMS_CONDITIONS' }>

/** The conditions on a path. Its fields carry the ids that the tag call gives: acceptance travels as a list of them. */
export function termsOf(path: readonly { form_fields: readonly FormField[] }[]): TermsField[] {
  return path.flatMap((tag) => tag.form_fields.filter((field) => field.type === 'TERMS_CONDITIONS'))
}

/** Required conditions that were not accepted. Hidden ones are shown to nobody, so nobody can accept them. */
export function checkTerms(terms: readonly TermsField[], accepted: readonly string[]): FieldFault[] {
  const missing = terms.filter((field) => field.required && !field.hidden && !accepted.includes(field.id ?? ''))
  return missing.map((field) => ({ field: field.id ?? '', issue: { code: 'campo_richiesto', params: [] } }))
}

/** Ids that name no conditions on the path. */
export function foreignTerms(terms: readonly TermsField[], accepted: readonly string[]): string[] {
  return accepted.filter((id) => !terms.some((field) => field.id === id))
}
