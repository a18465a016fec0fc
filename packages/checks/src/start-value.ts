import { type AnyInput, inputOf, inputs } from '@sportello/fields'
import type { CheckedQuestion } from './checked-form.ts'

/** Returns the definition of a question's input type; undefined if the draft contains no valid type. */
export function inputOfQuestion({ settings: { input_type: type } }: Pick<CheckedQuestion, 'settings'>): AnyInput | undefined {
  return typeof type === 'string' && Object.hasOwn(inputs, type) ? inputOf(type as keyof typeof inputs) : undefined
}

/**
 * Returns a question's initial answer, and the setting that defines it; undefined if the author has set none. As on the
 * visitor's page, a default of the wrong kind, such as a text for a number, is ignored.
 */
export function startValueOf(question: Pick<CheckedQuestion, 'settings'>): { value: unknown; from: 'default' | 'checkboxes' } | undefined {
  const input = inputOfQuestion(question)
  if (!input) return undefined
  const own = question.settings.default
  if (own !== undefined && own !== null && own !== '' && input.accepts(own)) return { value: own, from: 'default' }
  if (!input.initial) return undefined
  const options = question.settings.checkboxes
  if (!Array.isArray(options)) return undefined
  return { value: input.initial({ ...question.settings, checkboxes: options.filter(Boolean) }), from: 'checkboxes' }
}

/** Returns true if a question initially has no answer. */
export function startsEmpty(question: Pick<CheckedQuestion, 'settings'>): boolean {
  const start = startValueOf(question)
  return start === undefined || inputOfQuestion(question)?.isEmpty(start.value) !== false
}
