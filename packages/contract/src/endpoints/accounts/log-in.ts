import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { customerParams } from '../shared-params.ts'

/**
 * Result of a successful login. To open the session, the browser posts `message` as a form field to the relative URL
 * `url`.
 */
export const loginReceipt = z.object({ url: z.string(), message: z.string() })

export type LoginReceipt = z.infer<typeof loginReceipt>

export const logIn = endpoint({
  method: 'POST',
  path: '/forms/{customerCode}/login',
  summary: 'Log in with a user name and a password',
  params: customerParams,
  query: z.object({}),
  body: z.object({ username: z.string().max(256), password: z.string().max(1_024) }),
  status: 200,
  answer: loginReceipt,
  errors: ['forms0001', 'forms0002', 'forms0010', 'forms0011', 'forms0017', 'forms0045', 'http_malformed'],
})
