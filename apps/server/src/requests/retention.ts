import { type FormParams, RETAINED_STATES, type RetainedState, textSetting } from '@sportello/contract'
import { sql } from 'kysely'
import type { Customer } from '../customers/rules.ts'
import { acrossCustomers, type DeploymentDb } from '../db/with-customer.ts'
import { audit } from '../operators/rules.ts'
import type { Services } from '../services.ts'
import { type Erased, eraseRequests } from './erase-requests.ts'

/** Requests that one transaction erases. */
const BATCH = 200

/** Days that a form's requests are kept once they are in a state that they do not leave by themselves; null = for ever. */
function retentionDays({ params, settings }: { params: Pick<FormParams, 'retention'>; settings: Customer['settings'] }, state: RetainedState): number | null {
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

/** When a request is erased; null where that is never, or not settled yet. */
export function erasedAt(customer: Pick<Customer, 'params' | 'settings'>, { state, created_at, confirmed_at, expires_at, processed_at }: Dated): Date | null {
  const days = isRetained(state) ? retentionDays(customer, state) : null
  const last = Math.max(...[created_at, confirmed_at, expires_at, processed_at].map((moment) => moment?.getTime() ?? 0))
  return days === null ? null : new Date(last + days * 86_400_000)
}

/** Forms and states whose requests are erased some day, with the days until then. */
async function* ends(services: Services): AsyncGenerator<{ form: string; state: RetainedState; days: number }> {
  const kept = await acrossCustomers(services.database.jobs, (db) =>
    db
      .selectFrom('requests')
      .select(['customer_code', 'state'])
      .distinct()
      .where('state', 'in', [...RETAINED_STATES])
      .execute(),
  )
  for (const { customer_code: form, state } of kept) {
    const customer = await services.catalog.customer(form)
    const days = customer && isRetained(state) ? retentionDays(customer, state) : null
    if (days !== null && isRetained(state)) yield { form, state, days }
  }
}

/** Erases what was kept long enough, with files and mails. Daily. @returns how many requests. */
export async function eraseRetained(services: Services): Promise<number> {
  let erased = 0
  for await (const { form, state, days } of ends(services)) {
    for (;;) {
      const batch = await eraseBatch(services, form, state, days)
      erased += batch
      if (batch < BATCH) break
    }
  }
  return erased
}

/** How many requests will be erased within so many days: who wants to keep something of them is told in time. */
export async function countEnding(services: Services, within: number): Promise<number> {
  let ending = 0
  for await (const { form, state, days } of ends(services)) {
    ending += await acrossCustomers(services.database.jobs, async (db) => {
      const { count } = await due(db, form, state, days - within)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    })
  }
  return ending
}

async function eraseBatch(services: Services, customerCode: string, state: string, days: number): Promise<number> {
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

/** The requests whose last change was so many days ago. */
function due(db: DeploymentDb, customerCode: string, state: string, days: number) {
  const before = sql<Date>`now() - make_interval(secs => ${days}::float8 * 86400)`
  return db
    .selectFrom('requests')
    .where('customer_code', '=', customerCode)
    .where('state', '=', state)
    .where('created_at', '<', before)
    .where(sql<Date>`greatest(created_at, confirmed_at, expires_at, processed_at)`, '<', before)
}

/** Without those of which something is still on its way: it arrives or is given up within days, and then they go. */
function findDue(db: DeploymentDb, customerCode: string, state: string, days: number): Promise<Erased[]> {
  const waits = (table: 'deliveries' | 'mails') => sql<boolean>`exists (
    select from ${sql.table(table)} w where w.customer_code = requests.customer_code and w.request_id = requests.id and w.state = 'queued'
  )`
  return due(db, customerCode, state, days)
    .where((where) => where.not(where.or([waits('deliveries'), waits('mails')])))
    .select(['customer_code as customerCode', 'id', 'ticket'])
    .orderBy('created_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
}
