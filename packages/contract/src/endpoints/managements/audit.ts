import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { sortBy } from './sort.ts'

const auditLine = z.object({
  id: z.string(),
  /** Milliseconds. */
  timestamp: z.number(),
  operator: z.string(),
  /** Such as `form.edit`. */
  action: z.string(),
  /** What it was done to: a code, a name; of an account its present user name, or its id once it is gone. */
  subject: z.string(),
  form: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
})

export type AuditLine = z.infer<typeof auditLine>

const part = z.string().max(256).optional()
const moment = z.iso.datetime({ offset: true }).optional()

export const readAudit = endpoint({
  method: 'GET',
  path: '/managements/audit/{page}',
  summary: 'Every change, newest first: who, when, before and after; 50 lines a page from 1 on',
  params: z.object({ page: z.coerce.number().int().min(1).max(1_000_000) }),
  /** Moments are ISO 8601; `to` is not among those found. */
  query: z.object({ operator: part, action: part, subject: part, from: moment, to: moment, sort: sortBy('timestamp') }),
  status: 200,
  answer: z.array(auditLine),
  errors: MANAGEMENT_ERRORS,
  role: 'operator',
})
