import { z } from 'zod'
import { code } from '../../form/code.ts'
import { endpoint } from '../define-endpoint.ts'
import { loginReceipt } from './log-in.ts'

export const logInByToken = endpoint({
  method: 'POST',
  path: '/forms/{customerCode}/login/{token}',
  summary: 'Log in with a token and the fields that its step asks for',
  params: z.object({ customerCode: code, token: z.string().min(1).max(128) }),
  /**
   * Code of the step whose token login the visitor has filled in. By default, the form's first step with a token login.
   */
  query: z.object({ tag: code.optional() }),
  body: z.record(z.string(), z.unknown()),
  status: 200,
  answer: loginReceipt,
  errors: ['forms0001', 'forms0010', 'forms0011', 'forms0017', 'forms0045', 'http_malformed'],
})
