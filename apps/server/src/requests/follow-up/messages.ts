import { type AnswerChange, MAX_WAITING_MESSAGES, MESSAGES_PER_DAY, type RequestMessage } from '@sportello/contract'
import { sql } from 'kysely'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'
import { decryptEach, type Encryption, ifReadable } from '../../platform/keys/rules.ts'

interface Key {
  customer_code: string
  id: string
}

/** The context to which the encryption of a message is bound. Senders make the ids of messages, so the request's id is part of it. */
export const messageContext = ({ customer_code: customerCode, id }: Key, messageId: string) => ({
  customerCode,
  column: 'request_messages.body',
  id: `${id}.${messageId}`,
})

/** The context to which the encryption of the corrected answers in a message is bound. */
export const changesContext = (key: Key, messageId: string) => ({ ...messageContext(key, messageId), column: 'request_messages.changes' })

interface NewMessage {
  id: string
  sender: 'desk' | 'requester'
  /** User name of the operator who asks; null for messages of the requester. */
  operator: string | null
  /** Text as the database stores it. */
  body: string
  kind?: RequestMessage['kind']
  /** Codes of the questions that the message concerns. */
  properties?: readonly string[]
  /** The message of the desk that is answered. */
  replyTo?: string
  /** Corrected answers as the database stores them: the text of a JSON list of `AnswerChange`. */
  changes?: string | null
  /** Ids of the files that were sent with the message. */
  files?: readonly string[]
}

/**
 * Stores a message. @returns false if one with this id, or with the same `replyTo`, is stored already, so that a repeated call has no
 * second effect
 */
export async function insertMessage(db: CustomerDb | DeploymentDb, { customer_code, id }: Key, message: NewMessage): Promise<boolean> {
  const { kind = 'question', properties = [], replyTo = null, changes = null, files = [] } = message
  const { rows } = await sql`
    insert into request_messages (customer_code, request_id, id, sender, operator, kind, body, properties, reply_to, changes, files)
    values (${customer_code}, ${id}, ${message.id}, ${message.sender}, ${message.operator}, ${kind}, ${message.body}, ${JSON.stringify(properties)},
      ${replyTo}, ${changes}, ${JSON.stringify(files)})
    on conflict do nothing returning id`.execute(db)
  return rows.length > 0
}

/**
 * Returns why a requester may not write now: too many messages in a day, or too many that the desk has not read. The caller has
 * locked the request.
 */
export async function messageLimit(db: CustomerDb, { customer_code, id }: Key, messageId: string): Promise<'day' | 'waiting' | undefined> {
  const { rows } = await sql<{ today: number; waiting: number }>`
    select (count(*) filter (where created_at > now() - interval '1 day'))::int as today, (count(*) filter (where read_at is null))::int as waiting
    from request_messages where customer_code = ${customer_code} and request_id = ${id} and sender = 'requester' and id <> ${messageId}`.execute(db)
  const { today = 0, waiting = 0 } = rows[0] ?? {}
  return today >= MESSAGES_PER_DAY ? 'day' : waiting >= MAX_WAITING_MESSAGES ? 'waiting' : undefined
}

/** A stored message. `changes` are the corrected answers, or null if they cannot be decrypted any more. */
export interface StoredMessage extends Omit<RequestMessage, 'files'> {
  operator: string | null
  unread: boolean
  files: string[]
  changes: AnswerChange[] | null
}

/** Returns the messages about a request, oldest first, with their texts and corrected answers decrypted, and which operator asked. */
export async function readMessages(encryption: Encryption, db: CustomerDb | DeploymentDb, key: Key): Promise<StoredMessage[]> {
  const { rows } = await sql<{
    id: string
    created_at: Date
    sender: 'desk' | 'requester'
    operator: string | null
    kind: RequestMessage['kind']
    body: string
    properties: string[]
    read_at: Date | null
    reply_to: string | null
    changes: string | null
    files: string[]
  }>`
    select id, created_at, sender, operator, kind, body, properties, read_at, reply_to, changes, files from request_messages
    where customer_code = ${key.customer_code} and request_id = ${key.id} order by created_at, id`.execute(db)
  return decryptEach(rows, async ({ created_at, body, read_at, changes, ...row }) => {
    const opened = changes === null ? '[]' : await ifReadable(encryption.open(db, changesContext(key, row.id), changes))
    return {
      ...row,
      at: created_at.toISOString(),
      text: (await ifReadable(encryption.open(db, messageContext(key, row.id), body))) ?? null,
      changes: opened === undefined ? null : (JSON.parse(opened) as AnswerChange[]),
      unread: row.sender === 'requester' && read_at === null,
    }
  })
}

/** Marks the messages of a requester as read by the desk. @returns the number of messages that were not */
export async function markMessagesRead(db: DeploymentDb, { customer_code, id }: Key): Promise<number> {
  const { rows } = await sql`
    update request_messages set read_at = now()
    where customer_code = ${customer_code} and request_id = ${id} and sender = 'requester' and read_at is null returning id`.execute(db)
  return rows.length
}

/** Returns which requests of a list have messages that the desk has not read. */
export async function unreadRequests(db: DeploymentDb, requests: readonly { form: string; id: string }[]): Promise<ReadonlySet<string>> {
  if (requests.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select r.id from unnest(${requests.map(({ form }) => form)}::text[], ${requests.map(({ id }) => id)}::uuid[]) as r (customer_code, id)
    where exists (select from request_messages m where m.customer_code = r.customer_code and m.request_id = r.id and m.sender = 'requester' and m.read_at is null)`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}
