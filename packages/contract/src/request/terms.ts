import type { FormField } from '../form/form-field.ts'
import type { FieldFault } from './check-request.ts'

export type TermsField = Extract<FormField, { type: 'TERMS_CONDITIONS' }>

/**
 * Returns the TERMS_CONDITIONS fields of the steps that the visitor went through. A request contains the ids of the
 * terms that the visitor has accepted.
 */
export function termsOf(path: readonly { form_fields: readonly FormField[] }[]): TermsField[] {
  return path.flatMap((tag) => tag.form_fields.filter((field) => field.type === 'TERMS_CONDITIONS'))
}

/**
 * Returns an error for each required terms field that the visitor has not accepted. Hidden fields are ignored, because
 * the visitor cannot accept them.
 */
export function checkTerms(terms: readonly TermsField[], accepted: readonly string[]): FieldFault[] {
  const missing = terms.filter((field) => field.required && !field.hidden && !accepted.includes(field.id ?? ''))
  return missing.map((field) => ({ field: field.id ?? '', issue: { code: 'campo_richiesto', params: [] } }))
}

/** Returns the accepted ids that do not belong to any TERMS_CONDITIONS field of the visitor's steps. */
export function foreignTerms(terms: readonly TermsField[], accepted: readonly string[]): string[] {
  return accepted.filter((id) => !terms.some((field) => field.id === id))
}
