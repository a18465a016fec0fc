import { createHash, randomBytes } from 'node:crypto'
import type { onRequestHookHandler } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { fault } from '../http/fault.ts'
import type { Services } from '../services.ts'

const hashOf = (credential: string) => createHash('sha256').update(credential).digest()

/** Opens an operator's session. @returns its credential, 256 bits, said here once. */
export async function openOperatorSession({ kysely }: Pick<Database, 'kysely'>, username: string): Promise<string> {
  const credential = randomBytes(32).toString('base64url')
  await kysely
    .insertInto('operator_sessions')
    .values({ credential_hash: hashOf(credential), username })
    .execute()
  return credential
}

/** Lets operators through: 600 seconds idle, 12 hours at most, judged by the database's clock (wire contract, "HTTP"). @throws Fault http_credential. */
export function requireOperator({ database }: Pick<Services, 'database'>): onRequestHookHandler {
  return async (request) => {
    const credential = /^Bearer +([\w-]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1]
    const session =
      credential !== undefined &&
      (await database.kysely
        .updateTable('operator_sessions')
        .set({ last_used_at: sql<Date>`now()` })
        .where('credential_hash', '=', hashOf(credential))
        .where('revoked_at', 'is', null)
        .where('last_used_at', '>', sql<Date>`now() - interval '600 seconds'`)
        .where('created_at', '>', sql<Date>`now() - interval '12 hours'`)
        .returning('username')
        .executeTakeFirst())
    if (!session) throw fault('http_credential')
  }
}
