import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

const LIMIT = 30
const STEPS = 6_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ render: async () => ({ status: 200, html: '<p>drawn</p>', cacheable: true }) })
  const children = Array.from({ length: STEPS }, (_, at) => ({ code_tag: `t${at}`, tag_description: `Passo ${at}`, form_fields: [], children: [] }))
  const form = (code_tag: string, size: number) => ({
    code_tag,
    tag_description: code_tag,
    form_params: { auth_type: ['FREE'] },
    form_fields: [],
    children: children.slice(0, size).map((child) => ({ ...child, code_tag: `${code_tag}-${child.code_tag}` })),
  })
  await server.load({
    definitions: [form('large', STEPS), form('small', 3)],
    forms: ['large', 'small'].map((code) => ({ code_form: code, code_tag: code })),
    settings: [{ code: 'calls_per_minute', value: String(LIMIT) }],
  })
})
afterAll(() => server.close())

/**
 * Sends API calls until the rate limit rejects one of them.
 * @param from the client address
 * @returns the number of calls before the rejected one
 */
async function answered(from: string, path: string, init: { method?: 'GET' | 'POST'; payload?: object } = {}): Promise<number> {
  for (let count = 0; ; count++) {
    const { statusCode } = await server.app.inject({ url: path, remoteAddress: from, headers: { 'x-api-key': 'test-key' }, ...init })
    if (statusCode === 429) return count
    expect(statusCode).toBe(200)
  }
}

const search = (form: string) => [`/forms-service/rs/v2/forms/${form}/children`, { method: 'POST', payload: { query: 'passo 2' } }] as const

test('the rate limit counts an expensive call as several calls', async () => {
  expect(await answered('10.0.0.1', '/forms-service/rs/v2/forms/small')).toBe(LIMIT)
  expect(await answered('10.0.0.2', ...search('small'))).toBe(LIMIT)
  // The rate limit counts one search as several calls: one for the call itself, four for the 6,000 steps that are
  // searched, and more for the results.
  expect(await answered('10.0.0.3', ...search('large'))).toBeLessThanOrEqual(LIMIT / 5)
})

test('the rate limit counts a site map that must be made as several calls, also if the client has the same one already', async () => {
  const site = '/forms-service/rs/v2/forms/large/sitemap'
  const call = (remoteAddress: string, headers = {}) => server.app.inject({ url: site, remoteAddress, headers: { 'x-api-key': 'test-key', ...headers } })
  const { etag } = (await call('10.0.2.1')).headers
  const unchanged = async (from: string, isMade: boolean) => {
    for (let count = 0; ; count++) {
      if (isMade) server.services.catalog.forget()
      const { statusCode } = await call(from, { 'if-none-match': etag })
      if (statusCode === 429) return count
      expect(statusCode).toBe(304)
    }
  }
  expect(await unchanged('10.0.2.2', false)).toBe(LIMIT)
  expect(await unchanged('10.0.2.3', true)).toBeLessThanOrEqual(LIMIT / 5)
})

test('the rate limit counts more calls for a page that must be rendered than for a cached page', async () => {
  const [drawn, remembered] = [await answered('10.0.1.1', '/small?each=another'), await answered('10.0.1.2', '/small')]
  expect(drawn).toBe(3)
  expect(remembered).toBeGreaterThan(20 * drawn)
})
