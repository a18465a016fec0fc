import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}/forms-service/rs/v2/${path}`, { headers })

test('the API reference is public; its page has an opaque origin and loads only its own scripts', async () => {
  const response = await get('reference')
  expect(response.status).toBe(200)
  const policy = (response.headers.get('content-security-policy') ?? '').split('; ')
  const html = await response.text()
  const nonce = /<script src="reference\/redoc\.js" nonce="([^"]+)"/.exec(html)?.[1]
  expect(policy).toContain(`script-src 'nonce-${nonce}'`)
  expect(policy).toContain('sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox')
  for (const directive of ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]) expect(policy).toContain(directive)
  expect(policy.filter((directive) => /^(?:connect|frame|worker|font)-src/.test(directive))).toEqual([])
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await (await get('reference')).text()).not.toContain(nonce)
})

test.each(['br', 'gzip', ''])('the scripts of the API reference arrive complete if the browser accepts the encoding %j', async (encoding) => {
  const openApi = await (await get('openapi.json')).json()
  const document = await get('reference/document.js', { 'accept-encoding': encoding })
  expect(document.headers.get('content-encoding')).toBe(encoding === 'br' ? 'br' : null)
  expect(document.headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(JSON.parse((await document.text()).replace('window.apiDocument = ', ''))).toEqual(openApi)
  const redoc = await get('reference/redoc.js', { 'accept-encoding': encoding })
  expect(await redoc.text()).toMatch(/Redoc/)
})

test('a URL below the API reference needs an API key, and no other file is served there', async () => {
  for (const path of ['reference/package.json', 'reference/..%2fpackage.json', 'reference/redoc.js.map']) expect((await get(path)).status, path).toBe(401)
})

test('the API reference, its scripts and the OpenAPI document have a rate limit per network address', async () => {
  await server.load({ settings: [{ code: 'calls_per_minute', value: '1' }] })
  for (const path of ['reference', 'reference/document.js', 'reference/redoc.js', 'openapi.json'])
    await vi.waitFor(async () => expect((await get(path)).status, path).toBe(429), 4_000)
})
