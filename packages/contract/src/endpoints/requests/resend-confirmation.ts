import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { customerParams } from '../shared-params.ts'

const resentLink = z.object({
  /** How many more times the visitor may request the confirmation link again. */
  left: z.int().min(0),
})

export type ResentLink = z.infer<typeof resentLink>

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/forms/{customerCode}/confirmation',
  summary: 'Send the confirmation link of a request again',
  params: customerParams,
  query: z.object({}),
  body: z.object({ ticket: z.string().min(1).max(64) }),
  status: 200,
  answer: resentLink,
  errors: ['forms0001', 'forms0003', 'forms0009', 'forms0017', 'forms0024', 'forms0040', 'http_malformed'],
})
