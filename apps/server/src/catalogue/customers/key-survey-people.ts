import { sql } from 'kysely'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { keyedPerson } from './keyed-person.ts'
import type { CustomerServices } from './services.ts'

/** Number of survey participants whose hashes the daily job replaces in one transaction. */
const BATCH = 500

/**
 * Replaces old hashes of survey participants by hashes that are keyed with the customer's key. Earlier releases stored
 * hashes without a key, and their servers still look for them until a rolling update is complete. The job therefore
 * runs daily.
 * @returns the number of replaced hashes
 */
export async function keySurveyPeople({ database, customerKeys }: Pick<CustomerServices, 'database' | 'customerKeys'>): Promise<number> {
  for (let keyed = 0; ; ) {
    const batch = await acrossCustomers(database.jobs, async (db) => {
      const rows = await db
        .selectFrom('survey_people')
        .select(['customer_code', 'definition_code_tag', 'person_hash'])
        .where(sql<boolean>`octet_length(person_hash) = 32`)
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const row of rows) {
        const { key } = await customerKeys.current(row.customer_code)
        const { keyed: person_hash } = keyedPerson(key, row.person_hash)
        await sql`
          with old as (
            delete from survey_people where customer_code = ${row.customer_code} and definition_code_tag = ${row.definition_code_tag}
              and person_hash = ${row.person_hash} returning *
          ) insert into survey_people (customer_code, definition_code_tag, person_hash, sent_at)
            select customer_code, definition_code_tag, ${person_hash}::bytea, sent_at from old on conflict do nothing`.execute(db)
      }
      return rows.length
    })
    keyed += batch
    if (batch < BATCH) return keyed
  }
}
