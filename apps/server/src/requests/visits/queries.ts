import { sql } from 'kysely'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import type { VisitKind } from './visit-counts.ts'

/** A period of days, both included, YYYY-MM-DD; optionally one version or one language of the form. */
export interface VisitFilter {
  form: string
  from: string
  to: string
  version?: number | undefined
  language?: string | undefined
}

/** The sum of a count over a period. */
export interface VisitSum {
  kind: VisitKind
  subject: string
  detail: string
  count: number
}

const DAY_MS = 86_400_000
const isoDay = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/**
 * Splits a period into whole months, whose sums are stored, and the days before and after them.
 * @returns the first day of the whole months, and the day after the last of them; equal if there is none
 */
function wholeMonths(from: string, to: string): { start: string; end: string } {
  const first = from.endsWith('-01') ? from : isoDay(Date.UTC(Number(from.slice(0, 4)), Number(from.slice(5, 7)), 1))
  const after = isoDay(Date.parse(to) + DAY_MS)
  const end = `${after.slice(0, 7)}-01`
  return end > first ? { start: first, end } : { start: after, end: after }
}

/** SQL condition for the counts of a form, in the chosen version and language. */
const ofForm = ({ form, version, language }: VisitFilter) =>
  sql`customer_code = ${form} ${version === undefined ? sql`` : sql`and version = ${version}`} ${language === undefined ? sql`` : sql`and lang_code = ${language}`}`

/** SQL of the counts of a form in a period. Whole months come from their own table, dated on their first day. */
function countsOf(filter: VisitFilter) {
  const { from, to } = filter
  const { start, end } = wholeMonths(from, to)
  const columns = sql`day, kind, version, subject, detail, count`
  return sql`(
    select ${columns} from visit_months where ${ofForm(filter)} and day >= ${start}::date and day < ${end}::date
    union all select ${columns} from visit_counts where ${ofForm(filter)} and day >= ${from}::date and day < ${start}::date
    union all select ${columns} from visit_counts where ${ofForm(filter)} and day >= ${end}::date and day <= ${to}::date) as counted`
}

/** Returns the sums of all counts of a form in a period. */
export async function sumVisits(db: DeploymentDb, filter: VisitFilter): Promise<VisitSum[]> {
  // PostgreSQL assumes that row security hides most rows, and would sort them. A hash table takes a third of the time.
  await sql`select set_config('enable_sort', 'off', true)`.execute(db)
  const { rows } = await sql<VisitSum>`
    select kind, subject, detail, sum(count)::float8 as count from ${countsOf(filter)} group by kind, subject, detail`.execute(db)
  return rows
}

/** Returns the visits, submissions and requests of each day or month of a period, by version. */
export async function visitTrend(db: DeploymentDb, filter: VisitFilter, by: 'day' | 'month') {
  const { from, to } = filter
  const days = sql`(select day, kind, version, count from visit_counts where ${ofForm(filter)} and day >= ${from}::date and day <= ${to}::date) as counted`
  const { rows } = await sql<{ day: string; version: number; kind: 'visit' | 'sent' | 'request'; count: number }>`
    select to_char(date_trunc(${by}, day), 'YYYY-MM-DD') as day, version, kind, sum(count)::float8 as count from ${by === 'day' ? days : countsOf(filter)}
    where kind in ('visit', 'sent', 'request') group by 1, 2, 3 order by 1, 2`.execute(db)
  return rows
}

/** Returns the versions and languages of a form that have counts. */
export async function visitedVersions(db: DeploymentDb, form: string) {
  const { rows } = await sql<{ version: number; lang_code: string }>`
    select distinct version, lang_code from visit_months where customer_code = ${form} and kind = 'visit' order by 1 desc, 2`.execute(db)
  return rows
}

/** Returns the texts that may be shown, by their keyed hashes. */
export async function shownTexts(db: DeploymentDb, form: string, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ text_hash: string; text: string }>`
    select text_hash, text from visit_texts where customer_code = ${form} and text_hash = any(${hashes}) and text is not null`.execute(db)
  return new Map(rows.map(({ text_hash, text }) => [text_hash, text]))
}

/** Numbers of days for which counts of visits and searched texts are kept. */
export interface VisitRetention {
  days: number
  months: number
  /** For the hash of a text that stayed rare, since the last visit that had it. */
  rareTexts: number
}

/** Deletes old counts and texts of one form. Counts of months and common texts stay longer than counts of days. */
export async function deleteOldVisits(db: DeploymentDb, form: string, { days, months, rareTexts }: VisitRetention): Promise<void> {
  await sql`delete from visit_counts where customer_code = ${form} and day < current_date - ${days}::int`.execute(db)
  await sql`delete from visit_months where customer_code = ${form} and day < current_date - ${months}::int`.execute(db)
  await sql`
    delete from visit_texts where customer_code = ${form}
      and ((text is null and seen_on < current_date - ${rareTexts}::int) or seen_on < current_date - ${months}::int)`.execute(db)
}
