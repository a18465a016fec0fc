import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/mail-sink.ts'
import { type Collector, startCollector } from '../../../test/otlp-collector.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { exportLine, exportMessage, setLogExport } from './log-export.ts'
import { exportLogs } from './otlp-logs.ts'
import { exportMetrics } from './otlp-metrics.ts'
import { exportTraces } from './otlp-traces.ts'
import { setTracing, startSpan } from './tracing.ts'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number; doubleValue?: number }
}

/** Metrics and logs in OTLP's JSON format (opentelemetry-proto, metrics/v1 and logs/v1). */
interface Point {
  attributes: Attribute[]
  startTimeUnixNano: string
  timeUnixNano: string
  asDouble?: number
  count?: number
  sum?: number
  explicitBounds?: number[]
  bucketCounts?: number[]
}
interface Metric {
  name: string
  description: string
  sum?: { dataPoints: Point[]; isMonotonic: boolean; aggregationTemporality: number }
  gauge?: { dataPoints: Point[] }
  histogram?: { dataPoints: Point[]; aggregationTemporality: number }
}
interface Log {
  timeUnixNano: string
  severityNumber: number
  severityText: string
  body: { stringValue: string }
  attributes: Attribute[]
  traceId?: string
}
interface Document {
  resourceMetrics?: { resource: { attributes: Attribute[] }; scopeMetrics: { metrics: Metric[] }[] }[]
  resourceLogs?: { resource: { attributes: Attribute[] }; scopeLogs: { logRecords: Log[] }[] }[]
}

let collector: Collector
const closers: (() => Promise<void>)[] = []
beforeAll(async () => {
  collector = await startCollector()
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url
  process.env.OTEL_RESOURCE_ATTRIBUTES = 'deployment.environment.name=test'
})
afterEach(async () => {
  setLogExport(undefined)
  setTracing(undefined)
  for (const close of closers.splice(0)) await close()
  collector.bodies.length = 0
  collector.silent = false
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url
})
afterAll(async () => {
  // Other test files of the same worker start processes with this environment.
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_RESOURCE_ATTRIBUTES']) delete process.env[name]
  await collector.close()
})

const valuesOf = (attributes: Attribute[]) => Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
const metricsOf = () =>
  (collector.documents('/v1/metrics').at(-1) as Document).resourceMetrics?.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)) ?? []
const logsOf = () =>
  collector
    .documents('/v1/logs')
    .flatMap((document) => (document as Document).resourceLogs ?? [])
    .flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords))

/** Exports the metrics of a registry once. */
async function exportOnce(registry: Registry, protocol: 'http/protobuf' | 'http/json' = 'http/json'): Promise<void> {
  const close = await exportMetrics(registry, protocol, 3_600_000)
  await close()
}

async function startLogs(protocol: 'http/protobuf' | 'http/json' = 'http/json'): Promise<() => Promise<void>> {
  const { write, close } = await exportLogs(protocol)
  setLogExport(write)
  closers.push(close)
  return close
}

describe('the export of metrics to OpenTelemetry', () => {
  test('has counters, gauges and histograms with their labels', async () => {
    const registry = new Registry()
    const registers = [registry]
    const counter = new Counter({ name: 'sent_total', help: 'Sent', labelNames: ['way'], registers })
    counter.inc({ way: 'mail' }, 3)
    counter.inc({ way: 'post' }, 4)
    new Gauge({ name: 'waiting', help: 'Waiting', registers }).set(-1.5)
    const histogram = new Histogram({ name: 'took_seconds', help: 'Took', labelNames: ['route'], buckets: [0.1, 1], registers })
    for (const seconds of [0.05, 0.06, 0.5, 7]) histogram.observe({ route: '/a' }, seconds)
    histogram.observe({ route: '/b' }, 1)
    await exportOnce(registry)
    const byName = Object.fromEntries(metricsOf().map((metric) => [metric.name, metric]))
    expect(Object.keys(byName).sort()).toEqual(['sent_total', 'took_seconds', 'waiting'])
    const points = (metric: Metric | undefined) => metric?.sum?.dataPoints ?? metric?.gauge?.dataPoints ?? metric?.histogram?.dataPoints ?? []
    expect(byName.sent_total).toMatchObject({ description: 'Sent', sum: { isMonotonic: true, aggregationTemporality: 2 } })
    expect(points(byName.sent_total).map(({ attributes, asDouble }) => [valuesOf(attributes), asDouble])).toEqual([
      [{ way: 'mail' }, 3],
      [{ way: 'post' }, 4],
    ])
    expect(byName.waiting?.gauge?.dataPoints.map(({ asDouble }) => asDouble)).toEqual([-1.5])
    expect(
      points(byName.took_seconds).map(({ attributes, count, sum, explicitBounds, bucketCounts }) => [
        valuesOf(attributes),
        count,
        sum,
        explicitBounds,
        bucketCounts,
      ]),
    ).toEqual([
      [{ route: '/a' }, 4, 7.61, [0.1, 1], [2, 1, 1]],
      [{ route: '/b' }, 1, 1, [0.1, 1], [0, 1, 0]],
    ])
    const [point] = points(byName.sent_total)
    const [from, to] = [point?.startTimeUnixNano, point?.timeUnixNano].map((nano) => Number(nano) / 1e6)
    expect(Math.abs(Number(to) - Date.now())).toBeLessThan(60_000)
    expect(Number(from)).toBeLessThanOrEqual(Number(to))
  })

  test('names the process, and nothing of the machine', async () => {
    await exportOnce(new Registry())
    const registry = new Registry()
    new Gauge({ name: 'one', help: 'One', registers: [registry] }).set(1)
    await exportOnce(registry)
    const { attributes = [] } = (collector.documents('/v1/metrics').at(-1) as Document).resourceMetrics?.[0]?.resource ?? {}
    expect(valuesOf(attributes)).toEqual({
      'service.name': 'sportello',
      'service.instance.id': expect.stringMatching(/^[\da-f-]{36}$/),
      'deployment.environment.name': 'test',
      'telemetry.sdk.name': 'opentelemetry',
      'telemetry.sdk.language': 'nodejs',
      'telemetry.sdk.version': expect.any(String),
    })
  })

  test('has all that /metrics has, with the state of the deployment, and no personal data', async () => {
    const server = await startTestServer()
    closers.push(() => server.close())
    await server.load(sampleBundle({}))
    const street = freshAnswers()
    expect((await server.call('POST', '/forms/sample', { body: sendForm(street) })).status).toBe(201)
    await exportOnce(server.services.metrics.registry)
    const text = await (await fetch(`${server.url}/metrics`)).text()
    const names = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
    expect(new Set(metricsOf().map(({ name }) => name))).toEqual(names)
    const metricNamed = (name: string) => metricsOf().find((metric) => metric.name === name)
    expect(metricNamed('sportello_requests_received_total')?.sum?.dataPoints.map(({ asDouble }) => asDouble)).toEqual([1])
    expect(metricNamed('sportello_database_up')?.gauge?.dataPoints.map(({ asDouble }) => asDouble)).toEqual([1])
    const bytes = Buffer.concat(collector.bodies.map((body) => body.bytes)).toString()
    for (const secret of [...Object.values(street).map(String), 'test-key', '@example']) expect(bytes).not.toContain(secret)
  })

  test('goes as protobuf too, and again after each interval', async () => {
    const registry = new Registry()
    new Gauge({ name: 'one', help: 'One', registers: [registry] }).set(1)
    closers.push(await exportMetrics(registry, 'http/protobuf', 100))
    await eventually(
      async () => collector.bodies.length,
      (count) => count >= 3,
    )
    expect(collector.bodies[0]).toMatchObject({ path: '/v1/metrics', type: 'application/x-protobuf' })
  })

  test.each([
    ['does not respond', true],
    ['cannot be reached', false],
  ])('delays the shutdown by at most some seconds if the collector %s', async (_what, silent) => {
    collector.silent = silent
    if (!silent) process.env.OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:1'
    const registry = new Registry()
    new Gauge({ name: 'one', help: 'One', registers: [registry] }).set(1)
    const closeMetrics = await exportMetrics(registry, 'http/json', 100)
    const closeLogs = await startLogs()
    exportMessage('a line')
    const began = performance.now()
    await Promise.all([closeMetrics(), closeLogs()])
    expect(performance.now() - began).toBeLessThan(6_000)
  })
})

describe('the export of logs to OpenTelemetry', () => {
  test('has the lines of the process with their severities, and the parts of errors', async () => {
    const close = await startLogs()
    exportMessage('Stopping…')
    exportLine(
      '{"level":40,"time":1764255600000,"pid":7,"hostname":"box","reqId":"r1","event":"sign_in","req":{"method":"GET","route":"/x"},"msg":"sign-in failed"}\n',
    )
    exportLine(
      '{"level":50,"time":1764255600001,"pid":7,"hostname":"box","err":{"type":"TypeError","message":"no","stack":"TypeError: no\\n at x","code":"E1"}}\n',
    )
    await close()
    const logs = logsOf()
    expect(logs.map(({ severityText, severityNumber, body }) => [severityText, severityNumber, body.stringValue])).toEqual([
      ['INFO', 9, 'Stopping…'],
      ['WARN', 13, 'sign-in failed'],
      ['ERROR', 17, ''],
    ])
    expect(logs[1]?.timeUnixNano).toBe('1764255600000000000')
    expect(valuesOf(logs[1]?.attributes ?? [])).toMatchObject({ reqId: 'r1', event: 'sign_in', req: { values: expect.any(Array) } })
    expect(valuesOf(logs[2]?.attributes ?? [])).toMatchObject({
      'exception.type': 'TypeError',
      'exception.message': 'no',
      'exception.stacktrace': 'TypeError: no\n at x',
    })
    expect(JSON.stringify(logs)).not.toContain('box')
  })

  test('names the trace of the call in which a line was written', async () => {
    const traces = await exportTraces('http/json')
    setTracing(traces)
    const close = await startLogs()
    const span = startSpan('GET /x', { kind: 'server', parent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' })
    span?.run(() => exportMessage('inside'))
    span?.end()
    exportMessage('outside')
    await Promise.all([close(), traces.close()])
    expect(logsOf().map(({ body, traceId = '' }) => [body.stringValue, traceId])).toEqual([
      ['inside', '0af7651916cd43dd8448eb211c80319c'],
      ['outside', ''],
    ])
  })

  test('has what a server logs, and no address or key of a caller', async () => {
    const server: TestServer = await startTestServer({ env: { LOG_LEVEL: 'warn' } })
    closers.push(() => server.close())
    await server.load(sampleBundle({}))
    const close = await startLogs('http/json')
    const denied = await fetch(`${server.url}/forms-service/rs/v2/forms/sample?frase-cercata=1`, { headers: { 'X-Api-Key': 'a-wrong-key' } })
    expect(denied.status).toBe(401)
    await close()
    expect(logsOf().map(({ attributes }) => valuesOf(attributes).reqId)).toEqual([denied.headers.get('x-request-id')])
    const bytes = Buffer.concat(collector.bodies.map((body) => body.bytes)).toString()
    for (const secret of ['a-wrong-key', 'frase-cercata', '127.0.0.1']) expect(bytes).not.toContain(secret)
  })

  test('goes as protobuf too', async () => {
    const close = await startLogs('http/protobuf')
    exportMessage('a line')
    await close()
    expect(collector.bodies.map(({ path, type }) => [path, type])).toEqual([['/v1/logs', 'application/x-protobuf']])
  })

  test('does nothing without a collector', () => {
    setLogExport(undefined)
    exportLine('not JSON')
    exportMessage('a line')
    expect(collector.bodies).toEqual([])
  })

  test('does not break the call that writes a line', async () => {
    const close = await startLogs()
    exportLine('not JSON')
    exportLine('null')
    setLogExport(() => {
      throw new Error('full')
    })
    exportLine('{"level":30,"time":1,"msg":"a line"}')
    await close()
    expect(logsOf()).toEqual([])
  })
})
