import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { type CustomerDb, withCustomer } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'

const hashOf = (credential: string) => createHash('sha256').update(credential).digest()

/**
 * Creates the credential of a partner's system for one form. It has 256 random bits, and only this call returns it.
 * @param madeBy the operator who creates the credential; null for the command line
 */
export async function makeCredential(db: CustomerDb, customerCode: string, description: string, madeBy: string | null = null): Promise<string> {
  const credential = randomBytes(32).toString('base64url')
  await db
    .insertInto('credentials')
    .values({ customer_code: customerCode, credential_hash: hashOf(credential), description, made_by: madeBy })
    .execute()
  return credential
}

/**
 * Returns true if a partner's system makes the call (access mode B2B).
 * @throws ApiError forms0011 if the credential belongs to another form or the form accepts no credentials.
 */
export async function isPartner(services: CustomerServices, customer: Customer, request: FastifyRequest): Promise<boolean> {
  // Reads only credentials of the Authorization scheme Bearer. A proxy in front of the server may use other schemes for
  // a password of its own.
  const given = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (given === undefined) return false
  const found =
    customer.params.auth_type?.includes('B2B') &&
    (await withCustomer(services.database.kysely, customer.code, (db) => takeUse(db, customer.code, hashOf(given))))
  if (!found) throw apiError('forms0011')
  return true
}

/**
 * Returns true if a partner's credential is valid. Also records when it was last used, but at most once a minute, so
 * that
 * parallel calls do not wait for the row lock.
 */
async function takeUse(db: CustomerDb, code: string, hash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('credentials')
    .select(['id', sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('stale')])
    .where('customer_code', '=', code)
    .where('credential_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (found?.stale)
    await db.updateTable('credentials').set({ last_used_at: sql<Date>`now()` }).where('customer_code', '=', code).where('id', '=', found.id).execute()
  return found !== undefined
}
