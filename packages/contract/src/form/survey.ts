import type { FormField } from './form-field.ts'
import { furtherOf } from './further-questions.ts'
import type { Tag } from './tag.ts'
import { isQuestion } from './tree.ts'

/** Returns true if a step has something to answer: a visible question, or terms to accept. */
export function asksForAnswers(step: { form_fields: readonly FormField[] }): boolean {
  const asks = (field: FormField) => !field.hidden && (isQuestion(field) || field.type === 'TERMS_CONDITIONS')
  return furtherOf(step) !== undefined || step.form_fields.some(asks)
}

/** Returns true if a step requires input from the visitor: it has something to answer, or a choice between options. */
export function asksSomething(step: { form_fields: readonly FormField[]; children: readonly unknown[] }): boolean {
  return step.children.length > 1 || asksForAnswers(step)
}

/** Field types that are visible in a step (visitor specification, section 2: "Field types displayed"). */
const SHOWN: ReadonlySet<FormField['type']> = new Set(['PROPERTY', 'EMAIL', 'HTML', 'FAQ', 'ALERT', 'FURTHER_QUESTIONS', 'TERMS_CONDITIONS'])

/**
 * Returns the only child step of a step. Returns undefined if the step has no child steps (the end of the form) or
 * several,
 * or if the child step requires a sign-in.
 */
export function onlyChild<Child extends { disabled?: boolean | undefined }>({ children }: { children: readonly Child[] }): Child | undefined {
  const [only, ...others] = children
  return others.length === 0 && !only?.disabled ? only : undefined
}

/** Returns true if a survey skips a step, because the step has neither content nor a choice between options. */
export function isPassedThrough(step: Parameters<typeof onlyChild>[0] & { form_fields: readonly FormField[] }): boolean {
  return onlyChild(step) !== undefined && !step.form_fields.some((field) => !field.hidden && SHOWN.has(field.type))
}

/**
 * Returns the number of further steps that require input (wire contract, "Further": a survey's questions are a chain).
 * Returns null if the form branches after the step, because the number then depends on the visitor's choice.
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
