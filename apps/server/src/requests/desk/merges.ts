import { sql } from 'kysely'
import { SURVEY_EMAIL } from '../../catalogue/access/rules.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'

interface Key {
  customer_code: string
  id: string
}

/** What a request was merged with, as tickets. Requests that were erased are missing. */
export interface Merged {
  into: string | null
  duplicates: string[]
}

/** Maximum number of duplicates of a request that are shown. */
const SHOWN = 100

/** Reads what a request was merged with. */
export async function readMerges(db: DeploymentDb, { customer_code, id }: Key): Promise<Merged> {
  const { rows } = await sql<{ ticket: string; is_main: boolean }>`
    (select r.ticket, true as is_main from desk_merges m join requests r on r.customer_code = m.customer_code and r.id = m.into_id
      where m.customer_code = ${customer_code} and m.request_id = ${id})
    union all (select r.ticket, false from desk_merges m join requests r on r.customer_code = m.customer_code and r.id = m.request_id
      where m.customer_code = ${customer_code} and m.into_id = ${id} order by m.request_id limit ${SHOWN})`.execute(db)
  return { into: rows.find(({ is_main }) => is_main)?.ticket ?? null, duplicates: rows.filter(({ is_main }) => !is_main).map(({ ticket }) => ticket) }
}

/** Returns the id of the request that a request was merged into; undefined if it was not merged. The caller holds its row on the desk. */
export async function mergedInto(db: DeploymentDb, { customer_code, id }: Key): Promise<string | undefined> {
  const { rows } = await sql<{ into_id: string }>`select into_id from desk_merges where customer_code = ${customer_code} and request_id = ${id}`.execute(db)
  return rows[0]?.into_id
}

/** Merges a request into another one, together with the requests that were merged into it. */
export async function storeMerge(db: DeploymentDb, { customer_code, id }: Key, intoId: string): Promise<void> {
  await sql`update desk_merges set into_id = ${intoId} where customer_code = ${customer_code} and into_id = ${id}`.execute(db)
  await sql`insert into desk_merges (customer_code, request_id, into_id) values (${customer_code}, ${id}, ${intoId})`.execute(db)
}

/** Takes a request apart from the one that it was merged into. */
export async function deleteMerge(db: DeploymentDb, { customer_code, id }: Key): Promise<void> {
  await sql`delete from desk_merges where customer_code = ${customer_code} and request_id = ${id}`.execute(db)
}

/** Records a merge, or its end, in the timeline of a request whose row on the desk is locked. */
export async function storeMergeEntry(
  db: DeploymentDb,
  { customer_code, id }: Key,
  entry: { kind: 'merged' | 'absorbed'; before: string | null; after: string | null; operator: string },
): Promise<void> {
  const { kind, before, after, operator } = entry
  const json = (ticket: string | null) => (ticket === null ? null : JSON.stringify(ticket))
  await db
    .insertInto('desk_entries')
    .values({ customer_code, request_id: id, operator, kind, before: json(before), after: json(after) })
    .execute()
  await sql`update desk_cases set version = version + 1, changed_at = now() where customer_code = ${customer_code} and request_id = ${id}`.execute(db)
}

/** Number of requests that may say the same, for the operator to choose from. */
const CANDIDATES = 10

/** Finds other requests of the same form from the same e-mail address or with the same tax code, newest first. */
export async function findCandidates(db: DeploymentDb, { customer_code, id, email }: Key & { email: string | null }) {
  const { rows } = await sql<{ ticket: string; created_at: Date; email: string | null }>`
    select r.ticket, r.created_at, r.email from requests r where (r.customer_code, r.id) in (
      (select s.customer_code, s.id from requests s where s.email_key collate "C" = ${email === SURVEY_EMAIL ? null : (email?.toLowerCase() ?? null)} and s.customer_code = ${customer_code}
        order by s.created_at desc limit ${CANDIDATES + 1})
      union (select o.customer_code, o.request_id from tax_codes t join tax_codes o on o.code_hash = t.code_hash
        where t.customer_code = ${customer_code} and t.request_id = ${id} and o.customer_code = ${customer_code}
        order by o.request_id desc limit ${CANDIDATES + 1})
    ) and r.id <> ${id} order by r.created_at desc limit ${CANDIDATES}`.execute(db)
  return rows
}
