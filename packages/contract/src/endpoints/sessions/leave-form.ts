import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { codeQuery, customerParams } from '../shared-params.ts'

export const leaveForm = endpoint({
  method: 'DELETE',
  path: '/forms/{customerCode}/session',
  summary: 'End the session of a code; a personal link stays valid. The response is the same for every code',
  params: customerParams,
  query: codeQuery,
  status: 200,
  answer: z.object({}),
  errors: ['forms0001'],
})
