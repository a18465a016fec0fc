import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { CustomerDb, DeploymentDb } from '../db/with-customer.ts'

/** Reads the newest encryption key of a customer. It encrypts new data. */
export function newestKey(db: CustomerDb, customerCode: string) {
  return db.selectFrom('customer_keys').select(['id', 'sealed_key']).where('customer_code', '=', customerCode).orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export function findKey(db: CustomerDb | DeploymentDb, customerCode: string, id: string) {
  return db.selectFrom('customer_keys').select(['id', 'sealed_key']).where('customer_code', '=', customerCode).where('id', '=', id).executeTakeFirst()
}

/**
 * Prevents the deletion of a customer's encryption key until the transaction ends, by a lock. @returns true if the key
 * exists
 */
export async function lockKey(db: CustomerDb | DeploymentDb, customerCode: string, id: string): Promise<boolean> {
  const row = await db.selectFrom('customer_keys').select('id').where('customer_code', '=', customerCode).where('id', '=', id).forKeyShare().executeTakeFirst()
  return row !== undefined
}

/**
 * Takes a lock that lasts until the transaction ends. Until then, no other transaction can create an encryption key for
 * the customer.
 */
export async function lockKeyCreation(db: CustomerDb, customerCode: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`customer key ${customerCode}`}, 0))`.execute(db)
}

/**
 * Stores a new encryption key of a customer in encrypted form.
 * @param seal encrypts the key for the given key id
 */
export async function insertKey(db: CustomerDb, customerCode: string, seal: (id: string) => Buffer): Promise<string> {
  const id = randomUUIDv7()
  await db
    .insertInto('customer_keys')
    .values({ customer_code: customerCode, id, sealed_key: seal(id) })
    .execute()
  return id
}

export async function deleteKeys(db: CustomerDb, customerCode: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('customer_keys').where('customer_code', '=', customerCode).executeTakeFirst()
  return Number(numDeletedRows)
}
