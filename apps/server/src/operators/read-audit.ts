import type { AuditLine } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { likePattern } from '../http/like-pattern.ts'
import type { Services } from '../services.ts'
import { inOrder, managed, withinReach } from './managed.ts'

const PAGE = 50

const ORDERS = { timestamp: [['id', 'asc']] } as const

/** What was changed by whom; an operator of some customers reads theirs. */
export function readAudit(app: FastifyInstance, services: Services): void {
  managed(app, endpoints.readAudit, ({ params: { page }, query: { from, to, sort = '-timestamp', ...parts }, operator }) =>
    withinReach(services.database.kysely, operator, async (db) => {
      let lines = db.selectFrom('audit_lines').selectAll()
      for (const [column, part] of Object.entries(parts) as ['operator' | 'action' | 'subject', string | undefined][])
        if (part) lines = lines.where(column, 'ilike', likePattern(part))
      if (from) lines = lines.where('logged_at', '>=', new Date(from))
      if (to) lines = lines.where('logged_at', '<', new Date(to))
      const rows = await inOrder(lines, ORDERS, sort)
        .limit(PAGE)
        .offset((page - 1) * PAGE)
        .execute()
      return rows.map(({ id, logged_at, customer_code, ...line }): AuditLine => ({ ...line, id, timestamp: logged_at.getTime(), form: customer_code || null }))
    }),
  )
}
