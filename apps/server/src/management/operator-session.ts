import { createHash, randomBytes } from 'node:crypto'
import { type KnownSetting, type OperatorRole, type OperatorWay, reaches } from '@sportello/contract'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import type { DeploymentDb } from '../platform/db/with-customer.ts'
import { apiError } from '../platform/http/api-error.ts'
import type { PlatformServices } from '../platform/services.ts'
import { browserName } from './browser-name.ts'

const hashOf = (credential: string) => createHash('sha256').update(credential).digest()

/** Who makes a management call. */
export interface Operator {
  username: string
  role: OperatorRole
  /** The customers in reach; null where all. */
  customers: readonly string[] | null
  /** The id of the session that the call is made in. */
  session: string
  /** What the session lacks where two factors are a must: that a second one is set up, or that it was used; null where nothing. */
  secondFactorDue: 'set_up' | 'use' | null
}

/** How a session is entered. */
interface Entry {
  way: OperatorWay
  /** What entered it; without one it is not told. */
  request?: Pick<FastifyRequest, 'headers'>
}

/** Opens an operator's session; where nobody says how it was entered, by a password alone. @returns its credential, 256 bits, said here once. */
export async function openOperatorSession(
  { kysely }: Pick<Database, 'kysely'>,
  username: string,
  { way, request }: Entry = { way: 'password' },
): Promise<string> {
  const credential = randomBytes(32).toString('base64url')
  await kysely
    .insertInto('operator_sessions')
    .values({ credential_hash: hashOf(credential), username, way, browser: browserName(request?.headers['user-agent']) })
    .execute()
  return credential
}

const credentialOf = (request: FastifyRequest) => /^Bearer +([\w-]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1]

const operators = new WeakMap<FastifyRequest, Operator>()

/** Who makes a call that `requireOperator` let through. */
export function operatorOf(request: FastifyRequest): Operator {
  const operator = operators.get(request)
  if (!operator) throw new Error('the call was not guarded')
  return operator
}

/** Of a session `s` that is not over: 600 seconds idle, 12 hours at most, by the database's clock (wire contract, "HTTP"). */
export const isOpen = sql<boolean>`s.revoked_at is null and s.last_used_at > now() - interval '600 seconds' and s.created_at > now() - interval '12 hours'`

/**
 * Of a session `s` of the operator `o`, by what is set and set up at this moment. It is judged by how the session was entered, not by what the
 * operator has: who knows the password alone of somebody with a passkey has used no second factor, and may not add one either.
 */
const secondFactorDue = sql<Operator['secondFactorDue']>`case
  when s.way <> 'password' or not exists (select from settings where code = ${'second_factor_operators' satisfies KnownSetting} and value = 'true') then null
  when o.totp_confirmed_at is not null or exists (select from operator_passkeys p where p.username = o.username) then 'use'
  else 'set_up' end`

/**
 * Lets operators through whose session is open, and whose factors, role and reach are what the call's endpoint asks for. @throws ApiError
 * http_credential, http_second_factor, forms0018.
 */
export function requireOperator({ database }: Pick<PlatformServices, 'database'>): onRequestHookHandler {
  return async (request) => {
    const credential = credentialOf(request)
    const operator =
      credential !== undefined &&
      (await database.kysely
        .updateTable('operator_sessions as s')
        .from('operators as o')
        .set({ last_used_at: sql<Date>`now()` })
        .whereRef('o.username', '=', 's.username')
        .where('o.disabled', '=', false)
        .where('s.credential_hash', '=', hashOf(credential))
        .where(isOpen)
        .returning(['o.username', 'o.role', 'o.customers', 's.id as session', secondFactorDue.as('secondFactorDue')])
        .executeTakeFirst())
    if (!operator) throw apiError('http_credential')
    const { role = 'owner', wholeDeployment = false, beforeSecondFactor } = request.routeOptions.config
    const due = operator.secondFactorDue
    if (due !== null && beforeSecondFactor !== 'always' && !(beforeSecondFactor === 'none_yet' && due === 'set_up')) throw apiError('http_second_factor')
    if (!reaches(operator.role as OperatorRole, role) || (wholeDeployment && operator.customers !== null)) throw apiError('forms0018')
    operators.set(request, operator as Operator)
  }
}

/** Makes the credential of a call good for nothing. */
export async function revokeCredential({ database }: Pick<PlatformServices, 'database'>, { session }: Operator): Promise<void> {
  await database.kysely.updateTable('operator_sessions').set({ revoked_at: sql<Date>`now()` }).where('id', '=', session).execute()
}

/** Ends the sessions of an operator but the one that makes the call. @returns how many were still open */
export async function revokeOtherCredentials(db: DeploymentDb, { username, session }: Operator): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('operator_sessions as s')
    .set({ revoked_at: sql<Date>`now()` })
    .where('s.username', '=', username)
    .where(isOpen)
    .where('s.id', '!=', session)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** A second factor was shown in a session that was entered by a password alone. */
export async function addFactor(db: DeploymentDb, { session }: Operator, way: 'password+code' | 'password+passkey'): Promise<void> {
  await db.updateTable('operator_sessions').set({ way }).where('id', '=', session).where('way', '=', 'password').execute()
}
