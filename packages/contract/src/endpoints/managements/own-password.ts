import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { newPassword } from './new-password.ts'

export const changeOwnPassword = endpoint({
  method: 'PUT',
  path: '/managements/account/password',
  summary: 'Change the password of the logged-in operator; requires the current one and ends the other sessions',
  params: z.object({}),
  query: z.object({}),
  body: z.object({ present: z.string().min(1).max(1_024), password: newPassword }),
  status: 200,
  answer: z.object({}),
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms0045'],
  role: 'viewer',
  authoring: 'translator',
  desk: 'agent',
  beforeSecondFactor: 'none_yet',
})
