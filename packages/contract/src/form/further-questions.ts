import type { FormField, QuestionField } from './form-field.ts'

export type FurtherField = Extract<FormField, { type: 'FURTHER_QUESTIONS' }>

type Step = { form_fields: readonly FormField[] }

/** What a step asks of those who still need help; a hidden one is not asked. */
export function furtherOf(step: Step | undefined): FurtherField | undefined {
  return step?.form_fields.find((field) => field.type === 'FURTHER_QUESTIONS' && !field.hidden) as FurtherField | undefined
}

/** The questions of a step's further-questions field, as fields like any other; none where the step has no such field. */
export function furtherFieldsOf(step: Step | undefined): QuestionField[] {
  return (furtherOf(step)?.value.fields ?? []).map(({ property, ...more }, ordering) => ({
    ...more,
    type: 'PROPERTY',
    id: property.property_code,
    ordering,
    value: property,
  }))
}
