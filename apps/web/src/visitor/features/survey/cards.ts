import { asksSomething, type FieldFault, isPassedThrough, type TagView } from '@sportello/contract'
import { faultKey } from '../wizard/answers.ts'

/** How far a person is: the question's number, from 1, and how many there are, where that is known. */
interface Progress {
  number: number
  total: number | null
}

/** Of the open card; null on one that asks nothing. */
export function progressOf(steps: readonly TagView[]): Progress | null {
  const open = steps.at(-1)
  if (!open || !asksSomething(open)) return null
  const number = steps.filter(asksSomething).length
  return { number, total: open.questions_ahead === null ? null : number + open.questions_ahead }
}

/** The card before the open one. */
export function cardBefore(steps: readonly TagView[]): TagView | undefined {
  return steps.slice(0, -1).findLast((step) => !isPassedThrough(step))
}

/** What is wrong with the answers of one step. */
export function faultsOn(step: TagView | undefined, faults: readonly FieldFault[]): FieldFault[] {
  const keys = new Set(step?.form_fields.map(faultKey))
  return faults.filter(({ field }) => keys.has(field))
}
