import { sql } from 'kysely'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'

/** The four levels of a client, in lower case; an absent one is empty. */
export type Levels = readonly [client: string, sub_client: string, sub_client2: string, sub_client3: string]

/** The form that a client is routed to, of all customers' forms; undefined where none is. */
export async function findRoute(db: CustomerDb | DeploymentDb, levels: Levels): Promise<{ customer_code: string; mapping_id: string } | undefined> {
  const { rows } = await sql<{ customer_code: string; mapping_id: string }>`
    select * from mapped_form(${[...levels]}::text[])`.execute(db)
  return rows[0]
}

/**
 * Whether somebody who may change one of two forms may not change the other. Disabled operators count: what they set is still known to them.
 * @see docs/decisions/0010-sessions.md
 */
export async function belongToDifferentCustomers(db: DeploymentDb, one: string, other: string): Promise<boolean> {
  const { rows } = await sql<{ apart: boolean }>`
    select exists (select from operators where role <> 'viewer' and (${one} = any (customers)) <> (${other} = any (customers))) as apart`.execute(db)
  return rows[0]?.apart ?? false
}

/** administrator specification, section 3. */
export const MAPPING_ACTION = { deleted: 0, notFound: 1, modified: 2 } as const

/** @param line `levels` as `levelsWithoutPerson` gives them; `details` the forms that it is about */
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

/** Deletes at most so many lines that are older than so many days. @returns how many. */
export async function deleteOldMappingLogs(db: DeploymentDb, days: number, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mapping_logs where (customer_code, id) in (
      select customer_code, id from mapping_logs where logged_at < now() - make_interval(days => ${days}::int) order by logged_at limit ${most})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
