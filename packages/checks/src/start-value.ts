import { type AnyInput, inputOf, inputs } from '@sportello/fields'
import type { CheckedQuestion } from './checked-form.ts'

/** Returns the definition of a question's input type; undefined if the draft names no type. */
export function inputOfQuestion({ settings: { input_type: type } }: Pick<CheckedQuestion, 'settings'>): AnyInput | undefined {
  return typeof type === 'string' && Object.hasOwn(inputs, type) ? inputOf(type as keyof typeof inputs) : undefined
}

/** Returns the value with which a question starts; undefined if its author set none. */
export function startValueOf(question: Pick<CheckedQuestion, 'settings'>): unknown {
  const input = inputOfQuestion(question)
  if (!input) return undefined
  if (!input.initial) return question.settings.default
  const options = question.settings.checkboxes
  return Array.isArray(options) ? input.initial({ ...question.settings, checkboxes: options.filter(Boolean) }) : undefined
}

/** Returns whether a question starts without an answer. */
export function startsEmpty(question: Pick<CheckedQuestion, 'settings'>): boolean {
  const value = startValueOf(question)
  const input = inputOfQuestion(question)
  return value === undefined || value === null || value === '' || !input?.accepts(value) || input.isEmpty(value)
}
