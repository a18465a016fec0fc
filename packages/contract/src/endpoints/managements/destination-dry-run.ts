import { z } from 'zod'
import { oneDestination } from '../../form/destination.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { formParams } from './managed-form.ts'

const dryRun = z.object({
  /** Ticket code of the request that serves as the example; null if the answers are invented. */
  ticket: z.string().nullable(),
  /** Title of the ticket, or subject of the mail; null for a webhook, which has none. */
  title: z.string().nullable(),
  /** Text of the ticket or mail as plain text; null for a webhook. */
  text: z.string().nullable(),
  /** The author's attributes of the ticket as they would be sent. `error` is the reason why a template fails; it is sent as an empty text. */
  fields: z.array(z.object({ name: z.string(), value: z.string(), error: z.string().nullable() })),
  /** Reason why the template of the title fails, so that the default title is sent. */
  title_error: z.string().nullable(),
  /** Names of the attachments of the example. Webhooks, mails and Zammad get only these names. */
  attachments: z.array(z.string()),
  /** The body that would be sent, without secrets: JSON, or the HTML of a mail. */
  body: z.string(),
  /** The data that templates can use, with the label of a question and the value in the example. Questions of other paths are empty. */
  variables: z.array(z.object({ name: z.string(), label: z.string().nullable(), value: z.string() })),
})

export type DestinationDryRun = z.infer<typeof dryRun>

export const dryRunDestination = endpoint({
  method: 'POST',
  path: '/managements/settings/forms/{id}/destinations/dry-run',
  summary:
    'Show what a destination would get for the latest request of a form, or for invented answers if there is none or the caller may not read requests. Nothing is sent or stored, and the destination need not be saved',
  params: formParams,
  query: z.object({}),
  /** With `invented`, no request is read, and the audit log gets no entry. */
  body: z.strictObject({ destination: oneDestination, example: z.enum(['latest', 'invented']).default('latest') }),
  status: 200,
  answer: dryRun,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  role: 'operator',
  authoring: 'author',
})
