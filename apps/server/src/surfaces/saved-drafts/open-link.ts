import { readSecondFactor, type SecondFactor } from '@sportello/contract'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { hashPassword, verifyPassword } from '../../entrance/accounts/rules.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import type { CustomerKey } from '../../platform/keys/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { endLocked, type FoundDraft, findDraft, recordOpened, takeTry, triesLeft } from '../../requests/saved-drafts/queries.ts'
import { contentKey, linkHash, openContent, type SavedContent } from '../../requests/saved-drafts/rules.ts'

/** A saved draft whose link and second factor were right. */
export interface OpenDraft {
  row: FoundDraft
  content: SavedContent
  /** The key that decrypts the draft's files. */
  key: CustomerKey
}

/** The second factor that a draft still needs. */
export interface NeededFactor {
  needs: SecondFactor
  left: number
}

/**
 * Throws the error of a draft that has ended. The parameter of forms0042 says why.
 * @throws ApiError forms0040, forms0042.
 */
export function rejectEnded({ ended }: Pick<FoundDraft, 'ended'>): void {
  if (ended === 'expired') throw apiError('forms0040')
  if (ended) throw apiError('forms0042', [ended])
}

/**
 * Opens a saved draft by the key of its link. A wrong second factor is counted before it is compared. After the last wrong one
 * the draft is deleted.
 * @param typed the second factor as the visitor typed it
 * @throws ApiError forms0003, forms0040, forms0042.
 */
export async function openLink(services: RequestServices, customer: Customer, linkKey: string, typed: string | undefined): Promise<OpenDraft | NeededFactor> {
  const { kysely } = services.database
  const row = await withCustomer(kysely, customer.code, (db) => findDraft(db, customer.code, linkHash(linkKey)))
  if (!row) throw apiError('forms0003')
  rejectEnded(row)
  const { id, second_factor: kind } = row
  if (kind && typed === undefined) return { needs: kind, left: await withCustomer(kysely, customer.code, (db) => triesLeft(db, customer.code, id)) }
  if (kind) {
    const left = await compareFactor(services, customer.code, { id, kind }, typed ?? '')
    if (left !== undefined) return { needs: kind, left }
  }
  const customerKey = row.key_id === null ? undefined : await services.customerKeys.byId(customer.code, row.key_id)
  const key = row.key_id !== null && customerKey && contentKey(linkKey, { id: row.key_id, key: customerKey }, customer.code)
  const content = key && row.content !== null ? openContent(key, customer.code, id, row.content) : undefined
  // The customer's keys were destroyed, and the content with them.
  if (!key || !content) throw apiError('forms0003')
  await withCustomer(kysely, customer.code, (db) => recordOpened(db, customer.code, id))
  return { row, content, key }
}

/** Compares a second factor. @returns the wrong tries that are left; undefined if it is right */
async function compareFactor(
  { database, attachments }: RequestServices,
  customerCode: string,
  { id, kind }: { id: string; kind: SecondFactor },
  typed: string,
): Promise<number | undefined> {
  const tried = await withCustomer(database.kysely, customerCode, (db) => takeTry(db, customerCode, id))
  if (tried && (await verifyPassword(tried.hash, readSecondFactor(kind, typed) ?? ''))) return undefined
  if (tried && tried.left > 0) return tried.left
  const files = await withCustomer(database.kysely, customerCode, (db) => endLocked(db, customerCode, id))
  await attachments.removeUnnamed(files.map((file) => ({ customerCode, id: file })))
  return 0
}

/**
 * Returns the hash of a new second factor; null if the form asks for none.
 * @throws ApiError forms0038 if it is missing or unusable.
 */
export async function hashFactor(kind: SecondFactor | null, typed: string | undefined): Promise<string | null> {
  if (kind === null) return null
  const factor = readSecondFactor(kind, typed ?? '')
  if (factor === undefined) throw apiError('forms0038', [], 'second_factor')
  return hashPassword(factor)
}
