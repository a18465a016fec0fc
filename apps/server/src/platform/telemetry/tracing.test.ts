import { randomBytes } from 'node:crypto'
import type { SendReceipt } from '@sportello/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../test/mail-sink.ts'
import { type Collector, startCollector } from '../../../test/otlp-collector.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { exportTraces } from './otlp-traces.ts'
import { setTracing, type Tracing } from './tracing.ts'

/** A trace span in OTLP's JSON format (opentelemetry-proto, trace/v1/trace.proto). */
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}

const spansOf = ({ documents }: Collector) =>
  documents('/v1/traces').flatMap((document) =>
    (document as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )

let server: TestServer
let collector: Collector
let tracing: Tracing | undefined
beforeAll(async () => {
  collector = await startCollector()
  server = await startTestServer({ worker: true })
  await server.load(sampleBundle({ params: { require_confirm: true } }))
})
afterEach(async () => {
  await tracing?.close()
  setTracing(undefined)
  collector.bodies.length = 0
  collector.silent = false
})
afterAll(async () => {
  // Other test files of the same worker start processes with this environment.
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_BSP_SCHEDULE_DELAY']) delete process.env[name]
  await server.close()
  await collector.close()
})

async function startTracing(protocol: 'http/protobuf' | 'http/json', more: Record<string, string> = {}): Promise<void> {
  Object.assign(process.env, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50', ...more })
  tracing = await exportTraces(protocol)
  setTracing(tracing)
  for (const name of Object.keys(more)) delete process.env[name]
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const SECRETS = ['carla.bianchi', 'Via Segreta', 'referto-di-carla', 'contenuto segreto', 'test-key', 'frase-cercata']

async function send(headers: Record<string, string> = {}): Promise<string> {
  const email = `carla.bianchi-${hex(4)}@example.org`
  const body = withFiles(sendForm({ street: `Via Segreta ${hex(4)}` }, { email, confirmed_email: email }), ['referto-di-carla.txt', 'contenuto segreto'])
  const { status, body: receipt } = await server.call<SendReceipt>('POST', '/forms/sample?frase-cercata=1', { body, headers })
  expect([status, receipt.errors]).toEqual([201, []])
  return receipt.data?.ticket ?? ''
}
const attributeOf = ({ attributes }: Span, name: string) => attributes.find(({ key }) => key === name)?.value
const untilExported = (name: string, traceId?: string) =>
  eventually(
    async () => spansOf(collector).find((span) => span.name === name && (traceId === undefined || span.traceId === traceId)),
    (span) => span !== undefined,
    20_000,
  )

test('the trace of a request contains its SQL statements, its job and the job’s SQL statements as one tree, without personal data', async () => {
  await startTracing('http/json')
  const [traceId, parent] = [hex(16), hex(8)]
  const ticket = await send({ traceparent: `00-${traceId}-${parent}-01` })
  await untilExported('job send_mail', traceId)
  await server.services.drain.begin(0)
  await tracing?.close()
  const spans = spansOf(collector).filter((span) => span.traceId === traceId)
  const named = (name: string) => spans.filter((span) => span.name === name)
  const [request] = named('POST /forms-service/rs/v2/forms/:customerCode')
  expect(request).toMatchObject({ parentSpanId: parent, kind: 2 })
  expect(attributeOf(request as Span, 'http.response.status_code')).toEqual({ intValue: 201 })
  expect(attributeOf(request as Span, 'http.route')).toEqual({ stringValue: '/forms-service/rs/v2/forms/:customerCode' })
  const [insert] = named('insert-request')
  expect(insert).toMatchObject({ parentSpanId: request?.spanId, kind: 3 })
  expect(attributeOf(insert as Span, 'db.query.text')?.stringValue).toContain('store_submission')
  const [job] = named('job send_mail')
  expect(job).toMatchObject({ parentSpanId: request?.spanId, kind: 5 })
  const done = spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId)
  expect(done.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'select', 'commit']))
  const known = new Set([parent, ...spans.map(({ spanId }) => spanId)])
  expect(spans.filter(({ parentSpanId = '' }) => !known.has(parentSpanId))).toEqual([])
  const bytes = Buffer.concat(collector.bodies.map((body) => body.bytes)).toString('latin1')
  const [row] = await rowsOf(server, 'select id, email from requests where ticket = $1', [ticket])
  for (const secret of [...SECRETS, ticket, String(row?.id), String(row?.email), '@example.org']) expect(bytes).not.toContain(secret)
})

test('the server exports traces as protobuf over OTLP/HTTP, without personal data', async () => {
  await startTracing('http/protobuf')
  const ticket = await send()
  await tracing?.close()
  expect(collector.bodies.map(({ path, type }) => [path, type])).toContainEqual(['/v1/traces', 'application/x-protobuf'])
  const bytes = Buffer.concat(collector.bodies.map((body) => body.bytes)).toString('latin1')
  expect(bytes).toContain('insert-request')
  for (const secret of [...SECRETS, ticket]) expect(bytes).not.toContain(secret)
})

test.each([
  'x',
  '00-00000000000000000000000000000000-0123456789abcdef-01',
  'ff-0123456789abcdef0123456789abcdef-0123456789abcdef-01',
  '00-0123456789ABCDEF0123456789ABCDEF-0123456789abcdef-01',
  `00-0123456789abcdef0123456789abcdef-0123456789abcdef-01-${SECRETS[0]}`,
])('a request with the invalid traceparent header %s starts a new trace', async (traceparent) => {
  await startTracing('http/json')
  await send({ traceparent })
  await tracing?.close()
  const [request] = spansOf(collector).filter(({ name }) => name.startsWith('POST '))
  expect(request?.traceId).toMatch(/^(?!0123456789abcdef)[\da-f]{32}$/)
  expect(request?.parentSpanId ?? '').toBe('')
})

test('the span of a request for an unknown URL is named only by the HTTP method, and contains the response’s status', async () => {
  await startTracing('http/json')
  await fetch(`${server.url}/carla.bianchi@example.org/x.y.z`, { method: 'PATCH' })
  expect((await server.call('POST', '/forms/sample', { body: sendForm({}) })).status).toBe(422)
  await tracing?.close()
  const bytes = collector.bodies.map((body) => body.bytes.toString()).join('')
  expect(bytes).not.toContain('carla.bianchi')
  const refused = spansOf(collector).find(({ name }) => name === 'POST /forms-service/rs/v2/forms/:customerCode')
  expect(attributeOf(refused as Span, 'http.response.status_code')).toEqual({ intValue: 422 })
})

test('each SQL statement belongs to the span of its own request when requests run in parallel', async () => {
  await startTracing('http/json')
  await Promise.all(Array.from({ length: 24 }, () => send()))
  await tracing?.close()
  const spans = spansOf(collector)
  const requests = spans.filter(({ name }) => name.startsWith('POST '))
  expect(requests).toHaveLength(24)
  for (const { spanId, traceId } of requests) {
    const inserts = spans.filter((span) => span.name === 'insert-request' && span.traceId === traceId)
    expect(inserts.map(({ parentSpanId }) => parentSpanId)).toEqual([spanId])
  }
})

test('the server exports no spans if the sampler is set to off', async () => {
  await startTracing('http/json', { OTEL_TRACES_SAMPLER: 'always_off' })
  await send()
  await tracing?.close()
  expect(collector.bodies).toEqual([])
})

test('a trace collector that does not respond or cannot be reached delays neither requests nor the shutdown', async () => {
  collector.silent = true
  for (const more of [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }]) {
    await startTracing('http/json', more)
    for (let sent = 0; sent < 5; sent++) await send()
    const began = performance.now()
    await tracing?.close()
    expect(performance.now() - began).toBeLessThan(6_000)
  }
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url
})

test('jobs store no traceparent while tracing is off', async () => {
  await send({ traceparent: `00-${hex(16)}-${hex(8)}-01` })
  const jobs = await rowsOf(
    server,
    "select payload from graphile_worker._private_jobs where payload->>'traceparent' is not null union all select to_json(outbox) from outbox where traceparent is not null",
  )
  expect(jobs).toEqual([])
})
