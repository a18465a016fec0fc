import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(accessForm({ code: 'free', authTypes: ['FREE'] }))
})
afterAll(() => server.close())

const report = (headers: Record<string, string> = {}, more: object = {}) =>
  server.call('POST', '/analytics/free/visits', {
    body: JSON.stringify({ version: 'free-root.1', language: 'it', began: { device: 'phone' }, ...more }),
    headers: { 'content-type': 'application/json', 'user-agent': BROWSER, ...headers },
  })

/** Returns the metrics of visits in the Prometheus format, without their descriptions. */
async function metrics(): Promise<string[]> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return text.split('\n').filter((line) => line.startsWith('sportello_visit'))
}

test('GET /metrics has the reports, the visits, the stored and waiting counts and the failures, without the form', async () => {
  for (let at = 0; at < 3; at++) expect((await report()).status).toBe(202)
  await report({ dnt: '1' })
  await report({}, { language: 'xx' })
  await rowsOf(server, 'alter table visit_months rename to elsewhere')
  await server.services.visitCounts.store()
  const [visit, device, hour, referrer] = [1, 1, 1, 1]
  const rows = visit + device + hour + referrer
  expect(await metrics()).toEqual([
    'sportello_visit_reports_total{outcome="counted"} 3',
    'sportello_visit_reports_total{outcome="ignored"} 1',
    'sportello_visits_total 3',
    'sportello_visit_rows_stored_total 0',
    'sportello_visit_counts_dropped_total 0',
    'sportello_visit_store_failures_total 1',
    `sportello_visit_rows_waiting ${rows}`,
  ])
  await rowsOf(server, 'alter table elsewhere rename to visit_months')
  await server.services.visitCounts.store()
  expect((await metrics()).slice(2)).toEqual([
    'sportello_visits_total 3',
    `sportello_visit_rows_stored_total ${rows}`,
    'sportello_visit_counts_dropped_total 0',
    'sportello_visit_store_failures_total 1',
    'sportello_visit_rows_waiting 0',
  ])
})

test('counts the counts that made-up reports push out of memory', async () => {
  const form = { customer: 'free', day: '2026-01-01', version: 1, language: 'it' }
  for (let step = 0; step < 5_003; step++) server.services.visitCounts.add(form, 'step', `made-up ${step}`)
  expect(await metrics()).toContain('sportello_visit_counts_dropped_total 3')
  await server.services.visitCounts.store()
})
