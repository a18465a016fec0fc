import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { ConfigError, readConfig } from '../config.ts'

const LIMITED = { ...sampleBundle(), settings: [{ code: 'calls_per_minute', value: '2' }] }
let believing: TestServer
let alone: TestServer
beforeAll(async () => {
  believing = await startTestServer({ env: { TRUSTED_PROXIES: '127.0.0.0/8, 10.1.0.0/16' } })
  alone = await startTestServer()
  for (const server of [believing, alone]) await server.load(LIMITED)
})
afterAll(() => Promise.all([believing.close(), alone.close()]))

const call = async (server: TestServer, forwarded: string) =>
  (await server.call('GET', '/forms/sample', { headers: { 'X-Forwarded-For': forwarded, 'X-Real-IP': forwarded, Forwarded: `for=${forwarded}` } })).status
const limitOf = async (server: TestServer, forwarded: string) => [await call(server, forwarded), await call(server, forwarded), await call(server, forwarded)]

describe('a server with trusted proxies', () => {
  test('applies a separate rate limit to each visitor', async () => {
    expect(await limitOf(believing, '203.0.113.1')).toEqual([200, 200, 429])
    expect(await limitOf(believing, '203.0.113.2')).toEqual([200, 200, 429])
  })

  test.each(['198.51.100.7, 203.0.113.3', '127.0.0.1, 203.0.113.3', '10.1.2.3, 203.0.113.3, 10.1.0.9'])(
    'does not take the visitor’s address from the forged part of X-Forwarded-For (%s)',
    async (forwarded) => {
      await limitOf(believing, '203.0.113.3')
      expect(await call(believing, forwarded)).toBe(429)
    },
  )
})

test('a server without trusted proxies ignores the header X-Forwarded-For', async () => {
  await limitOf(alone, '203.0.113.1')
  expect(await call(alone, '203.0.113.2')).toBe(429)
})

test('the header X-Forwarded-Host does not change the URLs that the server generates', async () => {
  const headers = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.5' }
  const response = await fetch(`${believing.url}/forms-service/rs/v2/openapi.json`, { headers })
  expect(await response.text()).not.toContain('evil.example')
})

test('a server with an invalid TRUSTED_PROXIES does not start', () => {
  expect(() => readConfig({ TRUSTED_PROXIES: 'true' })).toThrow(ConfigError)
})
