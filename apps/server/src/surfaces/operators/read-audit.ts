import type { AuditLine } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { managed } from '../../management/calls.ts'
import { inOrder } from '../../management/paging.ts'
import { readWithinReach } from '../../management/reach.ts'
import { withoutRowVersion } from '../../management/versions.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { likePattern } from '../../platform/http/like-pattern.ts'

const PAGE = 50

const ORDERS = { timestamp: [['id', 'asc']] } as const

/**
 * Registers the endpoint that returns entries of the audit log. Operators who may manage only some forms get only the
 * entries of these forms.
 */
export function readAudit(app: FastifyInstance, services: CustomerServices): void {
  managed(app, endpoints.readAudit, ({ params: { page }, query: { from, to, sort = '-timestamp', ...parts }, operator }) =>
    readWithinReach(services.database, operator, async (db) => {
      let lines = db.selectFrom('audit_lines').selectAll()
      const { subject, ...others } = parts
      for (const [column, part] of Object.entries(others) as ['operator' | 'action', string | undefined][])
        if (part) lines = lines.where(column, 'ilike', likePattern(part))
      if (subject) lines = lines.where(isAbout(likePattern(subject)))
      if (from) lines = lines.where('logged_at', '>=', new Date(from))
      if (to) lines = lines.where('logged_at', '<', new Date(to))
      const rows = await inOrder(lines, ORDERS, sort)
        .limit(PAGE)
        .offset((page - 1) * PAGE)
        .execute()
      const names = await namesOf(db, rows)
      return rows.map(
        ({ id, logged_at, customer_code, ...line }): AuditLine => ({
          ...line,
          subject: names.get(`${customer_code}/${line.subject}`) ?? line.subject,
          // Removes the row version from an entry of the audit log, because earlier releases stored it.
          before: withoutRowVersion(line.before),
          after: withoutRowVersion(line.after),
          id,
          timestamp: logged_at.getTime(),
          form: customer_code || null,
        }),
      )
    }),
  )
}

/**
 * SQL condition that is true if the subject of an audit log entry matches the searched text. The subject either
 * contains
 * the text, or it is the id of an account whose user name contains the text.
 */
const isAbout = (pattern: string) =>
  sql<boolean>`(subject ilike ${pattern} or action like 'account.%' and (customer_code, subject) in (
    select customer_code, id::text from accounts where username ilike ${pattern}))`

interface Line {
  customer_code: string
  action: string
  subject: string
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Audit log entries store only the id of an account. Returns the current user names of these accounts, keyed by form
 * and
 * id. If an account no longer exists, the log shows its id.
 */
async function namesOf(db: DeploymentDb, lines: readonly Line[]): Promise<ReadonlyMap<string, string>> {
  const about = lines.filter(({ action, subject }) => action.startsWith('account.') && UUID.test(subject))
  if (about.length === 0) return new Map()
  const accounts = await db
    .selectFrom('accounts')
    .select(['customer_code', 'id', 'username'])
    .where('customer_code', 'in', [...new Set(about.map(({ customer_code }) => customer_code))])
    .where('id', 'in', [...new Set(about.map(({ subject }) => subject))])
    .execute()
  return new Map(accounts.map(({ customer_code, id, username }) => [`${customer_code}/${id}`, username]))
}
