import type { Answers, FormParams } from '@sportello/contract'
import { sql } from 'kysely'
import type { Json } from '../../platform/db/schema.ts'
import type { CustomerDb } from '../../platform/db/with-customer.ts'
import { type CustomerKey, encryptedJson } from '../../platform/keys/rules.ts'
import { ENCRYPTION_CONTEXTS, taxCodeHashes } from './encrypted-answers.ts'
import { indexRequest } from './index-answers.ts'
import type { NewRequest } from './new-request.ts'
import type { RequestServices } from './services.ts'

interface Key {
  customer_code: string
  id: string
}

/** Answers of a stored request. */
export interface StoredAnswers {
  form_fields: Answers | null
  further_questions: Answers | null
}

/**
 * Replaces the answers of a request, and by which tax codes and words it is found. The caller has locked the request, and the key if
 * there is one.
 * @param key the key that encrypts the answers; null if they are stored in plain text
 */
export async function replaceAnswers(
  services: Pick<RequestServices, 'config' | 'encryption' | 'customerKeys'>,
  db: CustomerDb,
  { customer_code, id }: Key,
  { form_fields, further_questions }: StoredAnswers,
  { key, params }: { key: CustomerKey | null; params: Pick<FormParams, 'desk_search'> },
): Promise<void> {
  const json = (place: ReturnType<(typeof ENCRYPTION_CONTEXTS)['formFields']>, value: Answers | null) =>
    value === null ? null : JSON.stringify(encryptedJson(key, place, value as Json))
  await db
    .updateTable('answers')
    .set({
      form_fields: json(ENCRYPTION_CONTEXTS.formFields(customer_code, id), form_fields) ?? '{}',
      further_questions: json(ENCRYPTION_CONTEXTS.furtherQuestions(customer_code, id), further_questions),
    })
    .where('customer_code', '=', customer_code)
    .where('request_id', '=', id)
    .execute()
  await db.deleteFrom('tax_codes').where('customer_code', '=', customer_code).where('request_id', '=', id).execute()
  const hashes = taxCodeHashes(services.config.secretKey, { ...form_fields, ...further_questions })
  if (hashes.length > 0)
    await db
      .insertInto('tax_codes')
      .values(hashes.map((code_hash) => ({ customer_code, request_id: id, code_hash })))
      .execute()
  await db.deleteFrom('search_words').where('customer_code', '=', customer_code).where('request_id', '=', id).execute()
  const { rows } = await sql`select from requests where customer_code = ${customer_code} and id = ${id} and processed_at is not null`.execute(db)
  // Other requests are indexed when their tickets are opened.
  if (rows.length > 0) await indexRequest(services, db, { code: customer_code, params }, id)
}

/** Adds files to a request. They are in the permanent storage already. */
export async function insertFiles(db: CustomerDb, { customer_code, id }: Key, files: NewRequest['attachments']): Promise<void> {
  if (files.length === 0) return
  await sql`
    insert into attachments (customer_code, id, request_id, property_code, name, media_type, size, sha256, key_id, scanned_at)
    select ${customer_code}, f.id, ${id}, f.property_code, f.name, f.media_type, f.size, decode(f.sha256, 'hex'), f.key_id, case when f.scanned then now() end
    from jsonb_to_recordset(${JSON.stringify(files)}) as f(id uuid, property_code text, name text, media_type text, size bigint, sha256 text, key_id uuid, scanned boolean)`.execute(
    db,
  )
}
