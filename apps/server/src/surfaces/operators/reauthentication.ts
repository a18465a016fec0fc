import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { verifyPassword } from '../../entrance/accounts/rules.ts'
import type { Operator } from '../../management/operator-session.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import { countAttempt } from './sign-in-attempts.ts'

/**
 * Verifies an operator's current password. Wrong attempts count like wrong attempts at the sign-in, so that nobody with
 * access to an open session can guess the password.
 * @returns the stored hash of the password
 * @throws ApiError forms_mgmt0001, forms0045
 */
export async function requirePassword(services: CustomerServices, request: FastifyRequest, { username }: Operator, present: string): Promise<string> {
  const cancelAttempt = await countAttempt(services, request, 'account', username)
  const row = await services.database.kysely.selectFrom('operators').select('password_hash').where('username', '=', username).executeTakeFirst()
  const known = row?.password_hash ?? undefined
  if (!(await verifyPassword(known, present)) || known === undefined) throw inputError('present', 'wrong')
  await cancelAttempt()
  return known
}

/**
 * Reauthenticates an operator before a change of the password, the passkeys or the authenticator app (OWASP ASVS 5.0,
 * 7.5.1). An operator with a password must send it. An operator without a password needs a session that began within
 * the last ten minutes, by the database's clock.
 * @throws ApiError forms_mgmt0001, forms0045, http_proof.
 */
export async function requireReauthentication(
  services: CustomerServices,
  request: FastifyRequest,
  operator: Operator,
  present: string | undefined,
): Promise<void> {
  const { has_password, is_fresh } = await services.database.kysely
    .selectFrom('operators as o')
    .innerJoin('operator_sessions as s', 's.username', 'o.username')
    .select([sql<boolean>`o.password_hash is not null`.as('has_password'), sql<boolean>`s.created_at > now() - interval '10 minutes'`.as('is_fresh')])
    .where('s.id', '=', operator.session)
    .executeTakeFirstOrThrow()
  if (has_password) {
    if (present === undefined) throw inputError('present', 'missing')
    await requirePassword(services, request, operator, present)
  } else if (!is_fresh) throw apiError('http_proof')
}
