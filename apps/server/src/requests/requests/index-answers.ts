import type { Answers, FormParams } from '@sportello/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { Json } from '../../platform/db/schema.ts'
import { acrossCustomers, type CustomerDb, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { decryptEach, ifReadable } from '../../platform/keys/rules.ts'
import { decryptAnswers } from './encrypted-answers.ts'
import { answerHashes } from './search-words.ts'
import type { RequestServices } from './services.ts'

/** Number of requests whose answers are indexed in one transaction. */
const BATCH = 200
/** How long one run of the job indexes older requests, in milliseconds. The next run goes on. */
const RUN_MS = 40_000

type Indexing = Pick<RequestServices, 'config' | 'encryption' | 'customerKeys'>

interface Stored {
  customer_code: string
  request_id: string
  form_fields: Json
  further_questions: Json
}

/**
 * Stores the words by which operators find a request, if its form is searched by answers. Has no effect if they are stored
 * already. The properties are those of the row in `search_progress`, which stays locked: the job that changes them waits, and
 * then deletes or stores what belongs to the new ones.
 */
export async function indexRequest(
  services: Indexing,
  db: CustomerDb,
  { code: customerCode, params }: { code: string; params: Pick<FormParams, 'desk_search'> },
  id: string,
): Promise<void> {
  const properties = (await holdProperties(db, customerCode)) ?? (await recordProperties(db, customerCode, params.desk_search ?? []))
  if (properties.length === 0) return
  const row = await db
    .selectFrom('answers')
    .select(['customer_code', 'request_id', 'form_fields', 'further_questions'])
    .where('customer_code', '=', customerCode)
    .where('request_id', '=', id)
    // An erasure of the request waits until this transaction ends, and then deletes the words.
    .forKeyShare()
    .executeTakeFirst()
  if (!row) return
  // A key that was destroyed must not be taken from the cache.
  services.customerKeys.forget(customerCode)
  await storeWords(db, [await wordsOf(services, db, row, properties)])
}

/** Reads the properties by which a form is searched, and locks them against changes. */
async function holdProperties(db: CustomerDb, customerCode: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ properties: string[] }>`
    select properties from search_progress where customer_code = ${customerCode} for share`.execute(db)
  return rows[0]?.properties
}

/** Records the properties of a form that is searched for the first time, without waiting for the job, which indexes its older requests. */
async function recordProperties(db: CustomerDb, customerCode: string, wanted: readonly string[]): Promise<string[]> {
  if (wanted.length === 0) return []
  await sql`
    insert into search_progress (customer_code, properties, is_deleting, before_id)
    values (${customerCode}, ${JSON.stringify(wanted)}, false, first_id_at(now() + interval '1 day')) on conflict do nothing`.execute(db)
  return (await holdProperties(db, customerCode)) ?? []
}

interface Words {
  customer_code: string
  request_id: string
  hashes: Buffer[]
}

/** Answers that cannot be decrypted any more have no words. */
async function wordsOf(
  { config, encryption }: Pick<Indexing, 'config' | 'encryption'>,
  db: CustomerDb | DeploymentDb,
  row: Stored,
  properties: readonly string[],
): Promise<Words> {
  const { customer_code, request_id } = row
  const answers = await ifReadable(decryptAnswers(encryption, db, { customer_code, id: request_id }, row))
  const given: Answers = { ...answers?.form_fields, ...answers?.further_questions }
  return { customer_code, request_id, hashes: answerHashes(config.secretKey, properties, given) }
}

async function storeWords(db: CustomerDb | DeploymentDb, requests: readonly Words[]): Promise<void> {
  const rows = requests.flatMap(({ hashes, ...key }) => hashes.map((word_hash) => ({ ...key, word_hash })))
  if (rows.length === 0) return
  await sql`
    insert into search_words (customer_code, request_id, word_hash)
    select * from unnest(${rows.map((row) => row.customer_code)}::text[], ${rows.map((row) => row.request_id)}::uuid[], ${rows.map((row) => row.word_hash)}::bytea[])
    on conflict do nothing`.execute(db)
}

/** A form whose older requests must be indexed, or whose words must be deleted. */
interface Outdated {
  customer_code: string
  wanted: string[]
  has_changed: boolean
  is_new: boolean
  is_deleting: boolean
  before_id: string | null
}

/** SQL of the forms whose requests are not indexed by the properties that their authors have chosen. Those with words to delete come first. */
const outdatedForms = sql<Outdated>`
  select customer_code, wanted, wanted <> properties as has_changed, is_new, is_deleting, before_id from (
    select c.customer_code, coalesce(c.params -> 'desk_search', v.head -> 'form_params' -> 'desk_search', '[]') as wanted,
      coalesce(p.properties, '[]') as properties, p.customer_code is null as is_new, coalesce(p.is_deleting, false) as is_deleting, p.before_id
    from customers c left join definitions d on d.code_tag = c.code_tag
    left join definition_versions v on v.code_tag = d.code_tag and v.version = d.live_version
    left join search_progress p on p.customer_code = c.customer_code
  ) as form where wanted <> properties or is_deleting or before_id is not null order by (wanted = properties and not is_deleting), customer_code`

/**
 * Deletes the words of properties that authors took away, and indexes the answers of requests that came before their form's
 * author chose by which properties they can be found, from the newest on. Runs every minute, never twice at once.
 */
export async function indexOlderRequests(services: RequestServices, log: (message: string) => void = () => {}): Promise<void> {
  const ends = performance.now() + RUN_MS
  const { rows } = await acrossCustomers(services.database.jobs, (db) => outdatedForms.execute(db))
  for (const form of rows) {
    try {
      await indexForm(services, form, ends)
    } catch (error) {
      log(`the answers of ${form.customer_code} could not be indexed: ${error instanceof Error ? error.message : error}`)
    }
  }
}

async function indexForm(services: RequestServices, form: Outdated, ends: number): Promise<void> {
  const { customer_code, wanted } = form
  let before = form.has_changed ? await begin(services, form) : form.before_id
  if (form.has_changed || form.is_deleting) {
    if (!(await deleteSearchWords(services.database, customer_code, ends))) return
    await acrossCustomers(services.database.jobs, (db) =>
      sql`update search_progress set is_deleting = false where customer_code = ${customer_code} and properties = ${JSON.stringify(wanted)}`.execute(db),
    )
  }
  // A request whose ticket is being opened now may have found no properties. The next run sees it.
  if (form.is_new) return
  while (before !== null && performance.now() < ends) before = await indexBatch(services, form, before)
}

/** Number of words that one statement deletes. */
const DELETED = 10_000

/**
 * Deletes the words by which the requests of a form are found, a part at a time.
 * @param ends time of `performance.now()` at which it stops
 * @returns false if words are left
 */
async function deleteSearchWords({ jobs }: Pick<Database, 'jobs'>, customerCode: string, ends = Number.POSITIVE_INFINITY): Promise<boolean> {
  while (performance.now() < ends) {
    const { numAffectedRows } = await acrossCustomers(jobs, (db) =>
      sql`delete from search_words where customer_code = ${customerCode} and ctid = any (array(
        select ctid from search_words where customer_code = ${customerCode} limit ${DELETED}))`.execute(db),
    )
    if (!numAffectedRows) return true
  }
  return false
}

/** Records by which properties the requests of a form are indexed from now on. @returns where the older ones begin */
async function begin({ database }: RequestServices, { customer_code, wanted }: Outdated): Promise<string | null> {
  return acrossCustomers(database.jobs, async (db) => {
    const { rows } = await sql<{ before_id: string | null }>`
      insert into search_progress (customer_code, properties, before_id)
      values (${customer_code}, ${JSON.stringify(wanted)}, case when ${wanted.length > 0} then first_id_at(now() + interval '1 day') end)
      on conflict (customer_code) do update set properties = excluded.properties, before_id = excluded.before_id, is_deleting = true
      returning before_id`.execute(db)
    return rows[0]?.before_id ?? null
  })
}

/** Indexes the next older requests of a form. @returns where to go on; null if all requests are indexed, or the properties have changed */
async function indexBatch(services: RequestServices, { customer_code, wanted }: Outdated, before: string): Promise<string | null> {
  return acrossCustomers(services.database.jobs, async (db) => {
    const { rows: current } = await sql`
      select from search_progress where customer_code = ${customer_code} and properties = ${JSON.stringify(wanted)} and before_id = ${before} for update`.execute(
      db,
    )
    if (current.length === 0) return null
    const rows = await db
      .selectFrom('answers')
      .select(['customer_code', 'request_id', 'form_fields', 'further_questions'])
      .where('customer_code', '=', customer_code)
      .where('request_id', '<', before)
      .orderBy('request_id', 'desc')
      .limit(BATCH)
      .forKeyShare()
      .execute()
    const ids = rows.map(({ request_id }) => request_id)
    // The others are indexed when they are processed.
    const { rows: processed } = await sql<{ id: string }>`
      select id from requests where customer_code = ${customer_code} and id = any (${ids}::uuid[]) and processed_at is not null`.execute(db)
    const known = new Set(processed.map(({ id }) => id))
    // A key that was destroyed must not be taken from the cache.
    services.customerKeys.forget(customer_code)
    await storeWords(
      db,
      await decryptEach(
        rows.filter(({ request_id }) => known.has(request_id)),
        (row) => wordsOf(services, db, row, wanted),
      ),
    )
    const next = rows.length < BATCH ? null : (ids.at(-1) ?? null)
    await db.updateTable('search_progress').set({ before_id: next }).where('customer_code', '=', customer_code).execute()
    return next
  })
}

/** Deletes the words of a form whose key was destroyed. Waits for transactions that store words. */
export async function forgetSearchWords(database: Pick<Database, 'jobs'>, customerCode: string): Promise<void> {
  await acrossCustomers(database.jobs, (db) => sql`update search_progress set is_deleting = true where customer_code = ${customerCode}`.execute(db))
  await deleteSearchWords(database, customerCode)
}
