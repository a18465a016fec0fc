import { canonicalEmail, type KnownData } from '@sportello/contract'
import { type SqlBool, sql } from 'kysely'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { type Encryption, ifReadable } from '../../platform/keys/rules.ts'
import { emailsOf, knownPlace } from './known-data.ts'

/**
 * Number of sessions that a search for a person reads per SELECT. The search decrypts the personal data of each
 * session, because the database cannot search encrypted data.
 */
const PAGE = 1_000

interface Sought {
  /**
   * The person's e-mail address, normalised by `canonicalEmail`. Null if the operator searches without an e-mail
   * address.
   */
  mailbox: string | null
  taxCode: string | null
  /**
   * Identifiers of the person's accounts and login tokens. Each identifier is combined with the code of its form
   * (`atForm`).
   */
  people: ReadonlySet<string>
}

export const atForm = (form: string, person: string) => `${form}\n${person}`

/** Returns the sessions of one person, including personal links, with the personal data that is stored with them. */
export async function sessionsOfPerson(encryption: Encryption, db: DeploymentDb, { mailbox, taxCode, people }: Sought) {
  const found = []
  let after: { form: string; code_hash: Buffer } = { form: '', code_hash: Buffer.alloc(0) }
  for (;;) {
    const page = await db
      .selectFrom('sessions')
      .select(['customer_code as form', 'code_hash', 'person', 'known_data', 'link_id', 'created_at', 'expires_at', 'used_at'])
      .where(sql<SqlBool>`(customer_code, code_hash) > (${after.form}, ${after.code_hash})`)
      .orderBy('customer_code')
      .orderBy('code_hash')
      .limit(PAGE)
      .execute()
    for (const { known_data, person, ...row } of page) {
      const known = ((await ifReadable(encryption.openJson(db, knownPlace(row.form, row.code_hash), known_data))) ?? {}) as KnownData
      const isTheirs =
        (person !== null && people.has(atForm(row.form, person))) ||
        (mailbox !== null && emailsOf(known).some((address) => canonicalEmail(address) === mailbox)) ||
        (taxCode !== null && Object.values(known).some((value) => String(value).trim().toUpperCase() === taxCode))
      if (isTheirs) found.push({ ...row, known })
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return found
    after = last
  }
}
