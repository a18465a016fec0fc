import {
  type Answers,
  type CustomerConfiguration,
  checkRequest,
  effectiveAnswers,
  type FieldFault,
  type Files,
  type FormField,
  furtherOf,
  furtherQuestionsOf,
  initialAnswer,
  isHeld,
  isQuestion,
  type KnownData,
  type Property,
  type Question,
  questionsOf,
  type TagView,
  wireAnswer,
} from '@sportello/contract'
import { type CheckContext, inputOf } from '@sportello/fields'
import type { DraftState } from './draft.tsx'

/**
 * Returns the value that a question's control shows: the fixed answer, if the author has set one; otherwise the
 * visitor's input; otherwise the question's initial value.
 */
export function shownOf(question: Question, draft: DraftState, language: string, known: KnownData): unknown {
  const { property_code: code, default_value: settings } = question.property
  if (settings.input_type === 'file') return draft.files[code] ?? []
  const initial = initialValueOf(question, language, known)
  if (!Object.hasOwn(draft.shown, code) || isHeld(question, known)) return initial
  return draft.carried.has(code) && !isOfKind(draft.shown[code], initial) ? initial : draft.shown[code]
}

/**
 * Returns true if an answer from an earlier version of the form fits the question's control. It may not fit, because
 * the question may have a different control now.
 */
function isOfKind(value: unknown, initial: unknown): boolean {
  return initial === null || initial === undefined || (typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial))
}

/**
 * Cache of the initial values of questions. It always returns the same object for an unchanged control. React then does
 * not
 * render that control again at every key press.
 */
const untouched = new WeakMap<Property, { language: string; known: KnownData; shown: unknown }>()

function initialValueOf(question: Question, language: string, known: KnownData): unknown {
  const { property } = question
  const kept = untouched.get(property)
  if (kept?.language === language && kept.known === known) return kept.shown
  const input = inputOf(property.default_value.input_type)
  const initial = initialAnswer(question, known)
  const shown = input.show ? input.show(initial, language, property.default_value) : initial
  untouched.set(property, { language, known, shown })
  return shown
}

const NOTHING: KnownData = {}

/** Returns the known data about the visitor from the page's configuration. */
export function knownOf(config: Pick<CustomerConfiguration, 'metadata'>): KnownData {
  return config.metadata ?? NOTHING
}

/**
 * All answers in the steps from the root to the open step, in the API's format. A question that is empty and that the
 * visitor has not touched has no entry.
 */
interface AnswersOfWay {
  answers: Answers
  /** Answers to the further questions of the open step; null if the step has no further questions. */
  further: Answers | null
  files: Readonly<Record<string, readonly File[]>>
}

export function answersOf(steps: readonly TagView[], draft: DraftState, language: string, known: KnownData, today: string): AnswersOfWay {
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
        const answer = wireAnswer(question, shown, language, today)
        if (answer !== undefined) answers[code] = answer
      }
    }
    return { answers, files }
  }
  return { ...collect(questionsOf(steps)), further: furtherOf(steps.at(-1)) ? collect(furtherQuestionsOf(steps.at(-1))).answers : null }
}

/** Returns the errors of all answers on the page, according to the same checks as on the server. */
export function faultsOf(steps: readonly TagView[], draft: DraftState, language: string, context: CheckContext, known: KnownData): FieldFault[] {
  const { answers, further, files } = answersOf(steps, draft, language, known, context.today)
  const facts: Files = Object.fromEntries(Object.entries(files).map(([code, chosen]) => [code, chosen.map(({ name, size, type }) => ({ name, size, type }))]))
  const questions = [...questionsOf(steps), ...furtherQuestionsOf(steps.at(-1))]
  // Includes the answers to hidden questions: the browser does not submit them, but the checks may compare other
  // answers with them.
  return checkRequest(questions, effectiveAnswers(questions, { ...answers, ...further }, known), facts, context)
}

/** Returns the key with which an error refers to a field: the code of a question, or the id of terms. */
export function faultKey(field: FormField): string {
  return isQuestion(field) ? field.value.property_code : (field.id ?? '')
}
