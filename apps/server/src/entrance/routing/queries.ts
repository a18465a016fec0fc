import { sql } from 'kysely'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'

/** The four levels that identify a client, in lower case. A missing level is an empty string. */
export type Levels = readonly [client: string, sub_client: string, sub_client2: string, sub_client3: string]

/**
 * Searches all customers for the form to which a client's levels are mapped. Returns undefined if the client has no
 * mapping.
 */
export async function findRoute(db: CustomerDb | DeploymentDb, levels: Levels): Promise<{ customer_code: string; mapping_id: string } | undefined> {
  const { rows } = await sql<{ customer_code: string; mapping_id: string }>`
    select * from mapped_form(${[...levels]}::text[])`.execute(db)
  return rows[0]
}

/**
 * Returns true if some operator may change one of two forms but not the other. Disabled operators count too, because
 * they still know the secrets that they set.
 * @see docs/decisions/0010-sessions.md
 */
export async function haveDifferentOperators(db: DeploymentDb, one: string, other: string): Promise<boolean> {
  const { rows } = await sql<{ apart: boolean }>`
    select exists (select from operators where role <> 'viewer' and (${one} = any (customers)) <> (${other} = any (customers))) as apart`.execute(db)
  return rows[0]?.apart ?? false
}

/** The numeric codes of the actions in the mapping log (administrator specification, section 3). */
export const MAPPING_ACTION = { deleted: 0, notFound: 1, modified: 2 } as const

/**
 * Writes a line of the mapping log. The log records changes of mappings, and clients for which no mapping exists.
 * @param line `levels` from `levelsWithoutPerson`; `details` names the forms
 */
export async function logMapping(
  db: CustomerDb | DeploymentDb,
  customerCode: string,
  { levels, action, details = customerCode }: { levels: Levels; action: keyof typeof MAPPING_ACTION; details?: string },
): Promise<void> {
  const [code_client, sub_client, sub_client2, sub_client3] = levels
  await db
    .insertInto('mapping_logs')
    .values({ customer_code: customerCode, code_client, sub_client, sub_client2, sub_client3, action: MAPPING_ACTION[action], action_details: details })
    .execute()
}

/**
 * Deletes lines of the mapping log that are older than `days`, at most `most` lines per call.
 * @returns the number of deleted lines
 */
export async function deleteOldMappingLogs(db: DeploymentDb, days: number, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mapping_logs where (customer_code, id) in (
      select customer_code, id from mapping_logs where logged_at < now() - make_interval(days => ${days}::int) order by logged_at limit ${most})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
