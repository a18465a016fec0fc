import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

/** What a challenge was given out for; it is good for nothing else. */
export type ChallengePurpose = 'passkey.add' | 'passkey.use' | 'provider'

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest()

/** Remembers what was asked of a browser, until the database's clock says that it is over. */
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

/** Takes a challenge's single use: of many who bring it at once, one. @returns whether it was there, for this purpose and person, and in time. */
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
