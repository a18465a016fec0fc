import type { FormField } from './form-field.ts'
import { furtherOf } from './further-questions.ts'
import type { Tag } from './tag.ts'
import { isQuestion } from './tree.ts'

/** Whether a step asks something of the person: a question that is shown, conditions, or a choice. */
export function asksSomething(step: { form_fields: readonly FormField[]; children: readonly unknown[] }): boolean {
  const asks = (field: FormField) => !field.hidden && (isQuestion(field) || field.type === 'TERMS_CONDITIONS')
  return step.children.length > 1 || furtherOf(step) !== undefined || step.form_fields.some(asks)
}

/**
 * How many of the steps below a step ask something, where each has one child (wire contract, "Further": a survey's questions are a
 * chain); null where the way branches, so that nobody can know.
 */
export function questionsAhead(tag: Pick<Tag, 'children'>): number | null {
  let questions = 0
  for (let children = tag.children; children.length > 0; ) {
    const [only, ...others] = children
    if (!only || others.length > 0) return null
    if (asksSomething(only)) questions++
    children = only.children
  }
  return questions
}
