import { openDatabase } from '../../apps/server/src/platform/db/database.ts'
import type { Json } from '../../apps/server/src/platform/db/schema.ts'
import { CustomerKeys, Encryption } from '../../apps/server/src/platform/keys/rules.ts'
import { decryptAnswers } from '../../apps/server/src/requests/requests/encrypted-answers.ts'
import { type Lab, SECRET_KEY } from './deployment.ts'

/** Encrypted answers of a request, as the database stores them. */
export interface StoredAnswers {
  customer_code: string
  id: string
  form_fields: Json
}

/**
 * Decrypts the stored answers of requests. Returns for each request its answer to the question `street`; null if there
 * is none.
 * @throws Unreadable
 */
export async function storedStreets(lab: Pick<Lab, 'database'>, kept: readonly StoredAnswers[]): Promise<(string | null)[]> {
  const database = openDatabase(lab.database, () => {})
  try {
    const encryption = new Encryption(new CustomerKeys(database, SECRET_KEY), async () => new Map())
    const streets: (string | null)[] = []
    for (const row of kept) {
      const { form_fields } = await decryptAnswers(encryption, null, row, { form_fields: row.form_fields, further_questions: null })
      streets.push((form_fields?.street as string | undefined) ?? null)
    }
    return streets
  } finally {
    await database.close()
  }
}
