import { z } from 'zod'
import { code } from '../../form/code.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const none = z.object({})

/** A request, delivery or mail that has failed or that the server will retry. */
const trouble = z.object({
  kind: z.enum(['request', 'delivery', 'mail']),
  id: z.string(),
  /**
   * Ticket code of the request that has failed, or to which the failed delivery or mail belongs; null for a mail
   * without a request.
   */
  ticket: z.string().nullable(),
  form: z.string(),
  /** Name of the destination for a delivery; kind of mail for a mail; null for a request. */
  what: z.string().nullable(),
  /**
   * State of a request, delivery or mail. failed: the server will not retry it, and an operator must act. retrying: the
   * server will retry it at `next_attempt_at`.
   */
  state: z.enum(['failed', 'retrying']),
  error: z.string().nullable(),
  created_at: z.string(),
  next_attempt_at: z.string().nullable(),
})

const home = z.object({
  /**
   * Requests, deliveries and mails that have failed or are being retried. Failed items come first, and newer items
   * before older ones; at most 10 of each kind and state.
   */
  troubles: z.array(trouble),
  /**
   * At most 10 unpublished drafts, oldest first. An operator limited to some forms does not get drafts of definitions
   * that
   * other forms use too. `changes` is the number of changes in the draft, counted up to 1,000. `publication` says
   * whether
   * the draft, or an earlier state of it, waits for approval or for its scheduled time.
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
  /**
   * Number of requests, counted up to 10,000, that will expire within 24 hours because their visitors have not
   * confirmed them.
   */
  expiring: z.number(),
  /**
   * True if the deployment has an SMTP server. Otherwise mails are stored but not sent. Null for operators limited to
   * some forms.
   */
  mail_configured: z.boolean().nullable(),
  /**
   * Numbers of requests for the ten forms with the most requests: today, yesterday, and in the last seven days
   * including today, in the deployment's time zone.
   */
  forms: z.array(z.object({ form: z.string(), description: z.string(), today: z.number(), yesterday: z.number(), week: z.number() })),
  /**
   * True if more requests arrived in the last seven days than the server counts. The numbers of requests are then too
   * low.
   */
  more: z.boolean(),
  /** At most 10 changes that operators made, newest first. Empty for viewers, who may not read the audit log. */
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
  /** The query parameter `form` limits the home page's data to one form and its definition. */
  query: z.object({ form: code.optional() }),
  status: 200,
  answer: home,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
})
