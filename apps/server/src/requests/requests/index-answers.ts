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

type Indexing = Pick<RequestServices, 'config' | 'encryption'>

interface Stored {
  customer_code: string
  request_id: string
  form_fields: Json
  further_questions: Json
}

/**
 * Stores the words by which operators find a request, if its form is searched by answers. Has no effect if they are stored
 * already.
 */
export async function indexRequest(
  services: Indexing,
  db: CustomerDb,
  { code, params }: { code: string; params: Pick<FormParams, 'desk_search'> },
  id: string,
): Promise<void> {
  const { desk_search: properties = [] } = params
  if (properties.length === 0) return
  const row = await db
    .selectFrom('answers')
    .select(['customer_code', 'request_id', 'form_fields', 'further_questions'])
    .where('customer_code', '=', code)
    .where('request_id', '=', id)
    // Whoever erases the request waits, and then deletes the words.
    .forKeyShare()
    .executeTakeFirst()
  if (row) await storeWords(db, [await wordsOf(services, db, row, properties)])
}

interface Words {
  customer_code: string
  request_id: string
  hashes: Buffer[]
}

/** Answers that cannot be decrypted any more have no words. */
async function wordsOf({ config, encryption }: Indexing, db: CustomerDb | DeploymentDb, row: Stored, properties: readonly string[]): Promise<Words> {
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
  /** Null if the author has changed the properties since the last run. */
  before_id: string | null
}

/** SQL of the forms whose requests are not indexed by the properties that their authors have chosen. */
const outdatedForms = sql<Outdated>`
  select * from (
    select c.customer_code, coalesce(c.params -> 'desk_search', v.head -> 'form_params' -> 'desk_search', '[]') as wanted,
      case when p.properties = coalesce(c.params -> 'desk_search', v.head -> 'form_params' -> 'desk_search', '[]') then p.before_id end as before_id,
      coalesce(p.properties, '[]') as properties
    from customers c left join definitions d on d.code_tag = c.code_tag
    left join definition_versions v on v.code_tag = d.code_tag and v.version = d.live_version
    left join search_progress p on p.customer_code = c.customer_code
  ) as form where wanted <> properties or before_id is not null order by customer_code`

/**
 * Indexes the answers of requests that came before their form's author chose by which properties they can be found, from
 * the newest on, and deletes the words of properties that were taken away. Runs every minute.
 */
export async function indexOlderRequests(services: RequestServices): Promise<void> {
  const ends = performance.now() + RUN_MS
  const { rows } = await acrossCustomers(services.database.jobs, (db) => outdatedForms.execute(db))
  for (const form of rows) {
    let before = form.before_id
    if (before === null) before = await begin(services, form)
    while (before !== null) {
      if (performance.now() > ends) return
      before = await indexBatch(services, form, before)
    }
  }
}

/** Number of words that one statement deletes. */
const DELETED = 10_000

/** Deletes the words by which the requests of a form are found, a part at a time. */
export async function deleteSearchWords({ jobs }: Pick<Database, 'jobs'>, customerCode: string): Promise<void> {
  const deleteSome = () =>
    acrossCustomers(jobs, (db) =>
      sql`delete from search_words where customer_code = ${customerCode} and ctid = any (array(
        select ctid from search_words where customer_code = ${customerCode} limit ${DELETED}))`.execute(db),
    )
  while (((await deleteSome()).numAffectedRows ?? 0n) > 0n);
}

/** Deletes a form's words, and records by which properties its requests are indexed now. @returns where to begin */
async function begin({ database }: RequestServices, { customer_code, wanted }: Outdated): Promise<string | null> {
  await deleteSearchWords(database, customer_code)
  return acrossCustomers(database.jobs, async (db) => {
    const { rows } = await sql<{ before_id: string | null }>`
      insert into search_progress (customer_code, properties, before_id)
      values (${customer_code}, ${JSON.stringify(wanted)}, case when ${wanted.length > 0} then first_id_at(now() + interval '1 day') end)
      on conflict (customer_code) do update set properties = excluded.properties, before_id = excluded.before_id returning before_id`.execute(db)
    return rows[0]?.before_id ?? null
  })
}

/** Indexes the next older requests of a form. @returns where to go on; null if all requests are indexed */
async function indexBatch(services: RequestServices, { customer_code, wanted }: Outdated, before: string): Promise<string | null> {
  return acrossCustomers(services.database.jobs, async (db) => {
    const rows = await db
      .selectFrom('answers as a')
      .innerJoin('requests as r', (join) => join.onRef('r.customer_code', '=', 'a.customer_code').onRef('r.id', '=', 'a.request_id'))
      .select(['a.customer_code', 'a.request_id', 'a.form_fields', 'a.further_questions'])
      .where('a.customer_code', '=', customer_code)
      .where('a.request_id', '<', before)
      // The others are indexed when they are processed.
      .where('r.processed_at', 'is not', null)
      .orderBy('a.request_id', 'desc')
      .limit(BATCH)
      .forKeyShare('a')
      .execute()
    await storeWords(db, await decryptEach(rows, (row) => wordsOf(services, db, row, wanted)))
    const next = rows.length < BATCH ? null : (rows.at(-1)?.request_id ?? null)
    await db.updateTable('search_progress').set({ before_id: next }).where('customer_code', '=', customer_code).execute()
    return next
  })
}
