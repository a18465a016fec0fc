import { z } from 'zod'
import { REQUEST_STATES } from '../../request/state.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

/** Maximum number of results of each kind in a search of the dashboard. */
export const SEARCH_RESULTS = 5

const found = z.object({
  /** Requests whose ticket code begins with the searched text. */
  requests: z.array(z.object({ ticket: z.string(), form: z.string(), state: z.enum(REQUEST_STATES), created_at: z.string() })),
  /**
   * E-mail addresses of requests that begin with the searched text, each with the forms of its requests. Only operators
   * get them, and only if the searched text contains an at sign. The audit log records each address that an operator
   * found, as a keyed hash.
   */
  mailboxes: z.array(z.object({ email: z.string(), forms: z.array(z.string()) })),
  /** Forms whose code or description contains the searched text. */
  forms: z.array(z.object({ code_form: z.string(), description: z.string() })),
  /**
   * Definitions whose code or description contains the searched text. Operators limited to some forms find those that
   * only these forms use.
   */
  definitions: z.array(z.object({ code_tag: z.string(), description: z.string() })),
})

export type Found = z.infer<typeof found>

/** The search of the dashboard is a POST request, so that a searched e-mail address is not part of a URL. */
export const searchDashboard = endpoint({
  method: 'POST',
  path: '/managements/search',
  summary: `Search requests, e-mail addresses, forms and definitions; ${SEARCH_RESULTS} results of each kind`,
  params: z.object({}),
  query: z.object({}),
  body: z.strictObject({ text: z.string().trim().min(2).max(254) }),
  status: 200,
  answer: found,
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  authoring: 'translator',
})
