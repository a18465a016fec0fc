import { createHash, randomBytes } from 'node:crypto'
import { type OperatorRole, reaches } from '@sportello/contract'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { DeploymentDb } from '../db/with-customer.ts'
import { fault } from '../http/fault.ts'
import type { Services } from '../services.ts'

const hashOf = (credential: string) => createHash('sha256').update(credential).digest()

/** Who makes a management call. */
export interface Operator {
  username: string
  role: OperatorRole
  /** The customers in reach; null where all. */
  customers: readonly string[] | null
}

/** Opens an operator's session. @returns its credential, 256 bits, said here once. */
export async function openOperatorSession({ kysely }: Pick<Database, 'kysely'>, username: string): Promise<string> {
  const credential = randomBytes(32).toString('base64url')
  await kysely
    .insertInto('operator_sessions')
    .values({ credential_hash: hashOf(credential), username })
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

/**
 * Lets operators through whose role and reach the call's endpoint asks for: 600 seconds idle, 12 hours at most, judged by the database's
 * clock (wire contract, "HTTP"). @throws Fault http_credential, forms0018.
 */
export function requireOperator({ database }: Pick<Services, 'database'>): onRequestHookHandler {
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
        .where('s.revoked_at', 'is', null)
        .where('s.last_used_at', '>', sql<Date>`now() - interval '600 seconds'`)
        .where('s.created_at', '>', sql<Date>`now() - interval '12 hours'`)
        .returning(['o.username', 'o.role', 'o.customers'])
        .executeTakeFirst())
    if (!operator) throw fault('http_credential')
    const { role = 'owner', wholeDeployment = false } = request.routeOptions.config
    if (!reaches(operator.role as OperatorRole, role) || (wholeDeployment && operator.customers !== null)) throw fault('forms0018')
    operators.set(request, operator as Operator)
  }
}

/** Makes the credential of a call good for nothing. */
export async function revokeCredential({ database }: Pick<Services, 'database'>, request: FastifyRequest): Promise<void> {
  await database.kysely
    .updateTable('operator_sessions')
    .set({ revoked_at: sql<Date>`now()` })
    .where('credential_hash', '=', hashOf(credentialOf(request) ?? ''))
    .execute()
}

/** Ends the sessions of an operator but the one that makes the call. */
export async function revokeOtherCredentials(db: DeploymentDb, request: FastifyRequest, username: string): Promise<void> {
  await db
    .updateTable('operator_sessions')
    .set({ revoked_at: sql<Date>`now()` })
    .where('username', '=', username)
    .where('revoked_at', 'is', null)
    .where('credential_hash', '!=', hashOf(credentialOf(request) ?? ''))
    .execute()
}
