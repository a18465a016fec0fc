import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { customerParams } from '../shared-params.ts'

/**
 * A report in the product's own format, for programs that report on behalf of a ticket system. Reports that Redmine, GLPI,
 * Jira and Zammad send themselves have their own formats (docs/ticket-states.md).
 */
const report = z.object({
  /** Ticket code of the request. Either this or `number` is required. */
  ticket: z.string().optional(),
  /** Number of the ticket in the ticket system. */
  number: z.union([z.string(), z.number()]).optional(),
  state: z.string(),
  done: z.boolean().optional(),
  /** Time of the change. Required unless the signature covers the time of the call. */
  changed_at: z.iso.datetime({ offset: true }).optional(),
})

export const reportTicketState = endpoint({
  method: 'POST',
  path: '/forms/{customerCode}/destinations/{name}/state',
  summary:
    'Report the state of a ticket in a ticket system. Called by the ticket system, signed with the destination’s `state_secret`. The response is the same for unknown tickets',
  params: customerParams.extend({ name: z.string().max(32) }),
  query: z.object({}),
  body: report,
  bodyType: 'signed',
  withoutKey: true,
  status: 202,
  answer: z.null(),
  errors: ['http_signature', 'http_malformed', 'http_too_large', 'forms0001', 'forms0002', 'forms0045'],
})
