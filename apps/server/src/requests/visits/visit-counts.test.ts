import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { VisitCounts } from './rules.ts'

let server: TestServer
let counts: VisitCounts
let log: string[]
beforeAll(async () => {
  server = await startTestServer()
  for (const code of ['busy', 'quiet']) await server.load(accessForm({ code, authTypes: ['FREE'] }))
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['visit_counts', 'visit_months']) await rowsOf(server, `delete from ${table}`)
  log = []
  counts = new VisitCounts(server.database.kysely, (message) => log.push(message))
})

const of = (customer: string) => ({ customer, day: '2026-05-05', version: 1, language: 'it' })
const stored = (table = 'visit_counts') =>
  rowsOf(server, `select customer_code, count(*)::int as rows, sum(count)::int as sum from ${table} group by 1 order by 1`)

test('a process keeps at most 5,000 different counts of a form, and goes on adding to those and to other forms', async () => {
  for (let round = 0; round < 2; round++) for (let at = 0; at < 5_100; at++) counts.add(of('busy'), 'step', `s${at}`)
  counts.add(of('quiet'), 'visit')
  await counts.close()
  expect(await stored()).toEqual([
    { customer_code: 'busy', rows: 5_000, sum: 10_000 },
    { customer_code: 'quiet', rows: 1, sum: 1 },
  ])
  expect(log).toEqual(['200 counts of visits were dropped, because too many different ones waited'])
  // The limit is that of one interval.
  counts.add(of('busy'), 'step', 's5099')
  await counts.store()
  expect((await stored())[0]).toEqual({ customer_code: 'busy', rows: 5_001, sum: 10_001 })
})

test('counts of a transaction that failed are stored once later, and those of the other transactions are not stored again', async () => {
  for (let at = 0; at < 4_500; at++) counts.add(of('busy'), 'step', `s${at}`)
  await rowsOf(server, `create function fail_for_test() returns trigger language plpgsql as $$ begin raise 'planted'; end $$`)
  await rowsOf(server, "create trigger fail before insert on visit_months for each row when (new.subject = 's3000') execute function fail_for_test()")
  try {
    await counts.store()
  } finally {
    await rowsOf(server, 'drop trigger fail on visit_months')
    await rowsOf(server, 'drop function fail_for_test')
  }
  expect(log).toEqual([expect.stringContaining('planted')])
  expect(await stored()).toEqual([{ customer_code: 'busy', rows: 2_500, sum: 2_500 }])
  counts.add(of('busy'), 'step', 's3000')
  for (let time = 0; time < 2; time++) await counts.store()
  await counts.close()
  for (const table of ['visit_counts', 'visit_months']) expect(await stored(table)).toEqual([{ customer_code: 'busy', rows: 4_500, sum: 4_501 }])
})
