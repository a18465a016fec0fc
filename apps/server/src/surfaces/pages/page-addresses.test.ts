import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { enter } from '../../../test/sso.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { pageApi } from './page-api.ts'

let server: TestServer
let session: string
beforeAll(async () => {
  server = await startTestServer({
    // A fake page renderer whose page contains its customer and step. It resolves the URL as the real renderer does.
    async render({ url, api }) {
      const [, customer = '', , tag = ''] = new URL(url, 'http://page.invalid').pathname.split('/')
      const [configuration, step] = [await api.getCustomer(customer), await api.getTag(customer, tag)]
      return { status: 200, html: JSON.stringify([configuration.data?.form_code, step.data?.code_tag]), cacheable: true }
    },
  })
  await server.load(accessForm({ code: 'ours', authTypes: ['SSO'], mappings: [{ client: 'acme' }] }))
  await server.load(accessForm({ code: 'theirs', authTypes: ['SSO'] }))
  session = await enter(server, 'ours')
})
afterAll(() => server.close())

/** Requests a URL path exactly as given, because browsers and fetch would resolve `..` in the path. */
async function rawGet(path: string, cookie = '') {
  const { hostname, port } = new URL(server.url)
  const sent = request({ hostname, port, path, headers: { cookie } }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return { status: response.statusCode, location: response.headers.location, cookies: response.headers['set-cookie'] ?? [] }
}
const cookieOf = (code: string) => `otp_ours=${Buffer.from(code).toString('base64')}`

describe('a page URL that resolves to another path', () => {
  test.each([
    '/ours/../theirs/open/deep',
    '/ours/%2e%2e/theirs/open/deep',
    '/ours/%2E%2E/theirs',
    '/ours/./open/deep',
    '/ours/.%2e/theirs',
    '//theirs/open/deep',
    '//[',
    '//evil.example/',
    '/..//evil.example',
    '/ours\\..\\theirs',
  ])('%s redirects to the not-found page, even if the visitor has a session', async (path) => {
    const { status, location, cookies } = await rawGet(path, cookieOf(session))
    expect([status, location, cookies]).toEqual([302, '/notfound', []])
  })
})

test('a page URL without dot segments returns the customer’s page', async () => {
  expect((await rawGet('/ours/open/deep', cookieOf(session))).status).toBe(200)
})

test('pageApi returns only data of the page’s own customer', async () => {
  const visitor = { session: null, refused: null, compiled: undefined }
  const api = pageApi(server.services, 'it', 'ours', visitor, '127.0.0.1')
  expect((await api.getCustomer('ours')).success).toBe(true)
  for (const answer of [await api.getCustomer('theirs'), await api.getTag('theirs', 'ask')])
    expect(answer.errors.map(({ data }) => data.code)).toEqual(['forms0001'])
})

describe('a page URL with a session code', () => {
  test('stores the code in the session cookie, and redirects to a URL without the code', async () => {
    const { status, location, cookies } = await rawGet(`/ours?code=${session}`)
    expect([status, location]).toEqual([303, '/ours'])
    expect(cookies).toEqual([expect.stringContaining(`${cookieOf(session)}; Max-Age=1800; Path=/; SameSite=Lax`)])
  })

  test.each(['/ours?code=nonsense', `/ours/sso?code=${'A'.repeat(43)}`, '/ours/sso', '/ours?code='])(
    '%s sets no cookie and keeps the current session',
    async (path) => {
      const { status, location, cookies } = await rawGet(path, cookieOf(session))
      expect([status, location, cookies]).toEqual([303, '/ours', []])
    },
  )

  const AWAY = [
    'evil.example',
    'evil.example/deep',
    '@evil.example',
    'ours@evil.example',
    '/evil.example',
    '[::1]',
    '127.0.0.1',
    '%2eevil.example',
    '\u3002evil.example',
  ]
  const BEGUN = [
    '//',
    '///',
    '\\\\',
    '/\\',
    '\\/',
    'https://',
    'https:',
    'HTTPS:///',
    '%2f%2f',
    '%252f%252f',
    '/%2f',
    '\t//',
    '\n//',
    'https:\t//',
    ' //',
    '/.//',
    '../../',
    'javascript://',
    'data:text/html,',
    'blob:https://',
  ]

  test('never redirects to another site, whatever the parameter redirect contains', async () => {
    const spellings = BEGUN.flatMap((begun) => AWAY.map((away) => begun + away))
    expect(spellings.length).toBeGreaterThan(60)
    const led = new Set<string | undefined>()
    for (const spelling of spellings)
      for (const written of [encodeURIComponent(spelling), spelling.replaceAll(/[^!-~]/g, encodeURIComponent)])
        led.add((await rawGet(`/ours/sso?code=${session}&redirect=${written}`)).location)
    expect([...led]).toEqual(['/ours'])
  })

  test.each([
    ['deep', '/ours/open/deep'],
    ['https://evil.example', '/ours'],
    ['//evil.example', '/ours'],
    ['../theirs', '/ours'],
    ['a%0d%0aSet-Cookie:x=1', '/ours'],
  ])('with redirect=%s redirects to %s', async (redirect, location) => {
    expect((await rawGet(`/ours/sso?code=${session}&redirect=${redirect}`)).location).toBe(location)
  })
})
