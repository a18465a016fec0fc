import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { customerParams } from '../shared-params.ts'

export const getReceipt = endpoint({
  method: 'GET',
  path: '/forms/{customerCode}/receipt',
  summary: 'The receipt of a request as a PDF, by the key of the mailed link for 30 days, or by the header Idempotency-Key of the submission for 24 hours',
  params: customerParams,
  query: z.object({ key: z.string().min(1).max(512).optional() }),
  status: 200,
  answer: z.unknown(),
  answerType: 'application/pdf',
  errors: ['forms0001', 'forms0002', 'forms0003', 'forms0040', 'http_malformed', 'http_not_found'],
})
