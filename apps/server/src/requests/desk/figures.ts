import { DESK_CLOSED } from '@sportello/contract'
import { type RawBuilder, sql } from 'kysely'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'

/** Codes of the forms whose figures are wanted; null for all. */
type Forms = readonly string[] | null

const ofForms = (forms: Forms): RawBuilder<boolean> => (forms === null ? sql`true` : sql`d.customer_code = any(${forms}::text[])`)

/** Ids of requests contain the time at which they were sent. */
const SENT_AT = sql`uuid_extract_timestamp(d.request_id)`

/** The least id of a request that was sent at or after the beginning of a day in a time zone. */
const idOf = (day: string, days: number, timeZone: string) => sql`(
  lpad(to_hex((extract(epoch from (${day}::date + ${days}::int)::timestamp at time zone ${timeZone}) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid`
const startOf = (day: string, days: number, timeZone: string) => sql`((${day}::date + ${days}::int)::timestamp at time zone ${timeZone})`

interface OpenRow {
  by: 'form' | 'assignee' | 'state' | 'hours'
  /** Code of the form, user name, state, or age in hours; null for nobody. */
  name: string | null
  count: number
  overdue: number
}

/** Counts the open requests by form, assignee, state and age in hours. */
export async function countOpen(db: DeploymentDb, forms: Forms, today: string): Promise<OpenRow[]> {
  const { rows } = await sql<OpenRow>`
    select case when grouping(o.form) = 0 then 'form' when grouping(o.assignee) = 0 then 'assignee' when grouping(o.state) = 0 then 'state' else 'hours' end as by,
      case when grouping(o.form) = 0 then o.form when grouping(o.assignee) = 0 then o.assignee when grouping(o.state) = 0 then o.state else o.hours::text end as name,
      count(*)::int as count, (count(*) filter (where o.due_on < ${today}::date))::int as overdue
    from (
      select d.customer_code as form, d.assignee, d.state, d.due_on, floor(date_part('epoch', now() - ${SENT_AT}) / 3600)::int as hours
      from desk_cases d where d.state <> ${sql.lit(DESK_CLOSED)} and ${ofForms(forms)}
    ) o group by grouping sets ((o.form), (o.assignee), (o.state), (o.hours))`.execute(db)
  return rows
}

export interface Period {
  from: string
  /** Last day of the period. */
  to: string
  timeZone: string
}

interface PeriodRow {
  /** The day on which the requests arrived or were closed; null in the rows that have classes. */
  day: string | null
  /** Class of the time that the requests took, as in `secondsOfDeskClass`; null in the rows that have days, and for requests that nobody has begun. */
  class: number | null
  count: number
}

/** SQL expression for the class of a duration: its logarithm, so that few classes cover a minute as well as a year. Null if it has no end.
 * `date_part` computes with floating-point numbers, unlike `extract`, whose exact ones take three times as long. */
const classOf = (until: RawBuilder<unknown>) => sql`
  case when ${until} is not null then ceil(ln(greatest(1, date_part('epoch', ${until} - ${SENT_AT}))) / ln(${sql.lit(CLASS_RATIO)}::float8))::int end`

/** Ratio of the upper to the lower bound of a class of durations. A median read from the classes is exact to 5 %. */
const CLASS_RATIO = 1.1

/** Returns the duration in seconds that stands for a class: the geometric mean of its bounds. */
export const secondsOfDeskClass = (number: number): number => (number <= 0 ? 1 : CLASS_RATIO ** (number - 0.5))

/** Counts the requests that arrived in a period, by day and by the time until an operator first did something. */
export async function countArrived(db: DeploymentDb, forms: Forms, { from, to, timeZone }: Period): Promise<PeriodRow[]> {
  return byDayAndClass(
    db,
    sql`select (${SENT_AT} at time zone ${timeZone})::date as day, ${classOf(sql`d.first_at`)} as class from desk_cases d
      where d.request_id >= ${idOf(from, 0, timeZone)} and d.request_id < ${idOf(to, 1, timeZone)} and ${ofForms(forms)}`,
  )
}

/** Counts the requests that were closed in a period and not opened again, by day and by the time that they took. */
export async function countClosed(db: DeploymentDb, forms: Forms, { from, to, timeZone }: Period): Promise<PeriodRow[]> {
  return byDayAndClass(
    db,
    sql`select (d.closed_at at time zone ${timeZone})::date as day, ${classOf(sql`d.closed_at`)} as class from desk_cases d
      where d.closed_at >= ${startOf(from, 0, timeZone)} and d.closed_at < ${startOf(to, 1, timeZone)} and ${ofForms(forms)}`,
  )
}

async function byDayAndClass(db: DeploymentDb, cases: RawBuilder<unknown>): Promise<PeriodRow[]> {
  const { rows } = await sql<PeriodRow>`
    select to_char(c.day, 'YYYY-MM-DD') as day, c.class, count(*)::int as count from (${cases}) c group by grouping sets ((c.day), (c.class))`.execute(db)
  return rows
}
