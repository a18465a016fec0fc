import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { formParams } from './managed-form.ts'

export const makeLinks = endpoint({
  method: 'POST',
  path: '/managements/settings/forms/{id}/links',
  summary: 'Make a personal link for each person',
  params: formParams,
  query: z.object({}),
  body: z.object({ people: z.array(z.record(z.string(), z.unknown())).min(1).max(10_000) }),
  status: 201,
  answer: z.array(z.object({ email: z.string(), url: z.string() })),
  errors: ['forms0017', 'forms_mgmt0001', 'http_credential', 'http_malformed', 'http_not_found'],
})
