import { Pool, type PoolConfig } from 'pg'

/** Period whose days are filled. It begins and ends in the middle of a month, so that a year needs 30 single days besides 11 whole months. */
export const FILLED = { from: '2025-06-16', to: '2026-06-15' } as const

/** Rows of each day of form `grown<n>`: 200 of the busiest form, 115 of the twentieth, 33 of the last of 1,000. */
const rowsOfDay = (form: string) => `(30 + 170 / (1 + ${form} / 20.0))::int`

/** Number of rows of a form and day that each form has: the totals, devices, hours and direct visits. */
const COMMON = 18

/**
 * The other rows: of twenty, three are reached steps, three chosen options, two left steps, nine times in steps, and one
 * each is an error, a website and a searched text. `j` numbers them in their day, `d` the days. A prime number of subjects
 * makes all rows of a day different and spreads the days of a month over all subjects.
 */
const subject = (subjects: number) => `(7 * j + 13 * d) % ${subjects}`
const STEPS = 191
/** Steps in which visitors stayed, times classes of durations. */
const STAYS = 1_201
const STAY_STEPS = 60
const TEXTS = 307

/** Inserts the rows of the days from `$1` to `$2` of a month, and their sums. */
const INSERT_MONTH = `with days as (
  insert into visit_counts (customer_code, day, kind, version, lang_code, subject, detail, count)
  select 'grown' || n, date '${FILLED.from}' + d, kind, 1 + d / 91, 'it',
    case kind when 'visit' then '' when 'start' then '' when 'request' then '' when 'confirmed' then '' when 'ticket' then ''
      when 'device' then (array['phone', 'tablet', 'desktop'])[1 + i % 3] when 'hour' then (i - 1)::text
      when 'stay' then 't' || ${subject(STAYS)} % ${STAY_STEPS} when 'error' then 't' || ${subject(STEPS)} || '-1'
      when 'referrer' then case when j < 0 then '' else md5('r' || ${subject(TEXTS)}) end when 'search' then md5('s' || ${subject(TEXTS)})
      else 't' || ${subject(STEPS)} end,
    case kind when 'stay' then (${subject(STAYS)} / ${STAY_STEPS})::text when 'error' then 'campo_richiesto' else '' end,
    1 + (n * 31 + d * 17 + i) % 9
  from generate_series($1::date - '${FILLED.from}', $2::date - '${FILLED.from}') d, generate_series(0, $3::int - 1) n, generate_series(0, ${rowsOfDay('n')} - 1) i,
    lateral (select i - ${COMMON} as j) as numbered,
    lateral (select case when j >= 0 then (array['step', 'step', 'step', 'option', 'option', 'option', 'left', 'left', 'stay', 'stay', 'stay', 'stay', 'stay',
      'stay', 'stay', 'stay', 'stay', 'error', 'referrer', 'search'])[1 + j % 20]
      else (array['visit', 'start', 'sent', 'request', 'confirmed', 'ticket', 'device', 'device', 'device', 'hour', 'hour', 'hour', 'hour', 'hour', 'hour', 'hour',
      'hour', 'referrer'])[1 + i] end as kind) as kinds
  order by d, i, n returning *
), months as (
  insert into visit_months
  select customer_code, date_trunc('month', day)::date, kind, version, lang_code, subject, detail, sum(count) from days
  group by 1, 2, 3, 4, 5, 6, 7 order by md5(subject || detail), 1 returning 1
)
select (select count(*)::int from days) as days, (select count(*)::int from months) as months`

/**
 * Fills the counts of visits of the forms `grown0`, `grown1`, … for all days of `FILLED`. The rows of different forms
 * alternate in the table, as when processes store them every few seconds. The counts of months are the sums of the days.
 * @returns the numbers of rows of days and of months
 */
export async function fillVisits(connection: PoolConfig, forms: number, log: (line: string) => void): Promise<{ days: number; months: number }> {
  const owner = new Pool({
    ...connection,
    max: 1,
    options: '-c session_replication_role=replica -c synchronous_commit=off -c sportello.across_customers=on -c work_mem=256MB -c maintenance_work_mem=256MB',
  })
  const { rows } = await owner.query<{ first: string; last: string }>(
    `select to_char(greatest(month, $1::date), 'YYYY-MM-DD') as first, to_char(least(month + interval '1 month - 1 day', $2::date), 'YYYY-MM-DD') as last
     from generate_series(date_trunc('month', $1::date), $2::date, '1 month') as month`,
    [FILLED.from, FILLED.to],
  )
  const keys = await owner.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop, format('alter table %s add %s', conrelid::regclass, pg_get_constraintdef(oid)) as make
     from pg_constraint where conrelid in ('visit_counts'::regclass, 'visit_months'::regclass) and contype = 'p'`,
  )
  for (const { drop } of keys.rows) await owner.query(drop)
  const filled = { days: 0, months: 0 }
  for (const { first, last } of rows) {
    const inserted = await owner.query<{ days: number; months: number }>(INSERT_MONTH, [first, last, forms])
    filled.days += inserted.rows[0]?.days ?? 0
    filled.months += inserted.rows[0]?.months ?? 0
    log(`  counts of visits until ${last} inserted, ${filled.days} rows`)
  }
  for (const { make } of keys.rows) await owner.query(make)
  await owner.query(
    `insert into visit_texts (customer_code, text_hash, seen, text, seen_on)
     select customer_code, subject, sum(count), 'text ' || subject, max(day) from visit_months where kind in ('referrer', 'search') and subject <> '' group by 1, 2`,
  )
  await owner.query('vacuum analyze')
  await owner.end()
  return filled
}
