import type { ShownSession } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { isOpen, revokeOtherCredentials } from '../../management/operator-session.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'

/** Registers the endpoints that list and end an operator's own open sessions (OWASP ASVS 5.0, 7.5.2). */
export function ownSessions(app: FastifyInstance, services: CustomerServices): void {
  const { kysely } = services.database

  managed(app, endpoints.listSessions, async ({ operator: { username, session } }) => {
    const rows = await kysely
      .selectFrom('operator_sessions as s')
      .select(['s.id', 's.created_at', 's.last_used_at', 's.way', 's.browser'])
      .where('s.username', '=', username)
      .where(isOpen)
      .orderBy('s.last_used_at', 'desc')
      .orderBy('s.id')
      .execute()
    return rows.map(({ id, created_at, last_used_at, way, browser }) => ({
      id,
      began_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
      way: way as ShownSession['way'],
      browser,
      present: id === session,
    }))
  })

  managed(app, endpoints.endSession, ({ params: { id }, operator }) =>
    acrossCustomers(kysely, async (db) => {
      const ended = await db
        .updateTable('operator_sessions as s')
        .set({ revoked_at: sql<Date>`now()` })
        .where('s.username', '=', operator.username)
        .where(sql<string>`s.id::text`, '=', id)
        .where(isOpen)
        .returning(['s.created_at', 's.way', 's.browser'])
        .executeTakeFirst()
      if (!ended) throw apiError('forms_mgmt0002')
      const { created_at, way, browser } = ended
      await audit(db, operator, { action: 'session.end', subject: operator.username, before: { began_at: created_at.toISOString(), way, browser } })
      return {}
    }),
  )

  managed(app, endpoints.endOtherSessions, ({ operator }) =>
    acrossCustomers(kysely, async (db) => {
      const ended = await revokeOtherCredentials(db, operator)
      if (ended > 0) await audit(db, operator, { action: 'session.end', subject: operator.username, before: { sessions: ended } })
      return { ended }
    }),
  )
}
