import { SECOND_FACTOR_TRIES, type SecondFactor } from '@sportello/contract'
import { sql } from 'kysely'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'

/** Why a saved draft has ended. */
export type DraftEnd = 'used' | 'expired' | 'locked' | 'deleted' | 'replaced'

/** A saved draft as its link finds it. */
export interface FoundDraft {
  id: string
  saved_at: Date
  expires_at: Date
  definition_code_tag: string
  definition_version: number
  lang_code: string
  key_id: string | null
  content: string | null
  second_factor: SecondFactor | null
  /** `used` also if a submission of the draft is stored, but the draft has not been deleted yet. */
  ended: DraftEnd | null
}

/** SQL that is true if a submission of the draft `d` is stored. */
const IS_SUBMITTED = sql<boolean>`exists (select from idempotency_keys i where i.customer_code = d.customer_code and i.key = any (d.submissions))`

/** Finds a saved draft by the hash of its link's key. @param isHeld true to lock its row until the transaction ends */
export async function findDraft(db: CustomerDb, customerCode: string, hash: Buffer, isHeld = false): Promise<FoundDraft | undefined> {
  const { rows } = await sql<FoundDraft>`
    select id, saved_at, expires_at, definition_code_tag, definition_version, lang_code, key_id, content, second_factor,
      case when ended is not null then ended when cardinality(submissions) > 0 and ${IS_SUBMITTED} then 'used' when expires_at <= now() then 'expired' end as ended
    from saved_drafts d where customer_code = ${customerCode} and link_hash = ${hash} ${isHeld ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

/**
 * Counts a try of the second factor before it is compared, so that parallel tries cannot exceed the limit.
 * @returns the hash to compare with, and the wrong tries that are left if this one is wrong; undefined if none was left
 */
export async function takeTry(db: CustomerDb, customerCode: string, id: string): Promise<{ hash: string; left: number } | undefined> {
  const { rows } = await sql<{ hash: string; left: number }>`
    update saved_drafts set wrong_tries = wrong_tries + 1
    where customer_code = ${customerCode} and id = ${id} and ended is null and wrong_tries < ${SECOND_FACTOR_TRIES}
    returning second_factor_hash as hash, ${SECOND_FACTOR_TRIES}::int - wrong_tries as left`.execute(db)
  return rows[0]
}

/** Records that a link was opened: wrong tries no longer count, and only the link can replace the draft. */
export async function recordOpened(db: CustomerDb, customerCode: string, id: string): Promise<void> {
  await sql`
    update saved_drafts set wrong_tries = 0, save_hash = null, payload_hash = null
    where customer_code = ${customerCode} and id = ${id} and (wrong_tries > 0 or save_hash is not null)`.execute(db)
}

/** Returns the wrong tries that are left. */
export async function triesLeft(db: CustomerDb, customerCode: string, id: string): Promise<number> {
  const row = await db.selectFrom('saved_drafts').select('wrong_tries').where('customer_code', '=', customerCode).where('id', '=', id).executeTakeFirst()
  return SECOND_FACTOR_TRIES - (row?.wrong_tries ?? SECOND_FACTOR_TRIES)
}

/** A new draft, encrypted. */
export interface NewDraft {
  id: string
  linkHash: Buffer
  saveHash: Buffer
  payloadHash: Buffer
  days: number
  codeTag: string
  version: number
  language: string
  mailboxHash: Buffer
  keyId: string
  content: string
  secondFactor: SecondFactor | null
  secondFactorHash: string | null
  files: readonly { id: string; size: number }[]
  /** The encrypted address and link. */
  mail: { recipient: string; link: string }
}

/** Lets calls with the same `Idempotency-Key` store one after the other, until the transaction ends. */
export async function holdSave(db: CustomerDb, customerCode: string, hash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`save ${customerCode} ${hash.toString('hex')}`}, 0))`.execute(db)
}

/** Finds the draft that a call with the same `Idempotency-Key` has saved. */
export function findSaved(db: CustomerDb, customerCode: string, hash: Buffer) {
  return db
    .selectFrom('saved_drafts')
    .select(['id', 'payload_hash', 'expires_at', 'ended'])
    .where('customer_code', '=', customerCode)
    .where('save_hash', '=', hash)
    .executeTakeFirst()
}

/** Stores a new draft with its files, and queues the mail with its link. @returns the time at which the link ends */
export async function insertDraft(db: CustomerDb, customerCode: string, draft: NewDraft): Promise<Date> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into saved_drafts (customer_code, id, link_hash, save_hash, payload_hash, expires_at, definition_code_tag, definition_version, lang_code,
      mailbox_hash, key_id, content, second_factor, second_factor_hash)
    values (${customerCode}, ${draft.id}, ${draft.linkHash}, ${draft.saveHash}, ${draft.payloadHash}, now() + make_interval(days => ${draft.days}),
      ${draft.codeTag}, ${draft.version}, ${draft.language}, ${draft.mailboxHash}, ${draft.keyId}, ${draft.content}, ${draft.secondFactor},
      ${draft.secondFactorHash}) returning expires_at`.execute(db)
  await insertFiles(db, customerCode, draft.id, draft.files)
  await db
    .insertInto('saved_draft_mails')
    .values({ customer_code: customerCode, draft_id: draft.id, ...draft.mail })
    .execute()
  await sql`select enqueue('mail_saved_draft', ${customerCode}, ${draft.id}::uuid)`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the draft was not stored')
  return row.expires_at
}

/** Replaces the content of a draft whose row is locked. @returns the files that no longer belong to it, and the time at which the link ends */
export async function replaceContent(
  db: CustomerDb,
  customerCode: string,
  id: string,
  draft: Pick<NewDraft, 'days' | 'codeTag' | 'version' | 'language' | 'keyId' | 'content' | 'files'>,
): Promise<{ files: string[]; expiresAt: Date }> {
  const files = await deleteFiles(db, customerCode, [id])
  const { rows } = await sql<{ expires_at: Date }>`
    update saved_drafts set saved_at = now(), expires_at = now() + make_interval(days => ${draft.days}), definition_code_tag = ${draft.codeTag},
      definition_version = ${draft.version}, lang_code = ${draft.language}, key_id = ${draft.keyId}, content = ${draft.content}
    where customer_code = ${customerCode} and id = ${id} returning expires_at`.execute(db)
  await insertFiles(db, customerCode, id, draft.files)
  const [row] = rows
  if (!row) throw new Error('the draft was not stored')
  return { files, expiresAt: row.expires_at }
}

async function insertFiles(db: CustomerDb, customerCode: string, draftId: string, files: NewDraft['files']): Promise<void> {
  if (files.length === 0) return
  await db
    .insertInto('saved_draft_files')
    .values(files.map(({ id, size }) => ({ customer_code: customerCode, id, draft_id: draftId, size })))
    .execute()
}

async function deleteFiles(db: CustomerDb | DeploymentDb, customerCode: string, draftIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .deleteFrom('saved_draft_files')
    .where('customer_code', '=', customerCode)
    .where('draft_id', 'in', [...draftIds])
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Ends drafts: deletes their content, their mails and the rows of their files. Their links then say why they have ended.
 * @returns the files, which the caller removes from the store after the commit
 */
export async function endDrafts(db: CustomerDb | DeploymentDb, customerCode: string, ids: readonly string[], end: DraftEnd): Promise<string[]> {
  if (ids.length === 0) return []
  await sql`
    update saved_drafts set ended = ${end}, ended_at = now(), content = null, key_id = null, mailbox_hash = null, save_hash = null, payload_hash = null,
      second_factor = null, second_factor_hash = null, submissions = '{}', submitting_at = null
    where customer_code = ${customerCode} and id = any (${ids}::uuid[]) and ended is null`.execute(db)
  await db
    .deleteFrom('saved_draft_mails')
    .where('customer_code', '=', customerCode)
    .where('draft_id', 'in', [...ids])
    .execute()
  return deleteFiles(db, customerCode, ids)
}

/** Ends a draft if no try of its second factor is left. A right try that ran at the same time has made tries free again. */
export async function endLocked(db: CustomerDb, customerCode: string, id: string): Promise<string[]> {
  const { rows } = await sql`
    select from saved_drafts where customer_code = ${customerCode} and id = ${id} and ended is null and wrong_tries >= ${SECOND_FACTOR_TRIES} for update`.execute(
    db,
  )
  return rows.length === 0 ? [] : endDrafts(db, customerCode, [id], 'locked')
}

/** Maximum number of submissions of one draft that are remembered. */
const SUBMISSIONS = 20

/**
 * Remembers the `Idempotency-Key` of a submission before it is stored. If the process ends between the two, the draft still
 * counts as used.
 * @returns the draft's id; undefined if no draft has the key or hash
 */
export async function markSubmission(db: CustomerDb, customerCode: string, of: { linkHash: Buffer; saveHash: Buffer }, submission: string | null) {
  const { rows } = await sql<{ id: string }>`
    update saved_drafts set submissions = case when ${submission}::text is null or ${submission} = any (submissions) or cardinality(submissions) >= ${SUBMISSIONS}
        then submissions else submissions || ${submission}::text end, submitting_at = now()
    where customer_code = ${customerCode} and ended is null and expires_at > now()
      and id in (
        select id from saved_drafts where customer_code = ${customerCode} and link_hash = ${of.linkHash}
        union all select id from saved_drafts where customer_code = ${customerCode} and save_hash = ${of.saveHash})
    returning id`.execute(db)
  return rows[0]?.id
}

/** Rows of drafts that a run of the job locks at most. */
const BATCH = 200

type Due = { customer_code: string; id: string }

/** Locks expired drafts that still have their content. */
export async function lockExpired(db: DeploymentDb): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select customer_code, id from saved_drafts where ended is null and expires_at <= now() order by expires_at limit ${BATCH} for update skip locked`.execute(
    db,
  )
  return rows
}

/** Locks drafts whose submission began some minutes ago, with whether it is stored. */
export async function lockSubmitting(db: DeploymentDb): Promise<(Due & { is_submitted: boolean })[]> {
  const { rows } = await sql<Due & { is_submitted: boolean }>`
    select customer_code, id, ${IS_SUBMITTED} as is_submitted from saved_drafts d
    where ended is null and submitting_at <= now() - interval '2 minutes' order by submitting_at limit ${BATCH} for update skip locked`.execute(db)
  return rows
}

/** Records that no submission of a draft is under way. */
export async function forgetSubmitting(db: DeploymentDb, { customer_code, id }: Due): Promise<void> {
  await db.updateTable('saved_drafts').set({ submitting_at: null }).where('customer_code', '=', customer_code).where('id', '=', id).execute()
}

/** Deletes the rows of drafts that ended a month ago. Their links are then unknown. */
export async function deleteEnded(db: DeploymentDb): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from saved_drafts where (customer_code, id) in (
      select customer_code, id from saved_drafts where ended is not null and ended_at <= now() - interval '30 days' order by ended_at limit ${BATCH})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Finds the drafts of a mailbox. */
export function draftsOfMailbox(db: DeploymentDb, mailboxHash: Buffer) {
  return db
    .selectFrom('saved_drafts')
    .select(['customer_code as form', 'id', 'created_at', 'saved_at', 'expires_at'])
    .where('mailbox_hash', '=', mailboxHash)
    .orderBy('created_at')
    .execute()
}
