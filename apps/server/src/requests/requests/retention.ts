import { type FormParams, RETAINED_STATES, type RetainedState, textSetting } from '@sportello/contract'
import { sql } from 'kysely'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { audit } from '../../management/audit.ts'
import { countedUpTo } from '../../management/paging.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { dropExpiredPartitions, type RetentionPeriod } from './drop-partitions.ts'
import { type ErasableRequest, eraseRequests } from './erase-requests.ts'
import type { RequestServices } from './services.ts'

/** Number of requests that the retention job erases in one transaction. */
const BATCH = 200

/**
 * Returns the number of days for which the server keeps a finished request of a form. The period starts when the
 * request
 * reaches a final state. Returns null if the server keeps requests for ever.
 */
export function retentionDays(
  { params, settings }: { params: Pick<FormParams, 'retention'>; settings: Customer['settings'] },
  state: RetainedState,
): number | null {
  const days = params.retention?.[state] ?? textSetting(settings, 'retention_days')
  return days === '' ? null : Number(days)
}

const isRetained = (state: string): state is RetainedState => (RETAINED_STATES as readonly string[]).includes(state)

interface Dated {
  state: string
  created_at: Date
  confirmed_at: Date | null
  expires_at: Date | null
  processed_at: Date | null
}

/**
 * Returns the date on which the retention job erases a request; null if it is never erased or its state is not final.
 */
export function erasedAt(customer: Pick<Customer, 'params' | 'settings'>, { state, created_at, confirmed_at, expires_at, processed_at }: Dated): Date | null {
  const days = isRetained(state) ? retentionDays(customer, state) : null
  const last = Math.max(...[created_at, confirmed_at, expires_at, processed_at].map((moment) => moment?.getTime() ?? 0))
  return days === null ? null : new Date(last + days * 86_400_000)
}

/**
 * Reads the retention settings of all forms. Reads them from the small table of customers, because the table of
 * requests is
 * too large.
 */
async function rulesOf({ database }: RequestServices): Promise<{ form: string; retention: FormParams['retention'] | null }[]> {
  const { rows } = await acrossCustomers(database.jobs, (db) =>
    sql<{ form: string; retention: FormParams['retention'] | null }>`
      select c.customer_code as form, coalesce(c.params -> 'retention', v.head -> 'form_params' -> 'retention') as retention
      from customers c left join definitions d on d.code_tag = c.code_tag
      left join definition_versions v on v.code_tag = d.code_tag and v.version = d.live_version order by 1`.execute(db),
  )
  return rows
}

/** Returns the retention periods: for each form and each final state whose requests are erased, the number of days. */
async function endsOf(services: RequestServices): Promise<RetentionPeriod[]> {
  const settings = await services.catalog.settings()
  return (await rulesOf(services)).flatMap(({ form, retention }) =>
    RETAINED_STATES.flatMap((state) => {
      const days = retentionDays({ params: retention ? { retention } : {}, settings }, state)
      return days === null ? [] : { form, state, days }
    }),
  )
}

/**
 * Erases requests whose retention period has passed, with their files and mails. First drops the partitions whose
 * requests may all be erased. Runs daily.
 * @returns the number of erased requests.
 */
export async function eraseRetained(services: RequestServices): Promise<number> {
  const periods = await endsOf(services)
  let erased = await dropExpiredPartitions(services.database.owner, periods)
  for (const { form, state, days } of periods) {
    for (;;) {
      const batch = await eraseBatch(services, form, state, days)
      erased += batch
      if (batch < BATCH) break
    }
  }
  return erased
}

/**
 * Counts the requests that will be erased within `within` days, so that operators can export them before. Uses one
 * statement for all forms, with an index scan per form.
 */
export async function countDueForErasure(services: RequestServices, within: number): Promise<number> {
  const ends = (await endsOf(services)).map(({ form, state, days }) => ({ form, state, days: days - within }))
  if (ends.length === 0) return 0
  const { rows } = await acrossCustomers(services.database.jobs, (db) =>
    sql<{ count: number }>`
      select coalesce(sum(due.count), 0)::float8 as count
      from jsonb_to_recordset(${JSON.stringify(ends)}) as e (form text, state text, days float8)
      cross join lateral (
        select count(*) from requests r where r.customer_code = e.form and r.state = e.state
          and r.created_at < now() - make_interval(secs => e.days * 86400)
          and greatest(r.created_at, r.confirmed_at, r.expires_at, r.processed_at) < now() - make_interval(secs => e.days * 86400)
      ) as due`.execute(db),
  )
  return rows[0]?.count ?? 0
}

/**
 * Counts the requests that the next daily run would erase if the system setting `retention_days` had the given value.
 * The setting applies only to forms without a retention setting of their own.
 */
export async function countErasedBySetting(services: RequestServices, days: number): Promise<{ requests: number; more: boolean }> {
  const rules = await rulesOf(services)
  const counted = { requests: 0, more: false }
  for (const state of RETAINED_STATES) {
    const ruled = rules.flatMap(({ form, retention }) => (retention?.[state] === undefined ? [form] : []))
    const { total, more } = await acrossCustomers(services.database.jobs, (db) => countedUpTo(db, due(db, ruled, state, days)))
    counted.requests += total
    counted.more ||= more
  }
  return counted
}

async function eraseBatch(services: RequestServices, customerCode: string, state: string, days: number): Promise<number> {
  const { found, removeFiles } = await acrossCustomers(services.database.jobs, async (db) => {
    const rows = await findDue(db, customerCode, state, days)
    const removing = rows.length > 0 ? await eraseRequests(db, services, rows) : async () => {}
    if (rows.length > 0)
      await audit(db, { username: '' }, { action: 'request.retention', subject: state, customer: customerCode, after: { requests: rows.length, days } })
    return { found: rows.length, removeFiles: removing }
  })
  await removeFiles()
  return found
}

/** Builds a query for the requests of several forms that last changed at least `days` days ago. */
function due(db: DeploymentDb, forms: readonly string[], state: string, days: number) {
  const before = sql<Date>`now() - make_interval(secs => ${days}::float8 * 86400)`
  return db
    .selectFrom('requests')
    .where('customer_code', '=', sql<string>`any(${forms})`)
    .where('state', '=', state)
    .where('created_at', '<', before)
    .where(sql<Date>`greatest(created_at, confirmed_at, expires_at, processed_at)`, '<', before)
}

/**
 * Finds and locks a batch of requests whose retention period has passed. Skips requests with a queued mail or delivery.
 * Within a few days it is sent or fails, and a later run erases the request.
 */
function findDue(db: DeploymentDb, customerCode: string, state: string, days: number): Promise<ErasableRequest[]> {
  const waits = (table: 'deliveries' | 'mails') => sql<boolean>`exists (
    select from ${sql.table(table)} w where w.customer_code = requests.customer_code and w.request_id = requests.id and w.state = 'queued'
  )`
  return due(db, [customerCode], state, days)
    .where((where) => where.not(where.or([waits('deliveries'), waits('mails')])))
    .select(['customer_code as customerCode', 'id', 'ticket'])
    .orderBy('created_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
}
