import { z } from 'zod'
import { REQUEST_STATES } from '../../request/state.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

/** Maximum number of results of each kind in the dashboard's search. */
export const SEARCH_RESULTS = 5

const found = z.object({
  /** Requests whose ticket code begins with the search text. */
  requests: z.array(z.object({ ticket: z.string(), form: z.string(), state: z.enum(REQUEST_STATES), created_at: z.string() })),
  /**
   * E-mail addresses that begin with the search text, if requests with them exist. Each has the forms of these
   * requests.
   * Returned only to operators, and only if the search text contains an at sign. For each found address, the audit log
   * records a keyed hash.
   */
  mailboxes: z.array(z.object({ email: z.string(), forms: z.array(z.string()) })),
  /** Forms whose code or description contains the search text. */
  forms: z.array(z.object({ code_form: z.string(), description: z.string() })),
  /**
   * Definitions whose code or description contains the search text. Operators limited to some forms find only
   * definitions that no other form uses.
   */
  definitions: z.array(z.object({ code_tag: z.string(), description: z.string() })),
})

export type Found = z.infer<typeof found>

/** The search is a POST request, so that an e-mail address in the search text does not appear in a URL. */
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
  onlyReads: true,
})
