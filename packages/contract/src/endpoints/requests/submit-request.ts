import { z } from 'zod'
import { code } from '../../form/code.ts'
import { endpoint } from '../define-endpoint.ts'
import { customerParams } from '../shared-params.ts'

/**
 * The text fields of a submission (visitor specification, section 3). Files are sent as additional parts with the names
 * `attachments-{property_code}`.
 */
export const sendPayload = z.object({
  email: z.string().optional(),
  confirmed_email: z.string().optional(),
  further_questions: z.string().optional(),
  form_fields: z.string(),
  code_tag: code,
  captcha_resolved: z.string().optional(),
  otp_code: z.string().optional(),
  token: z.string().optional(),
  terms: z.string().optional(),
  /** Key or `Idempotency-Key` of the saved draft that the visitor went on with. The draft is deleted with the submission. */
  saved_draft: z.string().max(255).optional(),
})

export type SendPayload = z.infer<typeof sendPayload>

/** Response to a submitted request. */
export const sendReceipt = z.object({
  ticket: z.string(),
  otp: z.string().nullable(),
  summary_html: z.string().nullable(),
  notifier_email: z.string().nullable(),
  /**
   * True if the submitted request opens a ticket. The page shows the ticket code only in this case. The property is
   * missing in responses that an earlier release stored for idempotent retries.
   */
  opens_ticket: z.boolean().optional(),
})

export type SendReceipt = z.infer<typeof sendReceipt>

export const submitRequest = endpoint({
  method: 'POST',
  path: '/forms/{customerCode}',
  summary: 'Send a request',
  params: customerParams,
  query: z.object({}),
  body: sendPayload,
  bodyType: 'multipart',
  status: 201,
  answer: sendReceipt,
  errors: [
    'forms0001',
    'forms0002',
    'forms0005',
    'forms0006',
    'forms0010',
    'forms0011',
    'forms0013',
    'forms0017',
    'forms0019',
    'forms0020',
    'forms0023',
    'forms0024',
    'forms0027',
    'forms0030',
    'forms0031',
    'forms0032',
    'forms0034',
    'forms0036',
    'forms0038',
    'forms0041',
    'forms0043',
    'forms0044',
    'forms0046',
    'forms_integrations0002',
    'forms_integrations0003',
    'forms_integrations0004',
    'forms_integrations0005',
    'forms_integrations0006',
    'http_malformed',
    'http_outdated',
  ],
})
