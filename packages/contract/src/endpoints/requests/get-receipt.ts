import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { customerParams } from '../shared-params.ts'

export const getReceipt = endpoint({
  method: 'GET',
  path: '/forms/{customerCode}/receipt',
  summary: 'The receipt of a request as a PDF, for 24 hours after the submission; the header Idempotency-Key is that of the submission',
  params: customerParams,
  query: z.object({}),
  status: 200,
  answer: z.unknown(),
  answerType: 'application/pdf',
  errors: ['forms0001', 'forms0002', 'forms0003', 'http_malformed', 'http_not_found'],
})
