import {
  type AnswerRow,
  answerRows,
  answerTexts,
  effectiveAnswers,
  type Files,
  furtherQuestionsOf,
  type KnownData,
  type Question,
  questionsOf,
  type TagView,
} from '@sportello/contract'
import { type AnswerWords, serviceOf } from '@sportello/fields'
import { answersOf } from '../wizard/answers.ts'
import type { DraftState } from '../wizard/draft.tsx'
import { rememberedOption } from '../wizard/looked-up-labels.ts'

/** The questions of one step that the visitor sees, with their answers. */
export interface ReviewedStep {
  code: string
  title: string
  rows: readonly AnswerRow[]
}

interface Known {
  known: KnownData
  today: string
  words: AnswerWords
}

/**
 * Returns the visitor's answers as rows, step by step. The mails and the operators' view will show the same rows.
 * Leaves out
 * hidden questions and steps without visible questions. A question without an answer has an empty text.
 */
export function reviewedAnswers(steps: readonly TagView[], draft: DraftState, { known, today, words }: Known): ReviewedStep[] {
  const { answers, further, files } = answersOf(steps, draft, words.language, known, today)
  const questions = [...questionsOf(steps), ...furtherQuestionsOf(steps.at(-1))]
  const effective = effectiveAnswers(questions, { ...answers, ...further }, known)
  const facts: Files = Object.fromEntries(Object.entries(files).map(([code, chosen]) => [code, chosen.map(({ name, size, type }) => ({ name, size, type }))]))
  const hidden = new Set(questions.filter(isHidden).map(({ property }) => property.property_code))
  return steps.flatMap((step, at) => {
    // Only the last step has further questions.
    const path = [at === steps.length - 1 ? step : { form_fields: step.form_fields.filter(({ type }) => type !== 'FURTHER_QUESTIONS') }]
    const texts = answerTexts(path, effective, facts, words, ({ property_code: code, default_value: settings }) => {
      const service = settings.input_type === 'select_data_source' ? serviceOf(settings) : undefined
      const option = service === undefined ? undefined : rememberedOption(service, String(effective[code]))
      return option && [option]
    })
    const rows = answerRows(path, texts).filter(({ code }) => !hidden.has(code))
    return rows.length > 0 ? [{ code: step.code_tag, title: step.tag_description, rows }] : []
  })
}

const isHidden = ({ hidden }: Question) => hidden
