import { sql } from 'kysely'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'

/** A row of the attachments table. */
export interface StoredFile {
  customer_code: string
  id: string
  name: string
  size: number
  sha256: Buffer
  key_id: string | null
  malware: string | null
}

/** Returns the attachment rows that follow a cursor, sorted by customer and id. */
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

/** Returns the attachments of a request in which the virus scan found no malware, in the order of their upload. */
export function filesOf(db: CustomerDb, customerCode: string, requestId: string): Promise<(StoredFile & { media_type: string })[]> {
  return db
    .selectFrom('attachments')
    .select(['customer_code', 'id', 'name', 'media_type', 'size', 'sha256', 'key_id', 'malware'])
    .where('customer_code', '=', customerCode)
    .where('request_id', '=', requestId)
    .where('malware', 'is', null)
    .orderBy('id')
    .execute()
}

/** Records the result of an attachment's virus scan: the name of the malware, or null if the scan found none. */
export async function markScanned(
  db: CustomerDb | DeploymentDb,
  { customer_code, id }: Pick<StoredFile, 'customer_code' | 'id'>,
  malware: string | null,
): Promise<void> {
  await db.updateTable('attachments').set({ malware, scanned_at: sql`now()` }).where('customer_code', '=', customer_code).where('id', '=', id).execute()
}
