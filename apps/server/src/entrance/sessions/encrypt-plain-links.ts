import { sql } from 'kysely'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import type { Json } from '../../platform/db/schema.ts'
import { encryptedJson, encryptPlainRows } from '../../platform/keys/rules.ts'
import { knownPlace } from './known-data.ts'

/**
 * Encrypts the personal data of personal links that the database still stores in plain text. Other sessions in plain
 * text are left as they are, because they end within an hour.
 * @returns the number of encrypted links
 */
export function encryptPlainLinks(services: CustomerServices): Promise<number> {
  return encryptPlainRows(
    services,
    (db, limit) =>
      db
        .selectFrom('sessions')
        .select(['customer_code', 'code_hash', 'known_data'])
        .where(sql<boolean>`link_id is not null and jsonb_typeof(known_data) = 'object'`)
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute(),
    (db, { customer_code, code_hash, known_data }, key) =>
      db
        .updateTable('sessions')
        .set({ known_data: JSON.stringify(encryptedJson(key, knownPlace(customer_code, code_hash), known_data as Json)), person: null })
        .where('customer_code', '=', customer_code)
        .where('code_hash', '=', code_hash)
        .execute(),
  )
}
