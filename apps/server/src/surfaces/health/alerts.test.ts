import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { CASES } from '../../../test/alert-cases.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { probe } from '../../cli/probe.ts'

const DOCS = fileURLToPath(new URL('../../../../../docs/operators/', import.meta.url))
const PROMTOOL = '/usr/bin/promtool'

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { runbook: string }
}

const rules = (parse(readFileSync(join(DOCS, 'prometheus-alerts.yaml'), 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)

interface Panel {
  id: number
  type: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}

const dashboard = JSON.parse(readFileSync(join(DOCS, 'grafana-dashboard.json'), 'utf8')) as { panels: Panel[] }
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** Writes a series as promtool reads it: `name{label="x"}@a` is the series of the process `a`. */
function seriesOf(values: Record<string, string>) {
  return Object.entries(values).map(([key, each]) => {
    const [, name, labels, instance] = /^(\w+)(?:\{(.*)\})?@(\w)$/.exec(key) ?? []
    return { series: `${name}{job="sportello",instance="${instance}"${labels ? `,${labels}` : ''}}`, values: each }
  })
}

const annotationsOf = (alert: string) => ({ summary: CASES[alert]?.[2], runbook: `alerts.md#${alert.toLowerCase()}` })

/** Gives promtool a file. @throws if promtool reports an error */
function promtool(command: 'test' | 'check', content: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'sportello-alerts-'))
  try {
    const file = join(folder, 'given.json')
    writeFileSync(file, JSON.stringify(content))
    return execFileSync(PROMTOOL, [command, 'rules', file], { encoding: 'utf8' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs tests of the alert rules. @throws if one fails */
const testRules = (tests: unknown[]) => promtool('test', { rule_files: [join(DOCS, 'prometheus-alerts.yaml')], tests })

/** Checks the syntax of recording rules. @throws if one is not valid */
const checkRules = (rules: { record: string; expr: string }[]) => promtool('check', { groups: [{ name: 'queries', rules }] })

describe('the alert rules for Prometheus', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: { CLAMD_URL: 'tcp://127.0.0.1:1' } })
  })
  afterAll(() => server.close())

  test.skipIf(!existsSync(PROMTOOL))('fire when something is wrong, and do not fire otherwise', () => {
    const tests = rules.flatMap(({ alert, labels }) => {
      const [firing, quiet, , more] = CASES[alert] ?? [{}, {}, '']
      const fired = {
        exp_labels: { severity: labels.severity, job: 'sportello', ...more },
        exp_annotations: annotationsOf(alert),
      }
      return [
        { interval: '1m', input_series: seriesOf(firing), alert_rule_test: [{ eval_time: '2h', alertname: alert, exp_alerts: [fired] }] },
        { interval: '1m', input_series: seriesOf(quiet), alert_rule_test: [{ eval_time: '2h', alertname: alert, exp_alerts: [] }] },
      ]
    })
    expect(testRules(tests)).toContain('SUCCESS')
  })

  test.skipIf(!existsSync(PROMTOOL))('fire when no process is known at all', () => {
    const down = { exp_labels: { severity: 'critical', job: 'sportello' }, exp_annotations: annotationsOf('SportelloDown') }
    expect(testRules([{ interval: '1m', input_series: [], alert_rule_test: [{ eval_time: '2h', alertname: 'SportelloDown', exp_alerts: [down] }] }])).toContain(
      'SUCCESS',
    )
  })

  test('and the dashboard for Grafana use only metrics that a process or a probe reports', async () => {
    let text = await (await fetch(`${server.url}/metrics`)).text()
    await probe([`${server.url}/none`], { format: 'prometheus' }, (probed) => {
      text += `\n${probed}`
    })
    const reported = new Set(['up', 'ALERTS', ...[...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)])
    const metricsIn = (expr: string) => expr.match(/\b(?:sportello|nodejs|process)_\w+/g)?.map((name) => name.replace(/_(?:count|bucket)$/, '')) ?? []
    const used = [rules.map(({ expr }) => expr), queries].map((exprs) => exprs.flatMap(metricsIn))
    for (const names of used) expect(names.length).toBeGreaterThan(15)
    expect(used.flat().filter((name) => !reported.has(name))).toEqual([])
  })

  test.skipIf(!existsSync(PROMTOOL))('and the queries of the dashboard for Grafana are valid', () => {
    const filled = queries.map((expr) => expr.replaceAll('$job', 'sportello').replaceAll('$__rate_interval', '5m'))
    expect(filled.filter((expr) => expr.includes('$'))).toEqual([])
    expect(checkRules(filled.map((expr, at) => ({ record: `panel:${at}`, expr })))).toContain(`${filled.length} rules found`)
  })

  test('and each panel of the dashboard for Grafana has a place of its own and queries', () => {
    const placed = dashboard.panels.map(({ gridPos: { x, y, w, h } }) => ({ left: x, top: y, right: x + w, bottom: y + h }))
    for (const [at, one] of placed.entries()) {
      expect(one.right).toBeLessThanOrEqual(24)
      expect(
        placed.filter((other, index) => index > at && one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom),
      ).toEqual([])
    }
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    expect(dashboard.panels.filter(({ type, targets = [] }) => (type === 'row') === targets.length > 0)).toEqual([])
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

  test('learn that the object storage does not answer, and all other figures', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const stored = await startTestServer({ env: { S3_URL: `http://key:secret@127.0.0.1:${port}/bucket` } })
    const began = performance.now()
    const text = await (await fetch(`${stored.url}/metrics`)).text()
    expect(performance.now() - began).toBeLessThan(4_500)
    await stored.close()
    silent.close()
    expect(text).toMatch(/^sportello_object_storage_up 0$/m)
    expect(text).toMatch(/^sportello_database_up 1$/m)
    expect(text).toMatch(/^sportello_mails_failed 0$/m)
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
