import { readFileSync } from 'node:fs'
import type { DeskFigures } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startRequestsCase } from '../../../test/requests-case.ts'
import { rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startRequestsCase>>
beforeAll(async () => {
  on = await startRequestsCase()
  await rowsOf(on.server, "insert into operators (username, role) values ('chief', 'supervisor')")
})
afterAll(() => on.server.close())
beforeEach(() => rowsOf(on.server, 'truncate desk_cases, desk_labels, desk_entries'))

/** Puts a request on the desk that was sent some hours ago, by the clock of the database. */
const add = (form: string, hoursAgo: number, more: { state?: string; assignee?: string; due?: string; first?: number; closed?: number } = {}) =>
  rowsOf(
    on.server,
    `insert into desk_cases (customer_code, request_id, state, assignee, due_on, first_at, closed_at)
     select $1, uuidv7(make_interval(secs => -$2::float8 * 3600)), $3, $4, $5::date, now() - make_interval(secs => ($2 - $6::float8) * 3600), now() - make_interval(secs => ($2 - $7::float8) * 3600)`,
    [form, hoursAgo, more.state ?? 'open', more.assignee ?? null, more.due ?? null, more.first ?? null, more.closed ?? null],
  )
const day = (daysAgo: number) => new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Rome' }).format(Date.now() - daysAgo * 86_400_000)
const figures = async (query = '', as = 'all') => (await on.call<DeskFigures>('GET', `/desk/figures?from=${day(9)}&to=${day(0)}${query}`, as)).body.data

test('counts what is open by form, assignee, state and age, with its median and what is overdue', async () => {
  for (const [hours, more] of [
    [1, { assignee: 'ada' }],
    [30, { assignee: 'ada', due: day(1) }],
    [100, { state: 'Dal tecnico', due: day(0) }],
    [200, {}],
    [2_000, { due: day(30) }],
    [3, { state: 'closed', closed: 1, due: day(5) }],
  ] as const)
    await add('ours', hours, more)
  await add('theirs', 30)
  expect((await figures())?.open).toEqual({
    total: 6,
    overdue: 2,
    median_hours: 30,
    ages: [1, 2, 1, 1, 1],
    forms: [
      { name: 'ours', count: 5 },
      { name: 'theirs', count: 1 },
    ],
    assignees: [
      { name: '', count: 4 },
      { name: 'ada', count: 2 },
    ],
    states: [
      { name: 'open', count: 5 },
      { name: 'Dal tecnico', count: 1 },
    ],
  })
  expect((await figures('&forms=theirs,none'))?.open.total).toBe(1)
})

test('counts what arrived and was closed on each day, and how long the first answer and the closing took', async () => {
  for (const first of [1, 1, 1, 10]) await add('ours', 50, { first })
  await add('ours', 50)
  await add('ours', 49, { state: 'closed', first: 2, closed: 24 })
  await add('ours', 24 * 40, { state: 'closed', first: 2, closed: 24 * 40 - 2 })
  const found = await figures()
  expect(found?.days).toHaveLength(10)
  expect(found?.days.reduce((sum, { arrived }) => sum + arrived, 0)).toBe(6)
  expect(found?.days.reduce((sum, { closed }) => sum + closed, 0)).toBe(2)
  expect(
    found?.days.find((each) => each.day === new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Rome' }).format(Date.now() - 50 * 3_600_000))?.arrived,
  ).toBeGreaterThanOrEqual(5)
  const near = (seconds: number | null | undefined, hours: number) => expect(Math.abs((seconds ?? 0) / 3_600 / hours - 1)).toBeLessThan(0.06)
  expect(found?.first.count).toBe(5)
  near(found?.first.median_seconds, 1)
  near(found?.first.p90_seconds, 10)
  expect(found?.closing.count).toBe(2)
  near(found?.closing.median_seconds, 24)
  near(found?.closing.p90_seconds, 24 * 40 - 2)
})

test('counts the first thing that an operator did, and only a closing that lasts', async () => {
  const { anna } = on.tickets
  const desk = (body: object) => on.call('PUT', `/requests/${anna}/desk`, 'all', { body })
  await on.call('POST', `/requests/${anna}/notes`, 'all', { body: { text: 'Visto' } })
  const [noted] = await rowsOf(on.server, 'select first_at, closed_at from desk_cases')
  expect(noted).toMatchObject({ closed_at: null })
  await desk({ state: 'closed' })
  expect((await figures())?.closing.count).toBe(1)
  const [closed] = await rowsOf(on.server, 'select first_at, closed_at from desk_cases')
  expect(closed?.first_at).toEqual(noted?.first_at)
  await desk({ due_on: '2030-01-01' })
  expect((await rowsOf(on.server, 'select closed_at from desk_cases'))[0]?.closed_at).toEqual(closed?.closed_at)
  await desk({ state: 'open' })
  expect(await figures()).toMatchObject({ closing: { count: 0, median_seconds: null, p90_seconds: null }, first: { count: 1 }, open: { total: 1 } })
})

test('counts what operators did before the figures existed', async () => {
  const { anna, bruno } = on.tickets
  for (const body of [{ due_on: '2030-01-01' }, { state: 'closed' }]) await on.call('PUT', `/requests/${anna}/desk`, 'all', { body })
  await on.call('POST', `/requests/${bruno}/notes`, 'all', { body: { text: 'Visto' } })
  const times = () =>
    rowsOf(on.server, 'select request_id, date_trunc($1, first_at) as first, date_trunc($1, closed_at) as closed from desk_cases order by 1', ['hour'])
  const before = await times()
  await rowsOf(on.server, 'update desk_cases set first_at = null, closed_at = null')
  const file = readFileSync(new URL('../../platform/db/migrations/0113-desk-figures.sql', import.meta.url), 'utf8')
  await rowsOf(on.server, /^update desk_cases .*?;$/ms.exec(file)?.[0] ?? '')
  expect(await times()).toEqual(before)
})

test('shows an operator the own forms only, whatever forms the call names', async () => {
  await add('ours', 2)
  await add('theirs', 2)
  for (const query of ['', '&forms=ours,theirs']) expect((await figures(query, 'theirs'))?.open.forms).toEqual([{ name: 'theirs', count: 1 }])
  expect((await figures('&forms=ours', 'theirs'))?.open.total).toBe(0)
  expect((await figures('&forms=ours', 'theirs'))?.days.reduce((sum, { arrived }) => sum + arrived, 0)).toBe(0)
})

test.each([
  ['a period that ends before it begins', 'from=2026-02-02&to=2026-02-01'],
  ['too long a period', 'from=2026-01-01&to=2026-12-31'],
  ['no period', ''],
  ['no day', 'from=2026-02-30&to=2026-03-01'],
  ['too many forms', `from=2026-02-01&to=2026-02-01&forms=${Array.from({ length: 51 }, (_, at) => `f${at}`)}`],
])('rejects %s', async (_what, query) => {
  expect((await on.call('GET', `/desk/figures?${query}`)).status).toBe(400)
})
