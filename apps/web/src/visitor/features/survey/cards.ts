import { asksSomething, type FieldFault, isPassedThrough, isQuestion, type TagView } from '@sportello/contract'
import { faultKey } from '../wizard/answers.ts'

/**
 * Progress of a survey: the number of the current question, starting at 1, and the total number of questions, if known.
 */
interface Progress {
  number: number
  total: number | null
}

/** Returns the progress of a survey at the open card; null if the open card has no questions. */
export function progressOf(steps: readonly TagView[]): Progress | null {
  const open = steps.at(-1)
  if (!open || !asksSomething(open)) return null
  const number = steps.filter(asksSomething).length
  return { number, total: open.questions_ahead === null ? null : number + open.questions_ahead }
}

/** Returns true if a card has exactly one question, which is mandatory, and no terms. */
export function asksOnlyOne(card: TagView): boolean {
  const questions = card.form_fields.filter((field) => (isQuestion(field) || field.type === 'TERMS_CONDITIONS') && !field.hidden)
  return questions.length === 1 && questions[0]?.required === true
}

/** Returns the card that comes before the open card of a survey. */
export function cardBefore(steps: readonly TagView[]): TagView | undefined {
  return steps.slice(0, -1).findLast((step) => !isPassedThrough(step))
}

/** Returns the errors that belong to the questions of one survey step. */
export function faultsOn(step: TagView | undefined, faults: readonly FieldFault[]): FieldFault[] {
  const keys = new Set(step?.form_fields.map(faultKey))
  return faults.filter(({ field }) => keys.has(field))
}
