import { sql } from 'kysely'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import type { Json } from '../../platform/db/schema.ts'
import { acrossCustomers, type CustomerDb } from '../../platform/db/with-customer.ts'

export interface NewSession {
  customerCode: string
  codeHash: Buffer
  authType: string
  person: string | null
  known: Json
  mappingId: string | null
  seconds: number
  /**
   * Present if the session belongs to a personal link. Contains the operator who created the link; null for the command
   * line.
   */
  link?: { madeBy: string | null }
}

export async function insertSession(db: CustomerDb, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      customer_code: session.customerCode,
      code_hash: session.codeHash,
      auth_type: session.authType,
      person: session.person,
      known_data: JSON.stringify(session.known),
      mapping_id: session.mappingId,
      expires_at: sql<Date>`now() + make_interval(secs => ${session.seconds})`,
      ...(session.link && { link_id: sql<string>`uuidv7()`, made_by: session.link.madeBy }),
    })
    .execute()
}

/** Reads a visitor's session. Also returns whether it has expired by the database's clock. */
export function findSession(db: CustomerDb, customerCode: string, codeHash: Buffer) {
  return db
    .selectFrom('sessions')
    .select(['auth_type', 'person', 'known_data', 'used_at'])
    .select(({ eb }) => [
      eb('expires_at', '<=', sql<Date>`now()`).as('expired'),
      sql<number>`extract(epoch from expires_at - created_at)::float8`.as('lifetime_s'),
    ])
    .where('customer_code', '=', customerCode)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
}

/** Returns true if a session of any customer has the given code. */
export async function sessionExists(db: CustomerDb, codeHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ stands: boolean }>`select session_stands(${codeHash}) as stands`.execute(db)
  return rows[0]?.stands ?? false
}

/**
 * Ends a visitor's session. The session of a personal link stays in the database, because operators see it in their
 * list of links.
 * @returns true if a session was ended
 */
export async function endSession(db: CustomerDb, customerCode: string, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('customer_code', '=', customerCode)
    .where('code_hash', '=', codeHash)
    .where('link_id', 'is', null)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Ends all sessions of a person on a form. */
export async function endSessionsOf(db: CustomerDb, customerCode: string, person: string): Promise<void> {
  await db.deleteFrom('sessions').where('customer_code', '=', customerCode).where('person', '=', person).execute()
}

/** Records an SSO message as used. @returns true if the message had not been used before */
export async function takeMessage(db: CustomerDb, customerCode: string, jtiHash: Buffer, seconds: number): Promise<boolean> {
  const taken = await db
    .insertInto('used_messages')
    .values({ customer_code: customerCode, jti_hash: jtiHash, expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .onConflict((conflict) => conflict.doNothing())
    .returning('customer_code')
    .executeTakeFirst()
  return taken !== undefined
}

/**
 * Deletes sessions a week after their expiry. Until then, visitors who return late get an error that says so. Also
 * deletes
 * the records of used SSO messages that have expired.
 */
export async function sweepSessions(services: CustomerServices): Promise<void> {
  await acrossCustomers(services.database.jobs, async (db) => {
    await db.deleteFrom('sessions').where('expires_at', '<', sql<Date>`now() - interval '7 days'`).execute()
    await db.deleteFrom('used_messages').where('expires_at', '<', sql<Date>`now()`).execute()
  })
}
