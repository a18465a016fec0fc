import { LANGUAGES } from '@sportello/contract'
import { phrases } from '@sportello/phrases'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
})
afterAll(() => server.close())

const BASE = '/forms-service/rs/v2'
const get = (path: string, init: RequestInit = {}) => fetch(server.url + path, { redirect: 'manual', ...init })

describe('the error response', () => {
  test.each(LANGUAGES)('is in the requested language: %s', async (language) => {
    const { status, body } = await server.call('GET', '/forms/nobody', { headers: { 'Accept-Language': `${language}-XX,zz;q=0.9` } })
    expect(status).toBe(404)
    expect(body.errors[0]?.data.message).toBe(phrases[language].errors.forms0001)
    expect(body.errors[0]?.severity).toBe('high')
  })

  test.each([undefined, 'zz', '*', 'en;q=0', '\u00e9\u00e9'])('is in Italian if the header Accept-Language names no supported language: %s', async (header) => {
    const response = await get(`${BASE}/forms/nobody`, { headers: { 'X-Api-Key': 'test-key', ...(header !== undefined && { 'Accept-Language': header }) } })
    expect(await response.json()).toMatchObject({ errors: [{ data: { message: phrases.it.errors.forms0001 } }] })
  })

  test('explains which rule a field breaks, with the rule’s numbers filled in', async () => {
    const { body } = await server.call('POST', '/forms/sample', { body: sendForm({ street: 'x'.repeat(51) }), headers: { 'Accept-Language': 'en' } })
    expect(body.errors[0]?.data).toEqual({
      code: 'forms0043',
      params: ['campo_corto', '50'],
      field: 'street',
      message: phrases.en.issues.campo_corto.replace('{1}', '50'),
    })
  })
})

describe('the API key', () => {
  test.each<[method: string, path: string]>([
    ['GET', '/forms/sample'],
    ['GET', '/forms/sample/tags/report'],
    ['GET', '/forms/sample/tags/report/header'],
    ['POST', '/forms/sample'],
    ['PUT', '/forms/sample'],
    ['GET', '/nothing'],
  ])('the request %s %s is rejected if the API key is missing or wrong', async (method, path) => {
    for (const key of [undefined, '', 'wrong', 'test-key2', 'TEST-KEY']) {
      const response = await get(BASE + path, { method, headers: key === undefined ? {} : { 'X-Api-Key': key } })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ success: false, data: null, errors: [{ data: { code: 'http_api_key' } }] })
    }
  })
})

describe('a request for an unknown URL', () => {
  test.each<[method: string, path: string, status: number]>([
    ['GET', `${BASE}/nothing`, 404],
    ['GET', `${BASE}/forms`, 404],
    ['DELETE', `${BASE}/forms/sample`, 404],
    ['PATCH', `${BASE}/forms/sample`, 404],
    ['POST', `${BASE}/forms/sample/tags/report`, 404],
    ['POST', '/anything', 404],
    ['GET', `${BASE}/forms/sample/tags/${'a'.repeat(500)}`, 404],
    ['GET', `${BASE}/forms/%c0%ae`, 400],
    ['GET', '/assets/customer/none/logo.png', 404],
    ['GET', '/assets/customer/%00/logo.png', 404],
    ['GET', '/assets/customer/abc/%00', 404],
  ])('the request %s %s returns status %i and an error in the usual JSON envelope', async (method, path, status) => {
    const response = await get(path, { method, headers: { 'X-Api-Key': 'test-key' } })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ success: false, data: null, errors: [{ severity: 'high' }] })
  })

  test.each(['/%00', '/%00/x', `/${'a'.repeat(5000)}`, '/%ed%a0%80', "/'%3bdrop"])('the page %s causes no server error', async (path) => {
    expect((await get(path)).status).toBeLessThan(500)
  })
})

test('the response does not reveal the server software, and forbids framing and content sniffing', async () => {
  const response = await get(`${BASE}/forms/sample`, { headers: { 'X-Api-Key': 'test-key', Origin: 'https://evil.example' } })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none';object-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
  })
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) expect(response.headers.get(name)).toBeNull()
})

test('the rate limit rejects further API calls from the same network address', async () => {
  await server.load({ ...sampleBundle(), settings: [{ code: 'calls_per_minute', value: '3' }] })
  const answers = await Promise.all(Array.from({ length: 12 }, () => server.call('GET', '/forms/sample')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(9)
  expect(refused[0]?.body.errors[0]?.data.code).toBe('forms0045')
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  // The rate limit also counts requests that come from pages of other sites, for example a redirect to the SSO
  // endpoint.
  const led = await Promise.all(Array.from({ length: 12 }, () => get(`${BASE}/forms/sample/sso?message=x`)))
  expect(led.map(({ status }) => status).toSorted()).toEqual([303, 303, 303, ...Array.from({ length: 9 }, () => 429)])
})

test('the rate limit rejects pages and files requested from the same network address with a plain-text error, but never rejects the health checks', async () => {
  await server.load({ ...sampleBundle(), settings: [{ code: 'calls_per_minute', value: '3' }] })
  await server.services.catalog.settings()
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, at) => get(at % 2 ? '/sample' : '/assets/customer/none/logo.png', { headers: { 'Accept-Language': 'de' } })),
  )
  const refused = answers.filter(({ status }) => status === 429)
  // The limit is twelve calls per minute. The previous tests may already have used some of them.
  expect(refused.length).toBeGreaterThanOrEqual(12)
  expect(refused[0]?.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused[0]?.text()).toBe('Zu viele Anfragen aus diesem Netzwerk. Bitte versuchen Sie es gleich noch einmal.')
  for (const path of ['/health/live', '/health/ready']) expect((await get(path)).status).toBe(200)
})
