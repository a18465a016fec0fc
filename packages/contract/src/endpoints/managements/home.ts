import { z } from 'zod'
import { code } from '../../form/code.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const none = z.object({})

/** A request, delivery or mail that failed or that the server will retry. */
const trouble = z.object({
  kind: z.enum(['request', 'delivery', 'mail']),
  id: z.string(),
  /**
   * Ticket code of the request that failed or is retried, or to which the delivery or mail belongs; null for a mail
   * without a request.
   */
  ticket: z.string().nullable(),
  form: z.string(),
  /** For a delivery the name of its destination, for a mail its kind; null for a request. */
  what: z.string().nullable(),
  /**
   * State of a request, delivery or mail. failed: nothing happens until an operator acts. retrying: the server will try
   * again at `next_attempt_at`.
   */
  state: z.enum(['failed', 'retrying']),
  error: z.string().nullable(),
  created_at: z.string(),
  next_attempt_at: z.string().nullable(),
})

const home = z.object({
  /**
   * Requests, deliveries and mails that failed or are retried: failed ones first, newest first, at most 10 of each kind
   * and state.
   */
  troubles: z.array(trouble),
  /**
   * Drafts that are not published yet, oldest first, at most 10. Operators limited to some forms get only the drafts of
   * definitions that no other form uses. `changes` is the number of changes in the draft, up to 1,000; `publication` says whether
   * the draft, or an earlier state of it, waits for a second person or for its moment.
   */
  drafts: z.array(
    z.object({
      code_tag: z.string(),
      description: z.string(),
      begun_at: z.string(),
      changes: z.number(),
      publication: z.enum(['asked', 'planned']).nullable(),
    }),
  ),
  /** Number of requests, up to 10,000, that expire within 24 hours because their visitor has not confirmed them. */
  expiring: z.number(),
  /**
   * Whether the deployment has an SMTP server. Without an SMTP server, mails are stored and not sent. Null for
   * operators limited to some forms.
   */
  mail_configured: z.boolean().nullable(),
  /**
   * Requests of each form: today, yesterday, and in the seven days up to today, in the deployment's time zone. The ten
   * forms with the most requests.
   */
  forms: z.array(z.object({ form: z.string(), description: z.string(), today: z.number(), yesterday: z.number(), week: z.number() })),
  /**
   * Whether more requests arrived in the last seven days than the server counts, so that the numbers of requests are
   * too low.
   */
  more: z.boolean(),
  /** The latest changes by operators, newest first, at most 10; empty for viewers, who may not read the audit log. */
  changes: z.array(
    z.object({ id: z.string(), timestamp: z.number(), operator: z.string(), action: z.string(), subject: z.string(), form: z.string().nullable() }),
  ),
})

export type Home = z.infer<typeof home>
export type Trouble = z.infer<typeof trouble>

export const getHome = endpoint({
  method: 'GET',
  path: '/managements/home',
  summary: 'Get what needs an operator, the latest requests of each form, and the latest changes; of all forms or of one',
  params: none,
  /** The query parameter `form` limits the data of the home page to one form and its definition. */
  query: z.object({ form: code.optional() }),
  status: 200,
  answer: home,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
})
