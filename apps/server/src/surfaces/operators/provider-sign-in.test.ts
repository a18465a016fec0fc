import type { ManagementAccount } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLIENT, FacelessBrowser, type RunningProvider, startProvider } from '../../../test/oidc-provider.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { readConfig } from '../../platform/config.ts'

const ORIGIN = 'http://sportello.example'
const PATH = '/forms-service/rs/v2/managements/oidc'
const REFUSED = '/admin/management/sign-in?refused'

let provider: RunningProvider
let server: TestServer
let byName: TestServer
beforeAll(async () => {
  provider = await startProvider([`${ORIGIN}${PATH}/callback`])
  const env = { STAFF_OIDC_ISSUER: provider.issuer, STAFF_OIDC_CLIENT_ID: CLIENT.client_id, STAFF_OIDC_CLIENT_SECRET: CLIENT.client_secret }
  server = await startTestServer({ env })
  byName = await startTestServer({ env: { ...env, STAFF_OIDC_CLAIM: 'preferred_username' } })
  for (const each of [server, byName]) {
    for (const username of ['anna', 'anna@example.org', 'berta@example.org', 'diego@example.org'])
      await rowsOf(each, 'insert into operators (username, role, disabled) values ($1, $2, $3)', [username, 'viewer', username.startsWith('diego')])
  }
})
afterAll(async () => {
  await server.close()
  await byName.close()
  await provider.close()
})

/**
 * Starts an operator's sign-in through an OpenID Connect provider.
 * @returns the provider's URL to which the server redirects the browser, and the cookie
 */
async function startSignIn(at = server) {
  const response = await fetch(at.url + PATH, { redirect: 'manual' })
  const [set = ''] = response.headers.getSetCookie()
  return { address: response.headers.get('location') ?? '', set, cookie: set.split(';')[0] ?? '' }
}

/**
 * Logs a person in at the OpenID Connect provider.
 * @returns the callback URL, with the origin of the server under test
 */
async function logsIn(address: string, name: string, at = server): Promise<URL> {
  const isBack = (each: string) => each.startsWith(ORIGIN)
  const browser = new FacelessBrowser()
  await browser.logsIn(await browser.goTo(address), name, isBack)
  return new URL((browser.visited.at(-1) ?? '').replace(ORIGIN, at.url))
}

async function requestCallback(callback: URL, cookie: string): Promise<{ status: number; location: string; cookies: string[] }> {
  const response = await fetch(callback, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } })
  return { status: response.status, location: response.headers.get('location') ?? '', cookies: response.headers.getSetCookie() }
}
const sessions = async () => (await rowsOf(server, 'select 1 from operator_sessions')).length

async function accountAt(location: string, at = server) {
  const [path, query] = location.split('?')
  expect(path).toBe('/admin/management/auth')
  const auth = new URLSearchParams(query).get('auth')
  return (await at.call<ManagementAccount>('GET', '/managements/account', { headers: { Authorization: `Bearer ${auth}` } })).body.data
}

describe('an operator’s sign-in through the OpenID Connect provider', () => {
  test('opens a session, and uses PKCE, a state and a nonce', async () => {
    const { address, set, cookie } = await startSignIn()
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `${ORIGIN}${PATH}/callback`,
    })
    expect(set).toMatch(/^oidc_managements=[\w-]+; Max-Age=600; Path=\/forms-service\/rs\/v2\/managements\/oidc; HttpOnly; SameSite=Lax$/)
    const { status, location, cookies } = await requestCallback(await logsIn(address, 'anna'), cookie)
    expect(status).toBe(303)
    expect(cookies[0]).toMatch(/^oidc_managements=; .*Expires=Thu, 01 Jan 1970/)
    expect(await accountAt(location)).toMatchObject({ username: 'anna@example.org', role: 'viewer' })
  })

  test('finds the operator by the claim that the variable STAFF_OIDC_CLAIM names', async () => {
    const { address, cookie } = await startSignIn(byName)
    const { location } = await requestCallback(await logsIn(address, 'anna', byName), cookie)
    expect(await accountAt(location, byName)).toMatchObject({ username: 'anna' })
  })

  test.each([
    ['is unknown', 'carla'],
    ['is disabled', 'diego'],
    ['has an unverified e-mail address', 'berta'],
  ])('is rejected and creates no operator if the operator %s', async (_why, name) => {
    const before = [await rowsOf(server, 'select username from operators order by 1'), await sessions()]
    const { address, cookie } = await startSignIn()
    expect(await requestCallback(await logsIn(address, name), cookie)).toMatchObject({ status: 303, location: REFUSED })
    expect([await rowsOf(server, 'select username from operators order by 1'), await sessions()]).toEqual(before)
  })

  test('is rejected if the provider does not send the claim with the user name', async () => {
    const { address, cookie } = await startSignIn(byName)
    expect((await requestCallback(await logsIn(address, 'berta', byName), cookie)).location).toBe(REFUSED)
  })
})

describe('an OpenID Connect callback is rejected', () => {
  test.each<[why: string, change: (callback: URL) => unknown]>([
    ['another state', (callback) => callback.searchParams.set('state', 'x')],
    ['no state', (callback) => callback.searchParams.delete('state')],
    ['another code', (callback) => callback.searchParams.set('code', 'x')],
    ['no code', (callback) => callback.searchParams.delete('code')],
    ['another issuer', (callback) => callback.searchParams.set('iss', 'https://evil.example')],
    ['an error of the provider', (callback) => callback.searchParams.set('error', 'access_denied')],
  ])('with %s in its URL, and the same sign-in attempt cannot be completed afterwards', async (_why, change) => {
    const { address, cookie } = await startSignIn()
    const callback = await logsIn(address, 'anna')
    const before = await sessions()
    const changed = new URL(callback)
    change(changed)
    expect((await requestCallback(changed, cookie)).location).toBe(REFUSED)
    expect((await requestCallback(callback, cookie)).location).toBe(REFUSED)
    expect(await sessions()).toBe(before)
  })

  test('from another browser, either without the cookie or with that browser’s own cookie', async () => {
    const { address, cookie } = await startSignIn()
    const callback = await logsIn(address, 'anna')
    expect((await requestCallback(callback, '')).location).toBe(REFUSED)
    expect((await requestCallback(callback, (await startSignIn()).cookie)).location).toBe(REFUSED)
    expect((await requestCallback(callback, `${cookie}x`)).location).toBe(REFUSED)
    expect((await requestCallback(callback, cookie)).location).toMatch(/^\/admin\/management\/auth/)
  })

  test('with an ID token for another nonce', async () => {
    const { address, cookie } = await startSignIn()
    const changed = new URL(address)
    changed.searchParams.set('nonce', 'A'.repeat(43))
    expect((await requestCallback(await logsIn(changed.href, 'anna'), cookie)).location).toBe(REFUSED)
  })

  test('with a code that belongs to another PKCE challenge', async () => {
    const { address, cookie } = await startSignIn()
    const changed = new URL(address)
    changed.searchParams.set('code_challenge', 'A'.repeat(43))
    expect((await requestCallback(await logsIn(changed.href, 'anna'), cookie)).location).toBe(REFUSED)
  })

  test('if it is repeated, even in parallel, and if it has expired', async () => {
    const { address, cookie } = await startSignIn()
    const callback = await logsIn(address, 'anna')
    const locations = await Promise.all(Array.from({ length: 8 }, async () => (await requestCallback(callback, cookie)).location))
    expect(locations.filter((location) => location !== REFUSED)).toHaveLength(1)
    expect((await requestCallback(callback, cookie)).location).toBe(REFUSED)
    const late = await startSignIn()
    const lateCallback = await logsIn(late.address, 'anna')
    await rowsOf(server, "update operator_challenges set expires_at = now() - interval '1 second'")
    expect((await requestCallback(lateCallback, late.cookie)).location).toBe(REFUSED)
  })
})

test('the sign-in redirects to an error page if the provider cannot be reached, and returns 401 if no provider is configured', async () => {
  for (const [env, status, location] of [
    [{ STAFF_OIDC_ISSUER: 'http://127.0.0.1:9', STAFF_OIDC_CLIENT_ID: 'x' }, 303, '/admin/management/sign-in?away'],
    [{ STAFF_OIDC_ISSUER: '' }, 401, null],
  ] as const) {
    const other = await startTestServer({ env })
    try {
      const response = await fetch(other.url + PATH, { redirect: 'manual' })
      expect([response.status, response.headers.get('location')]).toEqual([status, location])
    } finally {
      await other.close()
    }
  }
})

test.each<[string, Record<string, string>, RegExp]>([
  ['a provider without a client', { STAFF_OIDC_ISSUER: 'https://login.example' }, /STAFF_OIDC_CLIENT_ID must stand beside STAFF_OIDC_ISSUER/],
  ['a client without a provider', { STAFF_OIDC_CLIENT_ID: 'x' }, /STAFF_OIDC_CLIENT_ID must stand beside STAFF_OIDC_ISSUER/],
  ['a provider without a URL scheme', { STAFF_OIDC_ISSUER: 'login.example', STAFF_OIDC_CLIENT_ID: 'x' }, /STAFF_OIDC_ISSUER must be an address/],
])('readConfig rejects an OpenID Connect configuration with %s', (_what, env, message) => {
  expect(() => readConfig({ DATA_DIR: server.dataDir, ...env })).toThrow(message)
})
