import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { formParams } from './managed-form.ts'

export const makeLinks = endpoint({
  method: 'POST',
  path: '/managements/settings/forms/{id}/links',
  summary: 'Make a personal link for each person',
  params: formParams,
  query: z.object({}),
  body: z
    .object({
      people: z.array(z.record(z.string(), z.unknown())).min(1).max(10_000).optional(),
      /** Added: the same people as CSV, with their columns' names in the first line. */
      table: z.string().min(1).optional(),
    })
    .refine(({ people, table }) => (people === undefined) !== (table === undefined), { message: 'needs either people or table', path: ['people'] }),
  status: 201,
  answer: z.array(z.object({ email: z.string(), url: z.string() })),
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  role: 'operator',
})
