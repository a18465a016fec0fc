import type { Visits } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'
import { deleteOldLogs } from '../operators/jobs.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
  await on.server.load(accessForm({ code: 'free', authTypes: ['FREE'] }))
})
afterAll(() => on.server.close())
beforeEach(async () => {
  for (const table of ['visit_counts', 'visit_months', 'visit_texts']) await rowsOf(on.server, `delete from ${table}`)
})

test('a month is read from the sums of months, the days around it from those of days', async () => {
  await rowsOf(
    on.server,
    `insert into visit_counts select 'free', day::date, 'visit', 1, 'it', '', '', 10 from generate_series('2026-01-01'::date, '2026-04-30', '1 day') as day`,
  )
  await rowsOf(
    on.server,
    "insert into visit_months select 'free', month::date, 'visit', 1, 'it', '', '', 1000 from generate_series('2026-01-01'::date, '2026-04-01', '1 month') as month",
  )
  const visits = async (from: string, to: string) => (await on.call<Visits>('GET', `/visits?form=free&from=${from}&to=${to}`)).body.data?.totals.visits
  expect(await visits('2026-01-01', '2026-01-31')).toBe(1_000)
  expect(await visits('2026-01-02', '2026-01-31')).toBe(300)
  expect(await visits('2026-01-31', '2026-03-02')).toBe(10 + 1_000 + 20)
  expect(await visits('2026-01-01', '2026-04-30')).toBe(4_000)
  expect(await visits('2026-02-10', '2026-02-10')).toBe(10)
  expect(await visits('2026-03-30', '2026-04-02')).toBe(40)
})

test('the trend by month has only the days of the period, and adds up to the totals', async () => {
  await rowsOf(
    on.server,
    `insert into visit_counts select 'free', day::date, 'visit', 1, 'it', '', '', 10 from generate_series('2026-01-01'::date, '2026-06-30', '1 day') as day`,
  )
  await rowsOf(
    on.server,
    "insert into visit_months select 'free', date_trunc('month', day)::date, 'visit', 1, 'it', '', '', sum(count) from visit_counts group by 2",
  )
  const { body } = await on.call<Visits>('GET', '/visits?form=free&from=2026-01-30&to=2026-06-02')
  expect(body.data?.trend.map(({ day, visits }) => [day, visits])).toEqual([
    ['2026-01-01', 20],
    ['2026-02-01', 280],
    ['2026-03-01', 310],
    ['2026-04-01', 300],
    ['2026-05-01', 310],
    ['2026-06-01', 20],
  ])
  expect(body.data?.totals.visits).toBe(1_240)
})

test.each([
  ['theirs', [404, 'http_not_found']],
  ['nobody', [404, 'http_not_found']],
  ['viewer', [200]],
  ['author', [200]],
])('operator %s gets the figures of the form "ours": %j', async (as, expected) => {
  expect(codes(await on.call('GET', '/visits?form=ours&from=2026-01-01&to=2026-01-31', { as }))).toEqual(expected)
})

test.each([
  'form=free&from=2026-02-01&to=2026-01-31',
  'form=free&from=x&to=2026-01-31',
  'from=2026-01-01&to=2026-01-31',
  'form=free&from=2026-01-01&to=2026-01-31&version=0',
])('GET /managements/visits?%s is rejected', async (query) => expect((await on.call('GET', `/visits?${query}`)).status).toBe(400))

test('the daily job deletes days after 800 days, months and texts after five years, and rare texts after 30 days', async () => {
  await rowsOf(on.server, "insert into visit_counts select 'free', current_date - days, 'visit', 1, 'it', '', '', 1 from unnest(array[799, 801]) as days")
  await rowsOf(
    on.server,
    "insert into visit_months select 'free', current_date - days, 'visit', 1, 'it', '', '', 1 from unnest(array[401, 1829, 1831]) as days",
  )
  await rowsOf(
    on.server,
    `insert into visit_texts select 'free', days || coalesce(text, ''), 1, text, current_date - days from unnest(array[29, 31, 1831]) as days, unnest(array[null, 'kept']) as text`,
  )
  await deleteOldLogs(on.server.services)
  const ages = async (table: string) => (await rowsOf(on.server, `select current_date - day as age from ${table} order by 1`)).map(({ age }) => age)
  expect([await ages('visit_counts'), await ages('visit_months')]).toEqual([[799], [401, 1829]])
  expect((await rowsOf(on.server, 'select text_hash from visit_texts order by 1')).map(({ text_hash }) => text_hash)).toEqual(['29', '29kept', '31kept'])
})
