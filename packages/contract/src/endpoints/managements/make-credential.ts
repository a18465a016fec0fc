import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { formParams } from './managed-form.ts'

export const makeCredential = endpoint({
  method: 'POST',
  path: '/managements/settings/forms/{id}/credentials',
  summary: 'Make a credential for a partner’s system',
  params: formParams,
  query: z.object({}),
  body: z.object({ description: z.string().max(200).optional() }),
  status: 201,
  /** Shown once. */
  answer: z.object({ credential: z.string() }),
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  role: 'operator',
})
