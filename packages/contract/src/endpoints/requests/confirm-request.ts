import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { customerParams } from '../shared-params.ts'

/** A request that the visitor has confirmed through the mailed link. */
const confirmation = z.object({
  ticket: z.string(),
  status: z.literal('confirmed'),
  summary_html: z.string().nullable(),
  /** True if the confirmed request opens a ticket. The page shows the ticket code only in this case. */
  opens_ticket: z.boolean(),
  /** Key with which the browser can download the receipt, as with the link in the success mail. */
  receipt_key: z.string(),
})

export type Confirmation = z.infer<typeof confirmation>

export const confirmRequest = endpoint({
  method: 'PUT',
  path: '/forms/{customerCode}',
  summary: 'Confirm a request with the code of its mailed link',
  params: customerParams,
  query: z.object({}),
  body: z.object({ otp_code: z.string().min(1).max(512) }),
  status: 200,
  answer: confirmation,
  errors: ['forms0001', 'forms0003', 'forms0009', 'forms0017', 'forms0040', 'forms0042', 'http_malformed'],
})
