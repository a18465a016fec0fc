import { isSurvey } from '../form/auth-type.ts'
import type { FormParams } from '../form/form-params.ts'

/** Maximum length of a message between the desk and a requester in characters. */
export const MAX_MESSAGE_LENGTH = 2_000

/** Maximum number of messages that a requester can send about a request in a day, and that can wait for the desk. */
export const MESSAGES_PER_DAY = 20
export const MAX_WAITING_MESSAGES = 50

/** Minutes for which a mailed code is valid, number of wrong codes after which it is not, and mails with a code for a request in a day. */
export const FRESH_CODE_MINUTES = 10
export const FRESH_CODE_TRIES = 5
export const FRESH_CODES_PER_DAY = 5

/** How satisfied a requester can be, from the worst to the best. */
export const SCORES = [1, 2, 3, 4, 5] as const

/** Maximum length of the comment on the satisfaction in characters. */
export const MAX_SCORE_COMMENT = 1_000

/**
 * Name of the header that says which request a follow-up page shows: `page` of its last answer. A browser has one session for a form,
 * so a page in another tab may show another request than the session's.
 */
export const FOLLOW_UP_PAGE_HEADER = 'X-Follow-Up-Page'

/**
 * States of a request as its requester sees them. `merged`: it is handled together with another one.
 */
export const FOLLOW_UP_STATES = ['received', 'awaiting', 'in_work', 'closed', 'merged', 'withdrawn', 'cancelled', 'expired'] as const

/** Returns what a form offers on the follow-up page of its requests; undefined if it has none. */
export function followUpOf(params: FormParams): NonNullable<FormParams['follow_up']> | undefined {
  return params.follow_up?.active === true && !isSurvey(params.auth_type ?? []) ? params.follow_up : undefined
}
