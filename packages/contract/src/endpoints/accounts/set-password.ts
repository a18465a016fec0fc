import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { customerParams } from '../shared-params.ts'

export const setPassword = endpoint({
  method: 'PUT',
  path: '/forms/{customerCode}/login/recovery',
  summary: 'Set a new password with the code of a mailed link',
  params: customerParams,
  query: z.object({}),
  body: z.object({ code: z.string().max(512), password: z.string().max(1_024) }),
  status: 200,
  answer: z.object({ changed: z.literal(true) }),
  errors: ['forms0001', 'forms0002', 'forms0010', 'forms0011', 'forms0017', 'forms0040', 'forms0042', 'forms0043', 'forms0045', 'http_malformed'],
})
