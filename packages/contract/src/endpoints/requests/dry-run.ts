import { z } from 'zod'
import { AUTH_TYPES } from '../../form/auth-type.ts'
import { endpoint } from '../define-endpoint.ts'
import { previewParams } from '../shared-params.ts'
import { sendPayload, sendReceipt, submitRequest } from './submit-request.ts'

const rendered = z.object({ subject: z.string(), html: z.string() })

const dryRunReport = z.object({
  /** The response that the visitor would receive after a real submission. */
  receipt: sendReceipt,
  /** The request as the server would store it after a real submission. */
  request: z.object({
    code_tag: z.string(),
    /** Titles of the steps through which the visitor went, from the first step. */
    path: z.array(z.string()),
    auth_type: z.enum(AUTH_TYPES),
    language: z.string(),
    email: z.string().nullable(),
    /** How the request would be confirmed. `link`: by a link in a mail. `at_once`: immediately, without a mail. */
    confirmed_by: z.enum(['link', 'at_once']),
    opens_ticket: z.boolean(),
    answers: z.array(z.object({ code: z.string(), label: z.string(), text: z.string() })),
    form_fields: z.record(z.string(), z.unknown()),
    further_questions: z.record(z.string(), z.unknown()).nullable(),
    terms: z.array(z.string()),
    files: z.array(z.object({ property: z.string(), name: z.string(), media_type: z.string(), size: z.number() })),
  }),
  /**
   * The mails that a real submission would cause, in the order in which they would be sent. If a template cannot be
   * rendered, the entry contains an error instead of a mail.
   */
  mails: z.array(z.object({ kind: z.enum(['validation', 'success', 'desk']), recipient: z.string(), mail: rendered.nullable(), error: z.string().nullable() })),
  /** The deliveries that the server would make when the ticket is opened, each with its body as text. */
  deliveries: z.array(z.object({ destination: z.string(), kind: z.string(), body: z.string().nullable(), error: z.string().nullable() })),
})

export type DryRunReport = z.infer<typeof dryRunReport>

export const dryRun = endpoint({
  method: 'POST',
  path: '/forms/{customerCode}/dry-run',
  summary: 'Check a request in the preview of a draft by all rules that need no stored requests, and show what it would cause; nothing is stored or sent',
  params: previewParams,
  query: z.object({}),
  body: sendPayload,
  bodyType: 'multipart',
  status: 200,
  answer: dryRunReport,
  errors: submitRequest.errors,
})
