import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { customerParams } from '../shared-params.ts'

export const askRecovery = endpoint({
  method: 'POST',
  path: '/forms/{customerCode}/login/recovery',
  summary: 'Request a mail with a password recovery link; the response is the same for every user name',
  params: customerParams,
  query: z.object({}),
  /**
   * Request for a password-recovery link. `email` is optional; if it is given, it must be the e-mail address of the
   * account.
   */
  body: z.object({ username: z.string().max(256), email: z.string().max(256).optional() }),
  status: 202,
  answer: z.object({ accepted: z.literal(true) }),
  errors: ['forms0001', 'forms0010', 'forms0017', 'forms0045', 'http_malformed'],
})
