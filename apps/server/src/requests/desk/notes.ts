import type { DeskEntry } from '@sportello/contract'
import { sql } from 'kysely'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { decryptEach, type Encryption, encryptPlainRows, ifReadable, stored } from '../../platform/keys/rules.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { readEntries } from './queries.ts'

/** The context to which the encryption of an operator's note is bound. */
export const noteContext = (customerCode: string, id: string) => ({ customerCode, column: 'desk_entries.note', id })

/** Returns what operators did with a request, with their notes decrypted. */
export async function readTimeline(encryption: Encryption, db: DeploymentDb, request: { customer_code: string; id: string }): Promise<DeskEntry[]> {
  const { customer_code } = request
  return decryptEach(await readEntries(db, request), async ({ id, created_at, operator, kind, before, after, note }) => ({
    id,
    at: created_at.toISOString(),
    operator,
    kind: kind as DeskEntry['kind'],
    before: before as DeskEntry['before'],
    after: after as DeskEntry['after'],
    text: note === null ? null : ((await ifReadable(encryption.open(db, noteContext(customer_code, id), note))) ?? null),
  }))
}

/** Encrypts the notes of operators that are still in plain text. @returns the number of encrypted notes. */
export function encryptPlainNotes(services: Pick<PlatformServices, 'encryption' | 'database'>): Promise<number> {
  return encryptPlainRows(
    services,
    (db, limit) =>
      db
        .selectFrom('desk_entries')
        .select(['customer_code', 'request_id', 'id', sql<string>`note`.as('note')])
        .where(sql<boolean>`note is not null and not starts_with(note, 'sealed1.')`)
        // The order makes PostgreSQL read the index of such rows, as for deliveries.
        .orderBy('customer_code')
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute(),
    (db, { customer_code, request_id, id, note }, key) =>
      db
        .updateTable('desk_entries')
        .set({ note: stored(key, noteContext(customer_code, id), note) })
        .where('customer_code', '=', customer_code)
        .where('request_id', '=', request_id)
        .where('id', '=', id)
        .execute(),
  )
}
