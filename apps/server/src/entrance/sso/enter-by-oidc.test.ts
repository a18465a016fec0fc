import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CustomerConfiguration } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { CLIENT, FacelessBrowser, type RunningProvider, startProvider } from '../../../test/oidc-provider.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { json, startUpstream, type Upstream } from '../../../test/upstream.ts'

const ORIGIN = 'http://sportello.example'
const BASE = '/forms-service/rs/v2/forms'

let server: TestServer
let provider: RunningProvider
beforeAll(async () => {
  server = await startTestServer({ env: { OUTBOUND_ALLOW: '127.0.0.1/32' } })
  provider = await startProvider(['citizen', 'routed', 'unrouted', 'trusting'].map((form) => `${ORIGIN}${BASE}/${form}/oidc/callback`))
  const oidc = { issuer: provider.issuer, ...CLIENT }
  const claims = { email: 'email', nome: 'given_name', cognome: 'family_name', cod_fiscale: 'fiscal_number' }
  await server.load(accessForm({ code: 'citizen', authTypes: ['SSO'], params: { oidc: { ...oidc, claims } } }))
  await server.load(accessForm({ code: 'routed', authTypes: ['SSO'], params: { oidc: { ...oidc, client: 'Citizens' } } }))
  await server.load(accessForm({ code: 'trusting', authTypes: ['SSO'], params: { oidc: { ...oidc, trust_email: true } } }))
  await server.load(accessForm({ code: 'target', authTypes: ['SSO'], mappings: [{ client: 'citizens' }] }))
  await server.load(accessForm({ code: 'unrouted', authTypes: ['SSO'], params: { oidc: { ...oidc, client: 'nobody' } } }))
  await server.load(accessForm({ code: 'free', authTypes: ['FREE'], params: { oidc } }))
  await server.load(accessForm({ code: 'away', authTypes: ['SSO'], params: { oidc: { ...oidc, issuer: 'http://127.0.0.1:9' } } }))
  await server.load(accessForm({ code: 'plain', authTypes: ['SSO'] }))
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

/** Replaces the server's public origin in a URL by the test server's real origin. */
const here = (address: string) => address.replace(ORIGIN, server.url)
const isBack = (address: string) => address.startsWith(ORIGIN)

/**
 * Opens the OpenID Connect login of a form in a fake browser, logs in at the provider, and returns the browser with the
 * callback URL.
 */
async function logInAtProvider(form: string, name: string) {
  const browser = new FacelessBrowser()
  const page = await browser.goTo(`${server.url}${BASE}/${form}/oidc`)
  await browser.logsIn(page, name, isBack)
  return { browser, callback: here(browser.visited.at(-1) ?? '') }
}
const leadsTo = async (browser: FacelessBrowser, address: string) => (await browser.goTo(address, {}, () => true)).headers.get('location') ?? ''
const sessions = async () => (await rowsOf(server, 'select 1 from sessions')).length

describe('an OpenID Connect login', () => {
  test('uses PKCE and opens a session with the claims that the form’s settings name', async () => {
    const { browser, callback } = await logInAtProvider('citizen', 'anna')
    const asked = new URL(browser.visited.find((address) => address.startsWith(`${provider.issuer}/auth?`)) ?? '')
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({ code_challenge_method: 'S256', scope: 'openid email profile', response_type: 'code' })
    const location = await leadsTo(browser, callback)
    expect(location).toMatch(/^\/citizen\/sso\?code=[\w-]{43}$/)
    const code = new URL(location, ORIGIN).searchParams.get('code') ?? ''
    const { body } = await server.call<CustomerConfiguration>('GET', `/forms/citizen?code=${code}`)
    expect(body.data).toMatchObject({
      session: { auth_type: 'SSO' },
      sso_login: `${BASE}/citizen/oidc`,
      metadata: { email: ['anna@example.org'], nome: 'Anna', cognome: 'Neri', cod_fiscale: 'NRENNA80A41H501X' },
    })
    expect(JSON.stringify(body)).not.toContain(CLIENT.client_secret)
    expect(await rowsOf(server, "select person from sessions where customer_code = 'citizen'")).toEqual([{ person: `oidc:${provider.issuer}#anna` }])
  })

  test('ignores an e-mail address that the provider has not verified', async () => {
    const { browser, callback } = await logInAtProvider('citizen', 'berta')
    const code = new URL(await leadsTo(browser, callback), ORIGIN).searchParams.get('code') ?? ''
    const { body } = await server.call<CustomerConfiguration>('GET', `/forms/citizen?code=${code}`)
    expect(body.data?.metadata).toEqual({ nome: 'Berta' })
  })

  test('accepts an unverified e-mail address if the setting trust_email is on', async () => {
    const { browser, callback } = await logInAtProvider('trusting', 'berta')
    const code = new URL(await leadsTo(browser, callback), ORIGIN).searchParams.get('code') ?? ''
    const { body } = await server.call<CustomerConfiguration>('GET', `/forms/trusting?code=${code}`)
    expect(body.data?.metadata).toMatchObject({ email: ['berta@example.org'] })
  })

  test('redirects to the form to which its client is mapped, or to the error page if the client has no mapping', async () => {
    const routed = await logInAtProvider('routed', 'anna')
    expect(await leadsTo(routed.browser, routed.callback)).toMatch(/^\/target\/sso/)
    const unrouted = await logInAtProvider('unrouted', 'anna')
    expect(await leadsTo(unrouted.browser, unrouted.callback)).toBe('/unrouted/authError')
    expect(await rowsOf(server, "select action from mapping_logs where code_client = 'nobody'")).toEqual([{ action: 1 }])
  })

  test('is accepted only once', async () => {
    const { browser, callback } = await logInAtProvider('citizen', 'anna')
    const before = await sessions()
    expect(await leadsTo(browser, callback)).toMatch(/^\/citizen\/sso/)
    for (let again = 0; again < 3; again++) expect(await leadsTo(browser, callback)).toBe('/citizen/authError')
    expect(await sessions()).toBe(before + 1)
  })

  test.each<[why: string, change: (callback: URL) => unknown]>([
    ['another state', (callback) => callback.searchParams.set('state', 'x')],
    ['no state', (callback) => callback.searchParams.delete('state')],
    ['another code', (callback) => callback.searchParams.set('code', 'x')],
    ['no code', (callback) => callback.searchParams.delete('code')],
    ['another issuer', (callback) => callback.searchParams.set('iss', 'https://evil.example')],
    ['an error of the provider', (callback) => callback.searchParams.set('error', 'access_denied')],
    ['another form', (callback) => Object.assign(callback, { pathname: callback.pathname.replace('citizen', 'routed') })],
  ])('with %s in the callback URL opens no session', async (_why, change) => {
    const { browser, callback } = await logInAtProvider('citizen', 'anna')
    const before = await sessions()
    const changed = new URL(callback)
    change(changed)
    expect(await leadsTo(browser, changed.href)).toMatch(/^\/(?:citizen|routed)\/authError$/)
    expect(await sessions()).toBe(before)
  })

  test('opens no session if the callback arrives from another browser', async () => {
    const { callback } = await logInAtProvider('citizen', 'anna')
    expect(await leadsTo(new FacelessBrowser(), callback)).toBe('/citizen/authError')
    const other = new FacelessBrowser()
    await other.goTo(`${server.url}${BASE}/citizen/oidc`)
    expect(await leadsTo(other, callback)).toBe('/citizen/authError')
  })
})

test.each([
  ['away', '/away/error', 'the provider does not answer'],
  ['plain', '/plain/authError', 'the form has none'],
  ['free', '/free/authError', 'the form does not accept SSO'],
  ['nobody', '/notfound', 'the form does not exist'],
  ["x'%20or%201=1", '/notfound', 'the code is malformed'],
])('the OpenID Connect login of %s redirects to %s: %s', async (form, address) => {
  expect(await leadsTo(new FacelessBrowser(), `${server.url}${BASE}/${form}/oidc`)).toBe(address)
})

describe('the URL of a form’s OpenID Connect provider', () => {
  const INSIDE = '127.0.0.2'
  let named: Upstream
  let inside: Server
  let reached = 0
  beforeAll(async () => {
    named = await startUpstream()
    inside = createServer((_request, response) => {
      reached += 1
      response.end('{}')
    })
    await once(inside.listen(0, INSIDE), 'listening')
    for (const name of ['named', 'endless'])
      await server.load(accessForm({ code: name, authTypes: ['SSO'], params: { oidc: { issuer: named.url(name), ...CLIENT } } }))
  })
  afterAll(async () => {
    inside.close()
    await named.close()
  })
  const begin = (form: string, at = server) => leadsTo(new FacelessBrowser(), `${at.url}${BASE}/${form}/oidc`)

  test('is rejected, without a request to it, if it is an internal network address', async () => {
    const strict = await startTestServer()
    try {
      await strict.load(accessForm({ code: 'inner', authTypes: ['SSO'], params: { oidc: { issuer: named.url('inner'), ...CLIENT } } }))
      expect(await begin('inner', strict)).toBe('/inner/error')
      expect(named.seen).toEqual([])
    } finally {
      await strict.close()
    }
  })

  test('is rejected if its discovery document contains internal network addresses', async () => {
    const issuer = named.url('named')
    const trap = `http://${INSIDE}:${(inside.address() as AddressInfo).port}`
    named.on('named', (_request, response) =>
      json(response, {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${trap}/token`,
        jwks_uri: `${trap}/keys`,
        userinfo_endpoint: `${trap}/me`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      }),
    )
    const browser = new FacelessBrowser()
    const asked = new URL(await leadsTo(browser, `${server.url}${BASE}/named/oidc`))
    expect(asked.href).toContain(`${issuer}/auth?`)
    const back = new URLSearchParams({ code: 'x', state: asked.searchParams.get('state') ?? '' })
    expect(await leadsTo(browser, `${server.url}${BASE}/named/oidc/callback?${back}`)).toBe('/named/authError')
    expect(reached).toBe(0)
  })

  test('is rejected if its response is larger than one megabyte', async () => {
    let sent = 0
    named.on('endless', (_request, response) => {
      response.setHeader('content-type', 'application/json')
      const piece = Buffer.alloc(262_144, ' ')
      const go = () => {
        do sent += piece.length
        while (!response.destroyed && response.write(piece))
      }
      response.on('drain', go)
      go()
    })
    expect(await begin('endless')).toBe('/endless/error')
    expect(sent).toBeLessThan(16 * 1_048_576)
  })
})
