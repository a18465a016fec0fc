import type { Question } from '@sportello/contract'
import { type CheckContext, checkAnswer, type Issue, inputOf } from '@sportello/fields'
import { candidatesFor } from './candidates.ts'

/**
 * Sample answers to one question: the smallest and the largest valid answer that were found, and an invalid answer with
 * the error that rejects it.
 */
export interface Samples {
  /** The smallest valid answer; undefined if no valid answer was found. */
  smallest: unknown
  largest: unknown
  /** An invalid answer and its error; undefined if all tested answers are valid. */
  wrong: { answer: unknown; issue: Issue } | undefined
}

/**
 * Finds sample answers that the question's own rules accept or reject.
 * @param context data that the rules for an answer may use
 */
export function samplesOf({ property }: Pick<Question, 'property'>, context: CheckContext): Samples {
  const settings = property.default_value
  const input = inputOf(settings.input_type)
  const issuesOf = (answer: unknown): readonly Issue[] => checkAnswer(input, answer, { required: true, settings }, context)
  const { valid, wrong } = candidatesFor(settings as never, context.today)
  const found = valid.filter((answer) => issuesOf(answer).length === 0)
  const refused = wrong.map((answer) => ({ answer, issue: issuesOf(answer)[0] })).find(({ issue }) => issue !== undefined)
  return { smallest: found[0], largest: found.at(-1), wrong: refused?.issue && { answer: refused.answer, issue: refused.issue } }
}
