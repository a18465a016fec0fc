import { MAPPING_LOG_PAGE, type MappingLogLine } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { timeZoneOf } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { managed } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { inOrder } from '../../management/paging.ts'
import { readWithinReach } from '../../management/reach.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { likePattern } from '../../platform/http/like-pattern.ts'
import { StreamedList } from '../../platform/http/route.ts'

/** Number of lines that the server reads per SELECT when a call requests the whole mapping log. */
const BATCH = 1_000

const ORDERS = {
  timestamp: [
    ['logged_at', 'asc'],
    ['id', 'asc'],
  ],
} as const

interface Filters {
  sort: 'timestamp' | '-timestamp'
  action?: string | undefined
  timestamp?: string | undefined
  /** Text filters of the mapping log. A line matches if each of the given columns contains the given text. */
  texts: Readonly<Partial<Record<'code_client' | 'sub_client' | 'sub_client2' | 'sub_client3' | 'action_details', string | undefined>>>
  timeZone: string
}

/**
 * Registers the endpoint that returns the mapping log: one page of it, or all lines as page 0 (administrator
 * specification, section 3).
 */
export function readMappingLog(app: FastifyInstance, services: CustomerServices): void {
  managed(app, endpoints.readMappingLog, async ({ params: { page }, query: { action, timestamp, sort = '-timestamp', ...texts }, operator }) => {
    const filters = { action, timestamp, sort, texts, timeZone: timeZoneOf({ settings: await services.catalog.settings() }) }
    if (page === 0) return new StreamedList(allLines(services, operator, filters))
    const rows = await readWithinReach(services.database, operator, (db) =>
      found(db, filters)
        .limit(MAPPING_LOG_PAGE)
        .offset((page - 1) * MAPPING_LOG_PAGE)
        .execute(),
    )
    return rows.map(shown)
  })
}

function found(db: DeploymentDb, { sort, action, timestamp, texts, timeZone }: Filters) {
  // Also reads the timestamp of each log line as text. A JavaScript Date would lose the microseconds, and the next
  // batch would then skip lines.
  let lines = db
    .selectFrom('mapping_logs')
    .select(['code_client', 'sub_client', 'sub_client2', 'sub_client3', 'action', 'action_details', 'logged_at', 'id', sql<string>`logged_at::text`.as('at')])
  for (const [column, part] of Object.entries(texts) as [keyof typeof texts, string | undefined][])
    if (part !== undefined && part !== '') lines = lines.where(column, 'ilike', likePattern(part))
  if (action !== undefined) lines = lines.where('action', '=', Number(action))
  if (timestamp !== undefined && timestamp !== '')
    lines = lines.where(sql`to_char(logged_at at time zone ${timeZone}, 'DD/MM/YYYY HH24:MI')`, 'like', likePattern(timestamp))
  return inOrder(lines, ORDERS, sort)
}

type Line = Awaited<ReturnType<ReturnType<typeof found>['execute']>>[number]

const shown = ({ logged_at, id: _id, at: _at, ...row }: Line): MappingLogLine => ({ ...row, timestamp: logged_at.getTime() })

async function* allLines({ database }: CustomerServices, operator: Operator, filters: Filters): AsyncGenerator<MappingLogLine[]> {
  const later = filters.sort === 'timestamp' ? sql`>` : sql`<`
  let after: { at: string; id: string } | undefined
  for (;;) {
    const rows = await readWithinReach(database, operator, (db) =>
      found(db, filters)
        .$if(after !== undefined, (lines) => lines.where(sql<boolean>`(logged_at, id) ${later} (${after?.at}::timestamptz, ${after?.id}::uuid)`))
        .limit(BATCH)
        .execute(),
    )
    yield rows.map(shown)
    after = rows.at(-1)
    if (rows.length < BATCH) return
  }
}
