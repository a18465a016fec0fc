import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'

const none = z.object({})

export const signIn = endpoint({
  method: 'POST',
  path: '/managements/sign-in',
  summary: 'Log in with user name, password and, if set up, a code of the authenticator; returns the value for the auth route',
  params: none,
  query: none,
  body: z.object({ username: z.string().min(1).max(256), password: z.string().min(1).max(1_024), code: z.string().max(16).optional() }),
  status: 200,
  /**
   * Result of a sign-in with a password. `auth` is null if the server also requires a code from the operator's
   * authenticator app.
   */
  answer: z.object({ auth: z.string().nullable(), code_required: z.boolean() }),
  errors: ['forms0011', 'forms0017', 'forms0045', 'http_malformed'],
})
