import type { Answers } from '@sportello/contract'
import { sql } from 'kysely'
import type { Json } from '../../platform/db/schema.ts'
import { encryptedJson, encryptPlainRows, stored } from '../../platform/keys/rules.ts'
import { ENCRYPTION_CONTEXTS, taxCodeHashes } from './encrypted-answers.ts'
import type { RequestServices } from './services.ts'

/**
 * Encrypts the answers and summaries of requests that are still stored in plain text.
 * @returns the number of encrypted rows.
 */
export async function encryptPlainRequests(services: RequestServices): Promise<number> {
  const answers = await encryptPlainRows(
    services,
    (db, limit) =>
      db
        .selectFrom('answers')
        .select(['customer_code', 'request_id', 'form_fields', 'further_questions'])
        .where(sql<boolean>`jsonb_typeof(form_fields) = 'object'`)
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute(),
    async (db, { customer_code, request_id, form_fields, further_questions }, key) => {
      const json = (value: Json) => (value === null ? null : JSON.stringify(value))
      const hashes = taxCodeHashes(services.config.secretKey, { ...(form_fields as Answers), ...(further_questions as Answers | null) })
      const rows = hashes.map((code_hash) => ({ customer_code, request_id, code_hash }))
      if (rows.length > 0)
        await db
          .insertInto('tax_codes')
          .values(rows)
          .onConflict((clash) => clash.doNothing())
          .execute()
      await db
        .updateTable('answers')
        .set({
          form_fields: json(encryptedJson(key, ENCRYPTION_CONTEXTS.formFields(customer_code, request_id), form_fields)),
          further_questions: json(encryptedJson(key, ENCRYPTION_CONTEXTS.furtherQuestions(customer_code, request_id), further_questions)),
        })
        .where('customer_code', '=', customer_code)
        .where('request_id', '=', request_id)
        .execute()
    },
  )
  const summaries = await encryptPlainRows(
    services,
    (db, limit) =>
      db
        .selectFrom('requests')
        .select(['customer_code', 'id', sql<string>`summary_html`.as('summary')])
        .where(sql<boolean>`summary_html is not null and not starts_with(summary_html, 'sealed1.')`)
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked()
        .execute(),
    (db, { customer_code, id, summary }, key) =>
      db
        .updateTable('requests')
        .set({ summary_html: stored(key, ENCRYPTION_CONTEXTS.summary(customer_code, id), summary) })
        .where('customer_code', '=', customer_code)
        .where('id', '=', id)
        .execute(),
  )
  return answers + summaries
}
