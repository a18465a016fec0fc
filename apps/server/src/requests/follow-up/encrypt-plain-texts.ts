import { sql } from 'kysely'
import { encryptPlainRows, keyIdOf, stored } from '../../platform/keys/rules.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { commentContext } from './comment.ts'
import { changesContext, messageContext } from './messages.ts'

/** Encrypts a text that is still in plain text. One of a message's two texts may be encrypted already. */
function sealed(key: Parameters<typeof stored>[0], context: Parameters<typeof stored>[1], text: string): string {
  return keyIdOf(text) === null ? stored(key, context, text) : text
}

/** Encrypts the messages, corrections and comments of requesters that are still in plain text. @returns the number of encrypted texts */
export async function encryptPlainFollowUps(services: Pick<PlatformServices, 'encryption' | 'database'>): Promise<number> {
  const messages = await encryptPlainRows(
    services,
    (db, limit) =>
      db
        .selectFrom('request_messages')
        .select(['customer_code', 'request_id', 'id', 'body', 'changes'])
        .where(sql<boolean>`not starts_with(body, 'sealed1.') or (changes is not null and not starts_with(changes, 'sealed1.'))`)
        // The order makes PostgreSQL read the index of such rows, as for deliveries.
        .orderBy('customer_code')
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute(),
    (db, { customer_code, request_id, id, body, changes }, key) =>
      db
        .updateTable('request_messages')
        .set({
          body: sealed(key, messageContext({ customer_code, id: request_id }, id), body),
          changes: changes && sealed(key, changesContext({ customer_code, id: request_id }, id), changes),
        })
        .where('customer_code', '=', customer_code)
        .where('request_id', '=', request_id)
        .where('id', '=', id)
        .execute(),
  )
  const comments = await encryptPlainRows(
    services,
    (db, limit) =>
      db
        .selectFrom('follow_ups')
        .select(['customer_code', 'request_id', sql<string>`comment`.as('comment')])
        .where(sql<boolean>`comment is not null and not starts_with(comment, 'sealed1.')`)
        .orderBy('customer_code')
        .orderBy('request_id')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute(),
    (db, { customer_code, request_id, comment }, key) =>
      db
        .updateTable('follow_ups')
        .set({ comment: stored(key, commentContext({ customer_code, id: request_id }), comment) })
        .where('customer_code', '=', customer_code)
        .where('request_id', '=', request_id)
        .execute(),
  )
  return messages + comments
}
