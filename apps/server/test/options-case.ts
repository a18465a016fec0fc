import { gzipSync } from 'node:zlib'
import type { OfferedOptions } from '@sportello/contract'
import { dataSourceForm, httpService } from './data-source-bundle.ts'
import { startTestServer } from './test-server.ts'
import { json, startUpstream } from './upstream.ts'

const ITEMS = [
  { id: 'tigli', name: 'Studio I Tigli' },
  { id: 7, name: 'Clinica Lago' },
]
/** The options that the tests' fake data source offers. */
export const OPTIONS = [
  { key: 'tigli', value: 'Studio I Tigli' },
  { key: '7', value: 'Clinica Lago' },
]
const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
/** The value of the secret HTTP header that the operator has set for the data source. */
export const CANARY = 'canary-2b8d'

/** Behaviours of the fake data source. Each behaviour is available as a data source of its own. */
const BEHAVIOURS = [
  'good', 'cached', 'slow', 'hang', 'drip', 'endless', 'bomb', 'redirect', 'teapot', 'error', 'garbage', 'empty', 'shape', 'nameless', 'nul', 'many', 'cut', 'flaky',
] as const // biome-ignore format: one line reads better
type Behaviour = (typeof BEHAVIOURS)[number]

const MORE: Partial<Record<Behaviour, Record<string, unknown>>> = {
  cached: { cache_s: 60, input: { region: 'string' } },
  slow: { input: { n: 'number' }, timeout_ms: 5_000 },
  bomb: { timeout_ms: 5_000 },
}

/**
 * Starts a server with the form `asks`. Each of its questions loads its options from a different fake data source: one
 * responds correctly, one fails, one is slow, and so on.
 */
export async function startOptionsCase() {
  const server = await startTestServer()
  const upstream = await startUpstream()
  let poured = 0
  /** The fake data source `slow` responds when this promise is resolved. */
  let gate = Promise.withResolvers<void>()
  const body = { data: { items: ITEMS } }
  upstream.on('good', (_request, response) => json(response, body))
  upstream.on('cached', (_request, response) => json(response, body))
  upstream.on('slow', async (_request, response) => {
    await gate.promise
    json(response, body)
  })
  upstream.on('hang', () => {})
  upstream.on('drip', (_request, response) => {
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  })
  const chunk = Buffer.alloc(64 * 1024, ' ')
  upstream.on('endless', (_request, response) => {
    const pour = () => {
      do poured += chunk.length
      while (!response.destroyed && response.write(chunk))
    }
    response.on('drain', pour)
    pour()
  })
  upstream.on('bomb', (_request, response) => void response.setHeader('content-encoding', 'gzip').end(BOMB))
  upstream.on('redirect', (_request, response) => void response.writeHead(302, { location: upstream.url('good') }).end())
  upstream.on('teapot', (_request, response) => void response.writeHead(418).end(JSON.stringify(body)))
  upstream.on('error', (_request, response) => void response.writeHead(500).end(CANARY))
  upstream.on('garbage', (_request, response) => void response.end('<html>no json</html>'))
  upstream.on('empty', (_request, response) => json(response, { data: { items: [] } }))
  upstream.on('shape', (_request, response) => json(response, { data: { items: { id: 'a', name: 'A' } } }))
  upstream.on('nameless', (_request, response) => json(response, { data: { items: [{ id: 'a' }] } }))
  upstream.on('nul', (_request, response) => json(response, { data: { items: [{ id: 'a\u0000', name: 'A' }] } }))
  upstream.on('many', (_request, response) => json(response, { data: { items: Array.from({ length: 10_001 }, (_, at) => ({ id: at, name: 'x' })) } }))
  upstream.on('cut', (_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"data":')
    setTimeout(() => response.destroy(), 20)
  })
  upstream.on('flaky', (_request, response) => {
    response.destroy()
  })
  const select = (service_code: string, more = {}) => ({ code: `q-${service_code}`, settings: { service_code }, ...more })
  const form = dataSourceForm('asks', [
    ...[...BEHAVIOURS, 'still', 'mapped', 'typed', 'posted', 'refused', 'unpublished'].map((service) => select(service)),
    select('secret', { more: { hidden: true } }),
  ])
  const elsewhere = dataSourceForm('elsewhere', [select('foreign')])
  const locked = dataSourceForm('locked', [select('members')], { disabled: true })
  for (const bundle of [elsewhere, locked]) await server.load(bundle)
  await server.load({
    ...form,
    integrations: [
      ...BEHAVIOURS.map((service) => httpService(service, upstream.url(service), { headers: { 'X-Secret': CANARY }, timeout_ms: 700, ...MORE[service] })),
      {
        service: 'still',
        kind: 'static',
        options: [
          { key: 'a', value: 'A' },
          { key: 'a', value: 'Again' },
          { key: 'b', value: 'B' },
        ],
      },
      { service: 'mapped', kind: 'static', options: { Roma: 'rm', Milano: 'mi' } },
      httpService('typed', `${upstream.url('good')}/fixed?fund=F1`, { input: { region: 'string', seats: 'int', age: 'number', urgent: 'boolean' } }),
      httpService('posted', upstream.url('good'), { method: 'POST', input: { region: 'text' } }),
      httpService('refused', 'http://127.0.0.1:9/', {}),
      ...['foreign', 'members', 'secret', 'nobodys'].map((service) => httpService(service, upstream.url('good'))),
    ],
  })

  const lookUp = (service: string, payload: unknown = {}, headers: Record<string, string> = {}, customer = 'asks') =>
    server.call<OfferedOptions>('POST', `/forms/${customer}/integrations/${service}`, {
      body: typeof payload === 'string' ? payload : JSON.stringify(payload),
      headers: { 'content-type': 'application/json', ...headers },
    })
  return {
    server,
    upstream,
    lookUp,
    /** Returns the calls that the fake data source with the given behaviour has received so far. */
    seenBy: (behaviour: string) => upstream.seen.filter((call) => call.behaviour === behaviour),
    /** Lets the fake data source `slow` respond to the waiting calls. Later calls wait again. */
    release() {
      gate.resolve()
      gate = Promise.withResolvers<void>()
    },
    /** Returns the number of bytes that the fake data source `endless` has sent so far. */
    poured: () => poured,
    async close() {
      await server.close()
      await upstream.close()
    },
  }
}
