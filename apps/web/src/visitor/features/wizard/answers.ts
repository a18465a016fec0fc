import {
  type Answers,
  checkRequest,
  effectiveAnswers,
  type FieldFault,
  type Files,
  furtherOf,
  furtherQuestionsOf,
  initialAnswer,
  isHeld,
  type KnownData,
  type Question,
  questionsOf,
  type TagView,
  wireAnswer,
} from '@sportello/contract'
import { type CheckContext, inputOf } from '@sportello/fields'
import type { DraftState } from './draft.tsx'

/** What a control shows: the answer that is held, else what was typed, else what the question starts with. */
export function shownOf(question: Question, draft: DraftState, language: string, known: KnownData): unknown {
  const { property_code: code, default_value: settings } = question.property
  if (settings.input_type === 'file') return draft.files[code] ?? []
  if (Object.hasOwn(draft.shown, code) && !isHeld(question, known)) return draft.shown[code]
  const input = inputOf(settings.input_type)
  const initial = initialAnswer(question, known)
  return input.show ? input.show(initial, language, settings) : initial
}

/** Everything on the way to the open step, as the wire carries it; untouched, empty answers are left out. */
interface AnswersOfWay {
  answers: Answers
  /** Of the open step's further questions; null where it has none. */
  further: Answers | null
  files: Readonly<Record<string, readonly File[]>>
}

export function answersOf(steps: readonly TagView[], draft: DraftState, language: string, known: KnownData): AnswersOfWay {
  const collect = (questions: readonly Question[]) => {
    const answers: Record<string, unknown> = {}
    const files: Record<string, readonly File[]> = {}
    for (const question of questions) {
      const { property_code: code, default_value: settings } = question.property
      if (question.hidden) continue
      const shown = shownOf(question, draft, language, known)
      if (settings.input_type === 'file') {
        const chosen = shown as readonly File[]
        if (chosen.length > 0) files[code] = chosen
      } else {
        const answer = wireAnswer(question, shown, language)
        if (answer !== undefined) answers[code] = answer
      }
    }
    return { answers, files }
  }
  return { ...collect(questionsOf(steps)), further: furtherOf(steps.at(-1)) ? collect(furtherQuestionsOf(steps.at(-1))).answers : null }
}

/** The same judgement as the server's, over what is filled in now. */
export function faultsOf(steps: readonly TagView[], draft: DraftState, language: string, context: CheckContext, known: KnownData): FieldFault[] {
  const { answers, further, files } = answersOf(steps, draft, language, known)
  const facts: Files = Object.fromEntries(Object.entries(files).map(([code, chosen]) => [code, chosen.map(({ name, size, type }) => ({ name, size, type }))]))
  const questions = [...questionsOf(steps), ...furtherQuestionsOf(steps.at(-1))]
  // Hidden answers are not sent, but what was typed may be compared with them.
  return checkRequest(questions, effectiveAnswers(questions, { ...answers, ...further }, known), facts, context)
}
