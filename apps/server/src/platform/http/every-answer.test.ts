import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { CLIENT, type RunningProvider, startProvider } from '../../../test/oidc-provider.ts'
import { sendRaw } from '../../../test/raw-http.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { enter } from '../../../test/sso.ts'
import { surveyBundle } from '../../../test/survey-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

const BASE = '/forms-service/rs/v2'
const ORIGIN = 'https://sportello.example'

let provider: RunningProvider
let server: TestServer
let dashboardFiles: string
const asOperator = { headers: { Authorization: '' } }
beforeAll(async () => {
  provider = await startProvider([`${ORIGIN}${BASE}/managements/oidc/callback`])
  dashboardFiles = await mkdtemp(join(tmpdir(), 'sportello-dashboard-'))
  await writeFile(join(dashboardFiles, 'none.js'), '')
  server = await startTestServer({
    env: { PUBLIC_URL: ORIGIN, STAFF_OIDC_ISSUER: provider.issuer, STAFF_OIDC_CLIENT_ID: CLIENT.client_id, STAFF_OIDC_CLIENT_SECRET: CLIENT.client_secret },
    render: async () => ({ status: 200, html: '<!doctype html><title>A page</title>', cacheable: false }),
    dashboard: { scriptFile: '/admin/assets/none.js', styleFiles: [], assetsFolder: dashboardFiles },
    review: { scriptFile: '/~review/assets/none.js', styleFiles: [], assetsFolder: dashboardFiles },
    viewer: { scriptFile: '/~viewer/assets/none.js', styleFiles: [], assetsFolder: dashboardFiles },
  })
  await server.load(sampleBundle())
  await server.load(surveyBundle())
  await server.load(accessForm({ code: 'ours', authTypes: ['SSO'], mappings: [{ client: 'acme' }] }))
  asOperator.headers.Authorization = `Bearer ${await openOperatorSession(server.database, 'operator')}`
  await writeFile(join(server.dataDir, 'assets', 'late.js'), '')
})
afterAll(async () => {
  await server.close()
  await provider.close()
  await rm(dashboardFiles, { recursive: true })
})

const ask = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { redirect: 'manual', ...init, headers: { 'X-Api-Key': 'test-key', Origin: 'https://evil.example', ...init.headers } })

/** One example request for each kind of response that the server sends. The first element names the kind. */
const KINDS: [what: string, path: string, init?: RequestInit][] = [
  ['a page', '/sample/open/report'],
  ['the dashboard', '/admin/management'],
  ['a file of the dashboard', '/admin/assets/none.js'],
  ['the page for reviewers', '/~review'],
  ['a reviewer’s unknown code', `${BASE}/reviews/~${'x'.repeat(32)}`],
  ['a redirect', '/'],
  ['a response of the API', `${BASE}/forms/sample`],
  ['an error of the API', `${BASE}/forms/nobody`],
  ['a call without the API key', `${BASE}/forms/sample`, { headers: { 'X-Api-Key': '' } }],
  ['an unknown URL of the API', `${BASE}/nothing`],
  ['a management call', `${BASE}/managements/account`, asOperator],
  ['a file for operators', `${BASE}/managements/requests/export/csv`, asOperator],
  ['the OpenAPI document', `${BASE}/openapi.json`],
  ['an entry route', `${BASE}/forms/ours/sso?message=x`],
  ['a missing image', '/assets/customer/none/logo.png'],
  ['the health check', '/health/live'],
  ['the metrics', '/metrics'],
]

describe('security headers', () => {
  test.each(KINDS)('of %s forbid cross-origin use, framing and content sniffing', async (_what, path, init) => {
    const response = await ask(path, init)
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringMatching(/^max-age=(?:3153[6-9]|[4-9])\d+; includeSubDomains/),
      'cross-origin-opener-policy': expect.stringMatching(/^(?:same-origin|noopener-allow-popups)$/),
      'cross-origin-resource-policy': 'same-origin',
    })
    const policy = (headers['content-security-policy'] ?? '').split(/; ?/)
    for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "object-src 'none'"]) expect(policy).toContain(directive)
    for (const name of ['access-control-allow-origin', 'server', 'x-powered-by']) expect(headers[name]).toBeUndefined()
    if ((await response.arrayBuffer()).byteLength > 0)
      expect(headers['content-type']).toMatch(/^(?:text\/(?:html|plain|css|csv)|application\/json).*charset=utf-8/i)
  })

  /** The kinds of responses that contain no personal data and may therefore be cached. */
  const CACHEABLE = ['a file of the dashboard', 'a redirect', 'the OpenAPI document', 'the health check', 'the metrics']
  test.each(KINDS.filter(([what]) => !CACHEABLE.includes(what)))('of %s forbid caching', async (_what, path, init) => {
    expect((await ask(path, init)).headers.get('cache-control')).toMatch(/^no-(?:store|cache)$/)
  })

  test.each(['/admin/assets/none.js', '/admin/%zz', '/admin/management?%zz'])(
    'of %s, which receives the operators’ cookie, isolate it from other pages',
    async (path) => {
      const { headers } = await ask(path)
      const policy = headers.get('content-security-policy')?.split(/; ?/)
      expect(policy?.includes('sandbox') || headers.get('cross-origin-opener-policy') === 'noopener-allow-popups').toBe(true)
      if (!headers.get('content-type')?.startsWith('text/html')) expect(policy).toContain('sandbox')
    },
  )

  test.each(KINDS)('of %s ask for a process of the origin, except on the visitors’ pages', async (what, path, init) => {
    expect((await ask(path, init)).headers.get('origin-agent-cluster')).toBe(what === 'a page' ? null : '?1')
  })

  test('are part of the response to a request that Node cannot parse', async () => {
    const { hostname, port } = new URL(server.url)
    const text = await new Promise<string>((resolve) => {
      let said = ''
      const socket = connect(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\nno head\r\n\r\n'))
      socket.on('data', (chunk) => (said += chunk)).on('close', () => resolve(said))
    })
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/)
    expect(text).toMatch(/\r\nContent-Security-Policy: default-src 'none';.* frame-ancestors 'none'/)
  })
})

describe('an unusual HTTP method', () => {
  test.each(['TRACE', 'CONNECT', 'TRACK', 'DEBUG'])('%s is rejected, and the response does not repeat the request', async (method) => {
    const { status, body } = await sendRaw(server, { method, headers: ['X-Planted: canary-of-the-head'] })
    expect(status === 0 || status >= 400).toBe(true)
    expect(JSON.stringify(body)).not.toContain('canary')
  })

  test('OPTIONS allows no cross-origin access', async () => {
    const response = await ask(`${BASE}/forms/sample`, { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'PUT' } })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-allow'))).toEqual([])
  })

  test.each(['X-HTTP-Method-Override', 'X-Method-Override', 'X-HTTP-Method'])('the header %s does not override the method', async (name) => {
    const response = await ask(`${BASE}/managements/account`, { headers: { ...asOperator.headers, [name]: 'DELETE' } })
    expect(response.status).toBe(200)
    expect((await ask(`${BASE}/managements/account`, asOperator)).status).toBe(200)
  })
})

describe('a path that belongs to no page', () => {
  test.each([
    '/.git/config',
    '/.env',
    '/package.json',
    '/assets/',
    '/assets/.git/config',
    '/assets/late.js',
    '/assets/../secret.key',
    '/assets/%2e%2e/secret.key',
    '/admin/assets/',
    '/admin/assets/%2e%2e/%2e%2e/secret.key',
    '/src/main.ts',
    '/data/secret.key',
    '/metrics/../data',
  ])('%s is neither listed nor served', async (path) => {
    const response = await ask(path)
    const text = await response.text()
    expect(text === '' || /^<!doctype html>/.test(text) || (JSON.parse(text) as { success: boolean }).success === false).toBe(true)
    expect(text).not.toMatch(/\[core\]|SECRET_KEY|"workspaces"|Index of|<li>/)
  })
})

describe('the cookies', () => {
  const cookiesOf = async (path: string, init?: RequestInit) => (await ask(path, init)).headers.getSetCookie()

  test('are sent only over https, only to the server’s host, and not with cross-site requests', async () => {
    const code = await enter(server, 'ours')
    const all = [
      ...(await cookiesOf(`${BASE}/forms/survey`)),
      ...(await cookiesOf(`${BASE}/managements/oidc`)),
      ...(await cookiesOf(`/ours/sso?code=${code}`)),
      ...(await cookiesOf('/admin/management/auth?auth=abc')),
    ]
    expect(all.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-survey_survey.survey-questions',
      '__Secure-oidc_managements',
      'otp_ours',
      'auth_management',
    ])
    for (const cookie of all) {
      expect(cookie).toMatch(/; Secure(?:;|$)/)
      expect(cookie).toMatch(/; SameSite=(?:Lax|Strict)(?:;|$)/)
      expect(cookie).not.toMatch(/; Domain=/i)
      expect(cookie.length).toBeLessThan(4_096)
    }
    for (const cookie of all.slice(0, 2)) expect(cookie).toMatch(/; HttpOnly(?:;|$)/)
  })

  test('that only the server reads are ignored if their name lacks its prefix', async () => {
    const [given = ''] = await cookiesOf(`${BASE}/forms/survey`)
    const pair = given.split(';')[0] ?? ''
    expect(await cookiesOf(`${BASE}/forms/survey`, { headers: { cookie: pair } })).toEqual([])
    expect(await cookiesOf(`${BASE}/forms/survey`, { headers: { cookie: pair.replace('__Host-', '') } })).toHaveLength(1)
  })
})

describe('a query parameter given twice', () => {
  test.each([`${BASE}/forms/ours?code=a&code=b`, `${BASE}/managements/requests?form=a&form=b`, `${BASE}/managements/requests?sort=a&sort=b`])(
    '%s is rejected',
    async (path) => {
      expect((await ask(path, asOperator)).status).toBe(400)
    },
  )
})

describe('a state-changing call', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=B'])(
    'cannot be sent by an HTML form of another site: it needs the API key header, and the content type %s is rejected',
    async (type) => {
      const without = await fetch(`${server.url}${BASE}/managements/sign-in`, { method: 'POST', headers: { 'content-type': type }, body: '{"username":"a"}' })
      expect(without.status).toBe(401)
      const body = '{"username":"operator","password":"x"}'
      expect((await ask(`${BASE}/managements/sign-in`, { method: 'POST', headers: { 'content-type': type }, body })).status).toBeOneOf([400, 415])
    },
  )

  test.each(['/forms/sample', '/managements/account', '/managements/settings/forms/sample'])('is not possible by GET: %s changes nothing', async (path) => {
    const before = await (await ask(BASE + path, asOperator)).text()
    await ask(`${BASE + path}?_method=DELETE`, asOperator)
    expect(await (await ask(BASE + path, asOperator)).text()).toBe(before)
  })
})
