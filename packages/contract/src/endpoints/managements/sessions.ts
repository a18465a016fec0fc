import { z } from 'zod'
import { OPERATOR_WAYS } from '../../management.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const none = z.object({})

const shownSession = z.object({
  /** Identifier of the operator's session. It cannot be used as a credential. */
  id: z.string(),
  began_at: z.string(),
  last_used_at: z.string(),
  way: z.enum(OPERATOR_WAYS),
  /** Browser and operating system of the session, such as "Firefox, Linux"; null if unknown. */
  browser: z.string().nullable(),
  /** True if this is the session in which the operator makes the call. */
  present: z.boolean(),
})
export type ShownSession = z.infer<typeof shownSession>

const mine = {
  path: '/managements/account/sessions',
  params: none,
  query: none,
  status: 200,
  role: 'viewer',
  authoring: 'translator',
  desk: 'agent',
  beforeSecondFactor: 'none_yet',
} as const

export const listSessions = endpoint({
  ...mine,
  method: 'GET',
  summary: 'List the open sessions of the logged-in operator, last used first',
  answer: z.array(shownSession),
  errors: MANAGEMENT_ERRORS,
})

export const endSession = endpoint({
  ...mine,
  method: 'DELETE',
  path: '/managements/account/sessions/{id}',
  summary: 'End one session of the logged-in operator',
  params: z.object({ id: z.string().min(1).max(64) }),
  answer: none,
  errors: [...MANAGEMENT_ERRORS, 'forms_mgmt0002'],
})

export const endOtherSessions = endpoint({
  ...mine,
  method: 'DELETE',
  summary: 'End all sessions of the logged-in operator except the calling one',
  answer: z.object({ ended: z.number() }),
  errors: MANAGEMENT_ERRORS,
})
