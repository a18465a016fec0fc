import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

/** The purpose of a sign-in challenge, which is invalid for any other purpose. */
export type ChallengePurpose = 'passkey.add' | 'passkey.use' | 'provider'

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest()

/** Stores a sign-in challenge until it expires by the database's clock. */
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
 * Marks a sign-in challenge as used; a challenge works once even in parallel calls.
 * @returns whether the challenge was issued for the given purpose and person, and had not expired
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
