import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { CustomerDb, DeploymentDb } from '../db/with-customer.ts'

/** The key that a customer's new files are sealed with. */
export function newestKey(db: CustomerDb, customerCode: string) {
  return db.selectFrom('customer_keys').select(['id', 'sealed_key']).where('customer_code', '=', customerCode).orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export function findKey(db: CustomerDb, customerCode: string, id: string) {
  return db.selectFrom('customer_keys').select(['id', 'sealed_key']).where('customer_code', '=', customerCode).where('id', '=', id).executeTakeFirst()
}

/** @param seal seals the key for the id that it gets */
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

/** A file as its row tells of it. */
export interface StoredFile {
  customer_code: string
  id: string
  name: string
  size: number
  sha256: Buffer
  key_id: string | null
  malware: string | null
}

/** Files in the order of customer and id, those after `after`. */
export function filesAfter(db: DeploymentDb, after: { customer_code: string; id: string }, limit: number, form?: string): Promise<StoredFile[]> {
  return db
    .selectFrom('attachments')
    .select(['customer_code', 'id', 'name', 'size', 'sha256', 'key_id', 'malware'])
    .where(sql<boolean>`(customer_code, id) > (${after.customer_code}, ${after.id}::uuid)`)
    .$if(form !== undefined, (query) => query.where('customer_code', '=', form ?? ''))
    .orderBy('customer_code')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** What a scan has found in a file; null: nothing. */
export async function markScanned(
  db: CustomerDb | DeploymentDb,
  { customer_code, id }: Pick<StoredFile, 'customer_code' | 'id'>,
  malware: string | null,
): Promise<void> {
  await db.updateTable('attachments').set({ malware, scanned_at: sql`now()` }).where('customer_code', '=', customer_code).where('id', '=', id).execute()
}
