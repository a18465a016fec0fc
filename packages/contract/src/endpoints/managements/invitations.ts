import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { newPassword } from './new-password.ts'

const none = z.object({})

export const inviteOperator = endpoint({
  method: 'POST',
  path: '/managements/operators/{username}/invitation',
  summary: 'Create an invitation link, returned once, with which an operator sets a password; earlier links become invalid',
  params: z.object({ username: z.string().min(1).max(128) }),
  query: none,
  status: 201,
  answer: z.object({ url: z.string(), expires_at: z.string() }),
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'owner',
  wholeDeployment: true,
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/managements/invitations',
  summary: 'Set the password with an invitation and log in; without `auth` in the response, the operator must log in with a code of the authenticator',
  params: none,
  query: none,
  body: z.object({ code: z.string().min(1).max(128), password: newPassword }),
  status: 200,
  answer: z.object({ auth: z.string().nullable(), username: z.string() }),
  errors: ['forms0011', 'forms0017', 'forms0040', 'forms0042', 'forms0045', 'forms_mgmt0001', 'http_malformed'],
})
