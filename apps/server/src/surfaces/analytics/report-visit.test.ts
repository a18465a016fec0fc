import { durationClass, secondsOfClass, type VisitReport, type Visits } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'
import { hourOf } from '../../catalogue/customers/rules.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let on: Awaited<ReturnType<typeof startManagementCase>>
let version: string
beforeAll(async () => {
  on = await startManagementCase()
  await on.server.load(accessForm({ code: 'free', authTypes: ['FREE'] }))
  await on.server.load(accessForm({ code: 'asleep', authTypes: ['FREE'], active: false }))
  await on.server.load(accessForm({ code: 'uncounted', authTypes: ['FREE'], params: { no_visit_counts: true } }))
  version = (await on.server.call<{ version: string }>('GET', '/forms/free')).body.data?.version ?? ''
})
afterAll(() => on.server.close())
beforeEach(async () => {
  await on.server.services.visitCounts.store()
  for (const table of ['visit_counts', 'visit_months', 'visit_texts']) await rowsOf(on.server, `delete from ${table}`)
})

/** Sends reports in parallel. @returns the statuses of the responses */
function report(reports: readonly object[], { form = 'free', headers = {} }: { form?: string; headers?: Record<string, string> } = {}) {
  return Promise.all(
    reports.map(async (body) => {
      const response = await fetch(`${on.server.url}/forms-service/rs/v2/analytics/${form}/visits`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': BROWSER, ...headers },
        body: JSON.stringify({ version, language: 'it', ...body }),
      })
      return response.status
    }),
  )
}

const times = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each)

/** Stores the counts and returns the figures of this year and the next. */
async function figures(query = '', as = 'owner'): Promise<Visits> {
  await on.server.services.visitCounts.store()
  const { status, body } = await on.call<Visits>('GET', `/visits?form=free&from=2026-01-01&to=2027-12-31${query}`, { as })
  expect([status, body.errors]).toEqual([200, []])
  if (!body.data) throw new Error('no figures')
  return body.data
}

const stored = async () => {
  await on.server.services.visitCounts.store()
  return rowsOf(on.server, 'select customer_code, kind, subject, detail, count from visit_counts order by 1, 2, 3, 4')
}

const visit: Partial<VisitReport> = {
  began: { device: 'phone', referrer: 'www.comune.example.org' },
  started: true,
  reached: ['free-root', 'ask'],
  chosen: ['ask'],
}

test('POST /analytics/{form}/visits counts visits, steps, choices, devices, referrers and times, and GET /managements/visits returns them', async () => {
  expect(await report(times(6, { ...visit, stays: [['ask', durationClass(20)]], sent: 'ask' }))).toEqual(times(6, 202))
  await report(times(7, { ...visit, began: { device: 'desktop' }, stays: [['ask', durationClass(100)]], left: 'ask' }))
  await report(times(5, { began: { device: 'desktop' }, reached: ['free-root'], left: 'free-root' }))
  const { totals, steps, devices, referrers, trend, by, versions, languages, hours } = await figures()
  expect(totals).toEqual({ visits: 18, starts: 13, sent: 6, requests: 0, confirmed: 0, tickets: 0 })
  expect(steps.map(({ id: _id, parent: _parent, ...step }) => step)).toEqual([
    { code_tag: 'free-root', title: 'free', level: 0, reached: 18, chosen: 0, left: 5, sent: 0, median_seconds: null, p90_seconds: null },
    {
      code_tag: 'ask',
      title: 'Ask',
      level: 1,
      reached: 13,
      chosen: 13,
      left: 7,
      sent: 6,
      median_seconds: secondsOfClass(durationClass(100)),
      p90_seconds: secondsOfClass(durationClass(100)),
    },
  ])
  expect(steps[1]?.parent).toBe(steps[0]?.id)
  expect(devices).toEqual([
    { name: 'desktop', count: 12 },
    { name: 'phone', count: 6 },
  ])
  expect(referrers).toEqual([
    { name: '', count: 12 },
    { name: 'comune.example.org', count: 6 },
  ])
  const now = Number(hourOf({ settings: await on.server.services.catalog.settings() }))
  expect(hours.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(18)
  expect((hours[now] ?? 0) + (hours[(now + 23) % 24] ?? 0)).toBe(18)
  expect([by, versions, languages]).toEqual(['month', [Number(version.split('.').at(-1))], ['it']])
  expect(trend.map(({ visits, sent }) => [visits, sent])).toEqual([[18, 6]])
})

test('the figures are those of the chosen days, version and language', async () => {
  await report(times(6, { ...visit, language: 'de' }))
  await report(times(9, visit))
  expect((await figures()).totals.visits).toBe(15)
  expect((await figures('&language=de')).totals.visits).toBe(6)
  expect((await figures('&version=999')).totals.visits).toBe(0)
  // The same counts ten days and four months earlier, on days of their own.
  await rowsOf(on.server, 'insert into visit_counts select customer_code, day - 10, kind, version, lang_code, subject, detail, count from visit_counts')
  const [row] = await rowsOf(on.server, "select to_char(min(day), 'YYYY-MM-DD') as first, to_char(max(day), 'YYYY-MM-DD') as last from visit_counts")
  const within = async (from: unknown, to: unknown) => (await on.call<Visits>('GET', `/visits?form=free&from=${from}&to=${to}`)).body.data?.totals.visits
  expect(await within(row?.first, row?.first)).toBe(15)
  expect(await within(row?.last, row?.last)).toBe(15)
})

test('figures below five are hidden, zero is not', async () => {
  await report(times(4, visit))
  const { totals, steps, devices, referrers } = await figures()
  expect(totals).toEqual({ visits: null, starts: null, sent: 0, requests: 0, confirmed: 0, tickets: 0 })
  expect(steps.map(({ reached, left }) => [reached, left])).toEqual([
    [null, 0],
    [null, 0],
  ])
  expect([devices, referrers]).toEqual([[{ name: null, count: null }], [{ name: null, count: null }]])
})

test('a visitor who hid the page and came back has not left', async () => {
  await report(times(8, { ...visit, left: 'ask', stays: [['ask', 3]] }))
  await report(times(8, { undo: { left: 'ask', stay: ['ask', 3] }, sent: 'ask', stays: [['ask', 9]] }))
  const [, ask] = (await figures()).steps
  expect([ask?.left, ask?.sent, ask?.median_seconds]).toEqual([0, 8, secondsOfClass(9)])
})

test('errors of fields are counted by rule, for fields that the step or a step above has', async () => {
  await report(
    times(6, {
      errors: [
        ['ask', 'subject', 'campo_richiesto'],
        ['ask', 'nothing', 'campo_richiesto'],
        ['deep', 'subject', 'campo_richiesto'],
      ],
    }),
  )
  expect((await figures()).errors.map(({ id: _id, ...error }) => error)).toEqual([
    { label: 'subject', code_tag: 'ask', step_title: 'Ask', rule: 'campo_richiesto', count: 6 },
  ])
})

test('a text that visitors searched for is stored only after five visits had it, and never if it may be about a person', async () => {
  await report([
    ...times(4, { unfound: ['Canarino Giallo'] }),
    ...times(9, { unfound: ['giallo@canary.example', 'RSSMRA80A01H501U', '333 1234567', 'x'.repeat(100)] }),
  ])
  expect(JSON.stringify(await rowsOf(on.server, 'select * from visit_texts'))).not.toContain('canarino')
  expect((await figures()).searches).toEqual([{ name: null, count: 40 }])
  expect(JSON.stringify([await rowsOf(on.server, 'select * from visit_texts'), await stored()])).not.toMatch(/canar|rssmra|333/i)
  await report(times(2, { unfound: ['  canarino   GIALLO '] }))
  expect((await figures()).searches).toEqual([
    { name: 'canarino giallo', count: 6 },
    { name: null, count: 36 },
  ])
})

test.each<[string, Record<string, string>]>([
  ['asks not to be tracked', { dnt: '1' }],
  ['sends Global Privacy Control', { 'sec-gpc': '1' }],
  ['is a robot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
  ['names no browser', { 'user-agent': '' }],
  ['only loads the page in advance', { 'sec-purpose': 'prefetch' }],
])('a visit whose browser %s is not counted', async (_why, headers) => {
  expect(await report([visit], { headers })).toEqual([202])
  expect(await stored()).toEqual([])
})

test.each<[why: string, body: object, status: number]>([
  ['an unknown property', { ip: '192.0.2.1' }, 400],
  ['a step that is no code', { reached: ["x' or 1=1"] }, 400],
  ['a duration of no class', { stays: [['ask', 1_000]] }, 400],
  ['a negative duration', { stays: [['ask', -1]] }, 400],
  ['an unknown device', { began: { device: 'watch' } }, 400],
  ['too many steps', { reached: times(201, 'ask') }, 400],
  ['an unknown language', { language: 'xx' }, 400],
  ['a body of 40 kB', { unfound: times(20, 'x'.repeat(2_000)) }, 413],
  ['a version of another form', { ...visit, version: 'ours-root.1' }, 202],
  ['a version that does not exist yet', { ...visit, version: 'free-root.900' }, 202],
  ['unknown steps', { reached: ['nowhere'], chosen: ['nowhere'], left: 'nowhere', sent: 'nowhere', stays: [['nowhere', 1]] }, 202],
])('a report with %s is not counted', async (_why, body, status) => {
  expect(await report([body])).toEqual([status])
  expect(await stored()).toEqual([])
})

test.each([
  ['nobody', 404],
  ['asleep', 503],
  ['uncounted', 202],
])('visits of the form %s are not counted', async (form, status) => {
  expect(await report([visit], { form })).toEqual([status])
  expect(await stored()).toEqual([])
})

test('a referrer that is no host counts as a direct visit', async () => {
  await report(['<script>', 'a..b', 'localhost', `${'x'.repeat(250)}.it`, 'x\r\ny.it'].map((referrer) => ({ began: { device: 'phone', referrer } })))
  expect((await figures()).referrers).toEqual([{ name: '', count: 5 }])
})

test('a form takes up at most 300 different texts in a day', async () => {
  await on.server.load({ settings: [{ code: 'calls_per_minute', value: '1000000' }] })
  await on.server.load(accessForm({ code: 'searched', authTypes: ['FREE'] }))
  const letters = (at: number) => String.fromCharCode(97 + (at % 20), 97 + Math.floor(at / 20))
  const reports = Array.from({ length: 350 }, (_, at) => ({ version: 'searched-root.1', unfound: [`made up ${letters(at)}`] }))
  await report(reports.slice(0, 200), { form: 'searched' })
  await on.server.services.visitCounts.store()
  await report(reports.slice(100), { form: 'searched' })
  await on.server.services.visitCounts.store()
  expect(await rowsOf(on.server, 'select count(*)::int as n from visit_texts')).toEqual([{ n: 300 }])
})

test('counts that could not be stored are stored later, and counts of a deleted form are left out', async () => {
  const counts = on.server.services.visitCounts
  await report(times(5, visit))
  await rowsOf(on.server, 'alter table visit_counts rename to elsewhere')
  await counts.store()
  await rowsOf(on.server, 'alter table elsewhere rename to visit_counts')
  counts.add({ customer: 'gone', day: '2026-05-05', version: 1, language: 'it' }, 'visit')
  expect((await figures()).totals.visits).toBe(5)
  expect(await rowsOf(on.server, "select * from visit_counts where customer_code = 'gone'")).toEqual([])
})

test('two processes that count the same steps at once store all of them', async () => {
  const { VisitCounts } = await import('../../requests/visits/rules.ts')
  const processes = times(2, null).map(() => new VisitCounts(on.server.database.kysely))
  for (let round = 0; round < 20; round++) {
    for (const counts of processes)
      for (const subject of round % 2 ? ['a', 'b', 'c'] : ['c', 'b', 'a'])
        counts.add({ customer: 'free', day: '2026-05-05', version: 1, language: 'it' }, 'step', subject)
    await Promise.all(processes.map((counts) => counts.store()))
  }
  expect((await stored()).map(({ subject, count }) => [subject, Number(count)])).toEqual([
    ['a', 40],
    ['b', 40],
    ['c', 40],
  ])
})
