import { createHash, randomBytes } from 'node:crypto'
import { isAllowed, type KnownSetting, type OperatorRole, type OperatorWay } from '@sportello/contract'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import type { DeploymentDb } from '../platform/db/with-customer.ts'
import { apiError } from '../platform/http/api-error.ts'
import type { PlatformServices } from '../platform/services.ts'
import { browserName } from './browser-name.ts'

const hashOf = (credential: string) => createHash('sha256').update(credential).digest()

/** The operator who makes an API call. */
export interface Operator {
  username: string
  role: OperatorRole
  /** The codes of the customers that the operator may manage; null if the operator may manage all customers. */
  customers: readonly string[] | null
  /** The languages in which an operator with the role translator may change texts. Empty for other roles. */
  languages: readonly string[]
  /** The id of the operator's session in which the call was made. */
  session: string
  /**
   * Null unless two factors are mandatory and this session lacks the second. `set_up` if the operator must set up a
   * second
   * factor; `use` if the operator has one but has not used it in this session.
   */
  secondFactorDue: 'set_up' | 'use' | null
  /** True if the operator may lately have changed something, which a replica of the database may not have yet. */
  hasChanged: boolean
}

/** How an operator signed in. */
interface Entry {
  way: OperatorWay
  /** The HTTP request of the sign-in. The server stores the browser's name from it. */
  request?: Pick<FastifyRequest, 'headers'>
}

/**
 * Opens a session for an operator who has signed in; by default the sign-in used only a password.
 * @returns the session's secret credential of 256 bits, which only this call returns
 */
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

/** Returns the operator who makes an API call. Must be called after `requireOperator` has checked the call. */
export function operatorOf(request: FastifyRequest): Operator {
  const operator = operators.get(request)
  if (!operator) throw new Error('the call was not guarded')
  return operator
}

/**
 * SQL condition that is true if the operator's session `s` is open: idle for at most 600 seconds and at most 12 hours
 * old, by the database's clock (wire contract, section “HTTP”).
 */
export const isOpen = sql<boolean>`s.revoked_at is null and s.last_used_at > now() - interval '600 seconds' and s.created_at > now() - interval '12 hours'`

/**
 * SQL expression for the missing second factor of the session `s` of the operator `o`. The expression checks the
 * factors
 * with which the operator signed in, not the factors that the operator has set up. Otherwise an intruder who knows
 * only the password could set up a second factor and so gain access.
 */
const secondFactorDue = sql<Operator['secondFactorDue']>`case
  when s.way <> 'password' or not exists (select from settings where code = ${'second_factor_operators' satisfies KnownSetting} and value = 'true') then null
  when o.totp_confirmed_at is not null or exists (select from operator_passkeys p where p.username = o.username) then 'use'
  else 'set_up' end`

/**
 * For this many seconds after the start of a call that may change something, what the operator reads comes from the primary: the
 * call may take as long, and a replica may be as far behind (at most DATABASE_REPLICA_LAG_SECONDS, 60 s).
 */
const CHANGED_SECONDS = 300

/**
 * Returns a hook that checks an operator's API call. The session must be open and have the second factor, if one is
 * mandatory. The operator must have the role, and be allowed to manage the forms, that the endpoint requires.
 * @throws ApiError http_credential, http_second_factor, forms0018.
 */
export function requireOperator({ database }: Pick<PlatformServices, 'database'>): onRequestHookHandler {
  return async (request) => {
    const credential = credentialOf(request)
    const { role = 'owner', authoring, desk, wholeDeployment = false, beforeSecondFactor, onlyReads } = request.routeOptions.config
    // The dashboard marks calls that it makes by itself: lists that follow the desk would keep an absent operator's session open.
    const background = request.routeOptions.config.background || request.headers['x-background'] !== undefined
    const changes = !onlyReads && request.method !== 'GET' && request.method !== 'HEAD'
    const operator =
      credential !== undefined &&
      (await database.kysely
        .updateTable('operator_sessions as s')
        .from('operators as o')
        .set({
          last_used_at: background ? sql<Date>`s.last_used_at` : sql<Date>`now()`,
          ...(changes && { changed_at: sql<Date>`now()` }),
        })
        .whereRef('o.username', '=', 's.username')
        .where('o.disabled', '=', false)
        .where('s.credential_hash', '=', hashOf(credential))
        .where(isOpen)
        .returning(['o.username', 'o.role', 'o.customers', 'o.languages', 's.id as session', secondFactorDue.as('secondFactorDue')])
        .returning(sql<boolean>`coalesce(s.changed_at > now() - make_interval(secs => ${CHANGED_SECONDS}), false)`.as('hasChanged'))
        .executeTakeFirst())
    if (!operator) throw apiError('http_credential')
    const due = operator.secondFactorDue
    if (due !== null && beforeSecondFactor !== 'always' && !(beforeSecondFactor === 'none_yet' && due === 'set_up')) throw apiError('http_second_factor')
    if (!isAllowed(operator.role as OperatorRole, { role, authoring, desk }) || (wholeDeployment && operator.customers !== null)) throw apiError('forms0018')
    operators.set(request, operator as Operator)
  }
}

/** Reads the operators of the given sessions as they are now, by the ids of the sessions. Ended sessions, and those that lack a factor, are missing. */
export async function readOpenSessions(kysely: Database['kysely'], sessions: readonly string[]): Promise<ReadonlyMap<string, Operator>> {
  if (sessions.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('operator_sessions as s')
    .innerJoin('operators as o', 'o.username', 's.username')
    .select(['o.username', 'o.role', 'o.customers', 'o.languages', 's.id as session', secondFactorDue.as('secondFactorDue')])
    .where('s.id', 'in', [...new Set(sessions)])
    .where('o.disabled', '=', false)
    .where(isOpen)
    .execute()
  return new Map(rows.filter((row) => row.secondFactorDue === null).map((row) => [row.session, { ...row, hasChanged: false } as Operator]))
}

/** Ends the operator's session in which the call was made. */
export async function revokeCredential({ database }: Pick<PlatformServices, 'database'>, { session }: Operator): Promise<void> {
  await database.kysely.updateTable('operator_sessions').set({ revoked_at: sql<Date>`now()` }).where('id', '=', session).execute()
}

/** Ends all sessions of an operator except the current one. @returns the number of ended sessions */
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

/** Records that the operator has used a second factor in a session that began with only a password. */
export async function addFactor(db: DeploymentDb, { session }: Operator, way: 'password+code' | 'password+passkey'): Promise<void> {
  await db.updateTable('operator_sessions').set({ way }).where('id', '=', session).where('way', '=', 'password').execute()
}
