import type { FormField } from './form-field.ts'
import { furtherOf } from './further-questions.ts'
import type { Tag } from './tag.ts'
import { isQuestion } from './tree.ts'

/** Whether a step asks something of the person: a question that is shown, conditions, or a choice. */
export function asksSomething(step: { form_fields: readonly FormField[]; children: readonly unknown[] }): boolean {
  const asks = (field: FormField) => !field.hidden && (isQuestion(field) || field.type === 'TERMS_CONDITIONS')
  return step.children.length > 1 || furtherOf(step) !== undefined || step.form_fields.some(asks)
}

/** What a step shows among its own (visitor specification, section 2: "Field types displayed"). */
const SHOWN: ReadonlySet<FormField['type']> = new Set(['PROPERTY', 'EMAIL', 'HTML', 'FAQ', 'ALERT', 'FURTHER_QUESTIONS', 'TERMS_CONDITIONS'])

/** The step that follows without a choice; undefined at the end, at a choice, and where it needs a sign-in. */
export function onlyChild<Child extends { disabled?: boolean | undefined }>({ children }: { children: readonly Child[] }): Child | undefined {
  const [only, ...others] = children
  return others.length === 0 && !only?.disabled ? only : undefined
}

/** Whether a survey goes on from a step at once, since it shows nothing and leaves nothing to choose. */
export function isPassedThrough(step: Parameters<typeof onlyChild>[0] & { form_fields: readonly FormField[] }): boolean {
  return onlyChild(step) !== undefined && !step.form_fields.some((field) => !field.hidden && SHOWN.has(field.type))
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
