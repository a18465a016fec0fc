import {
  type AnswerSection,
  answerSections,
  answerTexts,
  effectiveAnswers,
  type Files,
  furtherQuestionsOf,
  type KnownData,
  questionsOf,
  type TagView,
} from '@sportello/contract'
import { type AnswerWords, serviceOf } from '@sportello/fields'
import { answersOf } from '../wizard/answers.ts'
import type { DraftState } from '../wizard/draft.tsx'
import { rememberedOption } from '../wizard/looked-up-labels.ts'

/** What the texts of answers depend on, besides the answers themselves. */
export interface AnswerContext {
  known: KnownData
  today: string
  words: AnswerWords
}

/**
 * Returns the visitor's answers as rows, step by step. The mails and the operators' view will show the same rows.
 */
export function reviewedAnswers(steps: readonly TagView[], draft: DraftState, { known, today, words }: AnswerContext): AnswerSection[] {
  const { answers, further, files } = answersOf(steps, draft, words.language, known, today)
  const questions = [...questionsOf(steps), ...furtherQuestionsOf(steps.at(-1))]
  const effective = effectiveAnswers(questions, { ...answers, ...further }, known)
  const facts: Files = Object.fromEntries(Object.entries(files).map(([code, chosen]) => [code, chosen.map(({ name, size, type }) => ({ name, size, type }))]))
  const texts = answerTexts(steps, effective, facts, words, ({ property_code: code, default_value: settings }) => {
    const service = settings.input_type === 'select_data_source' ? serviceOf(settings) : undefined
    const option = service === undefined ? undefined : rememberedOption(service, String(effective[code]))
    return option && [option]
  })
  return answerSections(steps, texts)
}
