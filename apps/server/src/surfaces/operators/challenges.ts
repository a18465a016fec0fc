import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

/** The purpose for which a sign-in challenge is issued. The challenge is invalid for any other purpose. */
export type ChallengePurpose = 'passkey.add' | 'passkey.use' | 'provider'

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest()

/** Stores a sign-in challenge. The database's clock decides when it expires. */
export async function giveChallenge(
  { kysely }: Pick<Database, 'kysely'>,
  challenge: string,
  { purpose, username = null, seconds }: { purpose: ChallengePurpose; username?: string | null; seconds: number },
): Promise<void> {
  await kysely.deleteFrom('operator_challenges').where('expires_at', '<', sql<Date>`now()`).execute()
  await kysely
    .insertInto('operator_challenges')
    .values({ challenge_hash: hashOf(challenge), purpose, username, expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .execute()
}

/**
 * Marks a sign-in challenge as used. A challenge works only once, even for parallel calls.
 * @returns true if the challenge was issued for the given purpose and person and had not expired
 */
export async function takeChallenge(
  { kysely }: Pick<Database, 'kysely'>,
  challenge: string,
  { purpose, username = null }: { purpose: ChallengePurpose; username?: string | null },
): Promise<boolean> {
  const { numDeletedRows } = await kysely
    .deleteFrom('operator_challenges')
    .where('challenge_hash', '=', hashOf(challenge))
    .where('purpose', '=', purpose)
    .where('username', 'is not distinct from', username)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
