import type { Question } from '@sportello/contract'
import { type CheckContext, checkAnswer, type Issue, inputOf } from '@sportello/fields'
import { candidatesFor } from './candidates.ts'

/** Answers to one question: the smallest and the largest valid one that was found, and a wrong one with its refusal. */
export interface Samples {
  /** Undefined if no valid answer was found. */
  smallest: unknown
  largest: unknown
  /** Undefined if every tried answer is valid. */
  wrong: { answer: unknown; issue: Issue } | undefined
}

/** Returns answers to a question that its own rules accept and refuse. @param context what the rules of an answer may use */
export function samplesOf({ property }: Pick<Question, 'property'>, context: CheckContext): Samples {
  const settings = property.default_value
  const input = inputOf(settings.input_type)
  const issuesOf = (answer: unknown): readonly Issue[] => checkAnswer(input, answer, { required: true, settings }, context)
  const { valid, wrong } = candidatesFor(settings as never, context.today)
  const found = valid.filter((answer) => issuesOf(answer).length === 0)
  const refused = wrong.map((answer) => ({ answer, issue: issuesOf(answer)[0] })).find(({ issue }) => issue !== undefined)
  return { smallest: found[0], largest: found.at(-1), wrong: refused?.issue && { answer: refused.answer, issue: refused.issue } }
}
