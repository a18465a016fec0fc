import { createHash, randomBytes } from 'node:crypto'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { hashPassword, requireUncommon } from '../../entrance/accounts/rules.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { withinReach } from '../../management/reach.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import { logSignIn } from '../../platform/http/security-log.ts'

const DAYS = 7

const hashOf = (code: string) => createHash('sha256').update(code).digest()

/** Registers the endpoint by which owners invite an operator. The invited operator then sets a password. */
export function inviteOperators(app: FastifyInstance, { config, database }: CustomerServices): void {
  managed(app, endpoints.inviteOperator, ({ params: { username }, operator }) =>
    withinReach(database.kysely, operator, async (db) => {
      const known = await db.selectFrom('operators').select('username').where('username', '=', username).where('disabled', '=', false).executeTakeFirst()
      if (!known) throw apiError('http_not_found')
      const code = randomBytes(32).toString('base64url')
      await db.deleteFrom('operator_invitations').where('username', '=', username).execute()
      const { expires_at } = await db
        .insertInto('operator_invitations')
        .values({ code_hash: hashOf(code), username, expires_at: sql<Date>`now() + make_interval(days => ${DAYS})` })
        .returning('expires_at')
        .executeTakeFirstOrThrow()
      await audit(db, operator, { action: 'operator.invite', subject: username })
      // The invitation's code is in the fragment of the URL. Browsers do not send the fragment to servers, so no log
      // and no link preview contains the code.
      return { url: `${config.publicUrl}/admin/management/sign-in#invitation=${code}`, expires_at: expires_at.toISOString() }
    }),
  )
}

/**
 * Registers the endpoint that accepts an invitation of an operator. One conditional UPDATE checks the expiry by the
 * database's clock and marks the invitation as used.
 */
export function acceptInvitations(app: FastifyInstance, services: CustomerServices): void {
  const { database, config } = services
  route(app, endpoints.acceptInvitation, async ({ body: { code, password }, request }) => {
    const invitation = await database.kysely
      .selectFrom('operator_invitations as i')
      .innerJoin('operators as o', 'o.username', 'i.username')
      .select(['i.username', 'i.used_at', 'o.totp_confirmed_at', sql<boolean>`i.expires_at <= now()`.as('expired')])
      .where('i.code_hash', '=', hashOf(code))
      .where('o.disabled', '=', false)
      .executeTakeFirst()
    const told = { event: 'sign_in', way: 'invitation', ...(invitation && { operator: invitation.username }) } as const
    const refuse = (reason: 'forms0011' | 'forms0040' | 'forms0042') => {
      logSignIn(config, request, { ...told, outcome: 'failure' })
      return apiError(reason)
    }
    if (!invitation) throw refuse('forms0011')
    if (invitation.used_at) throw refuse('forms0042')
    if (invitation.expired) throw refuse('forms0040')
    const { username } = invitation
    await requireUncommon(password, [username])
    const password_hash = await hashPassword(password)
    await acrossCustomers(database.kysely, async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('operator_invitations')
        .set({ used_at: sql<Date>`now()` })
        .where('code_hash', '=', hashOf(code))
        .where('used_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw refuse('forms0042')
      await db.updateTable('operators').set({ password_hash, updated_at: sql<Date>`now()` }).where('username', '=', username).execute()
      // Ends the operator's sessions that were opened with the old password, because another person may know that
      // password.
      await db.updateTable('operator_sessions').set({ revoked_at: sql<Date>`now()` }).where('username', '=', username).where('revoked_at', 'is', null).execute()
      await audit(db, { username }, { action: 'password.edit', subject: username })
    })
    logSignIn(config, request, { ...told, outcome: 'success' })
    // Opens no session for an operator who has an authenticator app. The operator must sign in with its code.
    if (invitation.totp_confirmed_at) return { auth: null, username }
    return { auth: await openOperatorSession(database, username, { way: 'password', request }), username }
  })
}
