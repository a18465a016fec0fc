import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { codeQuery, customerParams } from '../shared-params.ts'

export const leaveForm = endpoint({
  method: 'DELETE',
  path: '/forms/{customerCode}/session',
  summary: 'Leave a form: the session of the code ends at once; a personal link stays its bearer’s. Whatever the code is, the answer is the same',
  params: customerParams,
  query: codeQuery,
  status: 200,
  answer: z.object({}),
  errors: ['forms0001'],
})
