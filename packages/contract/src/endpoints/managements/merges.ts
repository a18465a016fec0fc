import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { shownRequest } from './requests.ts'

const none = z.object({})
const ticket = z.string().regex(/^[\w.-]{1,64}$/)
const byTicket = z.object({ ticket })

/** A request that may say the same as another one. */
const candidate = z.object({ ticket: z.string(), created_at: z.string(), email: z.string().nullable() })

export type DuplicateCandidate = z.output<typeof candidate>

export const listDuplicates = endpoint({
  method: 'GET',
  path: '/managements/requests/{ticket}/duplicates',
  summary: 'List up to ten other requests of the same form from the same e-mail address or with the same tax code, newest first',
  params: byTicket,
  query: none,
  status: 200,
  answer: z.object({ items: z.array(candidate) }),
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'operator',
  desk: 'supervisor',
})

export const mergeRequest = endpoint({
  method: 'PUT',
  path: '/managements/requests/{ticket}/merge',
  summary: 'Merge a request into another one of its form, which says the same; the request is closed',
  params: byTicket,
  query: none,
  body: z.strictObject({ into: ticket }),
  status: 200,
  answer: shownRequest,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0004', 'http_not_found'],
  role: 'operator',
  desk: 'supervisor',
})

export const splitRequest = endpoint({
  method: 'DELETE',
  path: '/managements/requests/{ticket}/merge',
  summary: 'Take a request apart from the one that it was merged into, and open it again',
  params: byTicket,
  query: none,
  status: 200,
  answer: shownRequest,
  errors: [...MANAGEMENT_ERRORS, 'forms_mgmt0004', 'http_not_found'],
  role: 'operator',
  desk: 'supervisor',
})
