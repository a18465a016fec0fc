import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

const DOCS = fileURLToPath(new URL('../../../../../docs/operators/', import.meta.url))
const PROMTOOL = '/usr/bin/promtool'

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { runbook: string }
}

const rules = (parse(readFileSync(join(DOCS, 'prometheus-alerts.yaml'), 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)

/**
 * For each alert: the series that make it fire after two hours, the same series while all is well, the summary, and the
 * label `instance` if the alert is about one process. A series has one value per minute, in promtool's notation.
 */
const CASES: Record<string, [firing: Record<string, string>, quiet: Record<string, string>, summary: string, instance?: 'a']> = {
  SportelloProcessDown: [{ 'up@a': '1x115 0x10', 'up@b': '1x200' }, { 'up@a': '1x200' }, 'The process a does not answer', 'a'],
  SportelloDown: [{ 'up@a': '0x200', 'up@b': '0x200' }, { 'up@a': '0x200', 'up@b': '1x200' }, 'No process of sportello answers'],
  SportelloDatabaseDown: [
    { 'sportello_database_up@a': '0x200', 'sportello_database_up@b': '0x200' },
    { 'sportello_database_up@a': '0x200', 'sportello_database_up@b': '1x200' },
    'No process of sportello can read its database',
  ],
  SportelloErrors: [
    { 'sportello_http_request_seconds_count{status="200"}@a': '0+97x200', 'sportello_http_request_seconds_count{status="500"}@a': '0+3x200' },
    { 'sportello_http_request_seconds_count{status="200"}@a': '0+99x200', 'sportello_http_request_seconds_count{status="500"}@a': '0+1x200' },
    'sportello cannot answer 50m calls a second, more than 2 % of all',
  ],
  SportelloSlow: [
    {
      'sportello_http_request_seconds_bucket{le="1"}@a': '0+94x200',
      'sportello_http_request_seconds_bucket{le="+Inf"}@a': '0+100x200',
      'sportello_http_request_seconds_bucket{le="5"}@a': '0+100x200',
    },
    {
      'sportello_http_request_seconds_bucket{le="1"}@a': '0+96x200',
      'sportello_http_request_seconds_bucket{le="+Inf"}@a': '0+100x200',
      'sportello_http_request_seconds_bucket{le="5"}@a': '0+100x200',
    },
    'One call of sportello in 20 takes longer than a second',
  ],
  SportelloNoWorkers: [
    { 'sportello_workers@a': '0x200', 'sportello_workers@b': '0x200' },
    { 'sportello_workers@a': '0x200', 'sportello_workers@b': '2x200' },
    'No process of sportello runs jobs: no mail is sent and no ticket is opened',
  ],
  SportelloJobsLate: [
    { 'sportello_job_delay_seconds@a': '360x200' },
    { 'sportello_job_delay_seconds@a': '200x200' },
    'The oldest job of sportello is due since 6m 0s',
  ],
  SportelloJobsGivenUp: [{ 'sportello_jobs_given_up@a': '3x200' }, { 'sportello_jobs_given_up@a': '0x200' }, 'sportello has given up 3 jobs'],
  SportelloMailsFail: [
    { 'sportello_mail_attempts_total{outcome="failed"}@a': '0+6x200', 'sportello_mail_attempts_total{outcome="sent"}@a': '0+4x200' },
    { 'sportello_mail_attempts_total{outcome="failed"}@a': '0+4x200', 'sportello_mail_attempts_total{outcome="sent"}@a': '0+6x200' },
    'More than half of the attempts of sportello to send a mail fail',
  ],
  SportelloTicketsFail: [
    { 'sportello_deliveries_failed@a': '4x100 5x100' },
    { 'sportello_deliveries_failed@a': '4x200' },
    'sportello has given up deliveries of tickets in the last hour',
  ],
  SportelloRequestsFail: [
    { 'sportello_requests_failed@a': '0x100 1x100' },
    { 'sportello_requests_failed@a': '1x200' },
    'Requests of sportello have got no ticket in the last hour',
  ],
  SportelloDiskFull: [
    { 'sportello_storage_free_bytes@a': '1073741824x200', 'sportello_storage_bytes@a': '21474836480x200' },
    { 'sportello_storage_free_bytes@a': '1073741824x200', 'sportello_storage_bytes@a': '2147483648x200' },
    'The disk of a has 1GiB left',
    'a',
  ],
  SportelloObjectStorageDown: [
    { 'sportello_object_storage_up@a': '0x200' },
    { 'sportello_object_storage_up@a': '1x200' },
    'No process of sportello reaches the object storage: requests with files are rejected',
  ],
  SportelloVirusScannerDown: [
    { 'sportello_virus_scanner_up@a': '0x200' },
    { 'sportello_virus_scanner_up@a': '1x200' },
    'No process of sportello reaches the virus scanner: requests with files are rejected',
  ],
  SportelloVirusSignaturesOld: [
    { 'sportello_virus_signatures_seconds@a': '345600x200' },
    { 'sportello_virus_signatures_seconds@a': '86400x200' },
    'The virus signatures of sportello are 4d 0h 0m 0s old',
  ],
  SportelloInfectedFiles: [
    { 'sportello_infected_files@a': '2x100 3x100' },
    { 'sportello_infected_files@a': '3x200' },
    'Malware was found in stored files of sportello in the last hour',
  ],
  SportelloEventLoopBlocked: [
    { 'nodejs_eventloop_lag_p99_seconds@a': '0.75x200' },
    { 'nodejs_eventloop_lag_p99_seconds@a': '0.1x200' },
    'The process a is overloaded: calls wait 750ms',
    'a',
  ],
}

/** Writes a series as promtool reads it: `name{label="x"}@a` is the series of the process `a`. */
function seriesOf(values: Record<string, string>) {
  return Object.entries(values).map(([key, each]) => {
    const [, name, labels, instance] = /^(\w+)(?:\{(.*)\})?@(\w)$/.exec(key) ?? []
    return { series: `${name}{job="sportello",instance="${instance}"${labels ? `,${labels}` : ''}}`, values: each }
  })
}

describe('the alert rules for Prometheus', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: { CLAMD_URL: 'tcp://127.0.0.1:1' } })
  })
  afterAll(() => server.close())

  test.skipIf(!existsSync(PROMTOOL))('fire when something is wrong, and do not fire otherwise', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sportello-alerts-'))
    try {
      const tests = rules.flatMap(({ alert, labels, annotations }) => {
        const [firing, quiet, summary, instance] = CASES[alert] ?? [{}, {}, '']
        const fired = {
          exp_labels: { severity: labels.severity, job: 'sportello', ...(instance && { instance }) },
          exp_annotations: { summary, runbook: annotations.runbook },
        }
        return [
          { interval: '1m', input_series: seriesOf(firing), alert_rule_test: [{ eval_time: '2h', alertname: alert, exp_alerts: [fired] }] },
          { interval: '1m', input_series: seriesOf(quiet), alert_rule_test: [{ eval_time: '2h', alertname: alert, exp_alerts: [] }] },
        ]
      })
      const file = join(folder, 'tests.json')
      writeFileSync(file, JSON.stringify({ rule_files: [join(DOCS, 'prometheus-alerts.yaml')], tests }))
      expect(execFileSync(PROMTOOL, ['test', 'rules', file], { encoding: 'utf8' })).toContain('SUCCESS')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('use only metrics that a process reports', async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    const reported = new Set(['up', ...[...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)])
    const used = rules.flatMap(({ expr }) => expr.match(/\b(?:sportello|nodejs)_\w+/g) ?? []).map((name) => name.replace(/_(?:count|bucket)$/, ''))
    expect(used.length).toBeGreaterThan(15)
    expect(used.filter((name) => !reported.has(name))).toEqual([])
  })

  test('each have a test and a section that says what to do', () => {
    const sections = [...readFileSync(join(DOCS, 'alerts.md'), 'utf8').matchAll(/^### (.+)$/gm)].map(([, name]) => name)
    const names = rules.map(({ alert }) => alert)
    expect(sections).toEqual(names)
    expect(Object.keys(CASES)).toEqual(names)
    expect(rules.map(({ annotations }) => annotations.runbook)).toEqual(names.map((name) => `alerts.md#${name.toLowerCase()}`))
  })

  test('get figures of the deployment, and none that would say that all is well if it is not known', async () => {
    const value = async (name: string) => new RegExp(`^${name} (\\S+)$`, 'm').exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]
    expect(await value('sportello_database_up')).toBe('1')
    expect(await value('sportello_workers')).toBe('0')
    expect(Number(await value('sportello_storage_free_bytes'))).toBeGreaterThan(1_000_000)
    expect(await value('sportello_virus_scanner_up')).toBe('0')
    expect(await value('sportello_object_storage_up')).toBeUndefined()
    expect(await value('sportello_virus_signatures_seconds')).toBeUndefined()
  })

  test('learn that the database does not answer, while the other figures are missing', async () => {
    const cut = await startTestServer()
    const { owner } = cut.database
    const end = owner.query.bind(owner)
    Object.assign(owner, { query: () => Promise.reject(new Error('planted')) })
    const text = await (await fetch(`${cut.url}/metrics`)).text()
    Object.assign(owner, { query: end })
    await cut.close()
    expect(text).toMatch(/^sportello_database_up 0$/m)
    expect(text).not.toMatch(/^sportello_(?:workers|mails_failed) /m)
  })
})
