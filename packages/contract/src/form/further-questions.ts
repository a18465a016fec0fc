import type { FormField, QuestionField } from './form-field.ts'

export type FurtherField = Extract<FormField, { type: 'FURTHER_QUESTIONS' }>

type Step = { form_fields: readonly FormField[] }

/** Returns the FURTHER_QUESTIONS field of a step; undefined if the step has no such field or if it is hidden. */
export function furtherOf(step: Step | undefined): FurtherField | undefined {
  return step?.form_fields.find((field) => field.type === 'FURTHER_QUESTIONS' && !field.hidden) as FurtherField | undefined
}

/**
 * Returns the questions in a step's FURTHER_QUESTIONS field as ordinary question fields. Returns an empty list if the
 * step has no such field.
 */
export function furtherFieldsOf(step: Step | undefined): QuestionField[] {
  return (furtherOf(step)?.value.fields ?? []).map(({ property, ...more }, ordering) => ({
    ...more,
    type: 'PROPERTY',
    id: property.property_code,
    ordering,
    value: property,
  }))
}
