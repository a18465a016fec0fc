/** State of a request on the desk that no operator has changed yet. */
export const DESK_OPEN = 'open'

/** State of a request on the desk with which the operators have finished. */
export const DESK_CLOSED = 'closed'

/** Value of the list's filter by state for all requests that are not closed. No author's state begins with `-`. */
export const IN_WORK = `-${DESK_CLOSED}`

/** Maximum length of a state that an author invents, and of a label, in characters. */
export const MAX_DESK_WORD = 40

/** Maximum number of own states and of labels of a form, and of labels of a request. */
export const MAX_DESK_WORDS = 20

/** Maximum length of an operator's note in characters. */
export const MAX_NOTE_LENGTH = 5_000

/** Maximum number of requests that operators can change at once: two pages of the list. */
export const MAX_DESK_BATCH = 100

/** Maximum number of lists of requests that an operator can save. */
export const MAX_SAVED_VIEWS = 50

/** Maximum length of the name of a saved list in characters. */
export const MAX_VIEW_NAME = 60

/** Returns the states that a request of a form can have on the desk, in order. @param own the form parameter `desk_states` */
export function deskStates(own: readonly string[] | undefined): string[] {
  return [...new Set([DESK_OPEN, ...(own ?? []), DESK_CLOSED])]
}

/** Returns true if a request on the desk should be done by now. @param today the operator's date, as in `2026-03-01` */
export function isOverdue({ state, due_on }: { state: string; due_on: string | null }, today: string): boolean {
  return state !== DESK_CLOSED && due_on !== null && due_on < today
}

/** Longest period in days of the figures of the desk, and maximum number of forms that they can be limited to. */
export const DAYS_OF_DESK = 92
export const MAX_DESK_FORMS = 50

/** Classes of the age of open requests: the number of days with which each begins. The first is of the last 24 hours. */
export const DESK_AGES = [0, 1, 4, 8, 31] as const
