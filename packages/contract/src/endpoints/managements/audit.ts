import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { sortBy } from './sort.ts'

const auditLine = z.object({
  id: z.string(),
  /** Time of the recorded action, as Unix time in milliseconds. */
  timestamp: z.number(),
  operator: z.string(),
  /** Code of the recorded action, such as `form.edit`. */
  action: z.string(),
  /**
   * Code or name of the object that the action changed. For an account it is the current user name, or the id if the
   * account was deleted.
   */
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
  summary: 'List the audit log, newest first: operator, time, values before and after; 50 entries per page from page 1',
  params: z.object({ page: z.coerce.number().int().min(1).max(1_000_000) }),
  /** Filters of the audit log. Times are in ISO 8601; `from` is inclusive, `to` is exclusive. */
  query: z.object({ operator: part, action: part, subject: part, from: moment, to: moment, sort: sortBy('timestamp') }),
  status: 200,
  answer: z.array(auditLine),
  errors: MANAGEMENT_ERRORS,
  role: 'operator',
})
