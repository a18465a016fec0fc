import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sportello-dashboard-'))
  await writeFile(join(folder, 'admin-1.js'), 'export {}')
  server = await startTestServer({
    env: {
      API_KEY: '</script><b>',
      STAFF_OIDC_ISSUER: 'https://login.example',
      STAFF_OIDC_CLIENT_ID: 'the client',
      STAFF_OIDC_CLIENT_SECRET: 'the secret of the client',
    },
    dashboard: { scriptFile: '/admin/assets/admin-1.js', styleFiles: ['/admin/assets/admin-1.css'], assetsFolder: folder },
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const open = (path: string) => fetch(server.url + path, { redirect: 'manual' })

describe('the HTML document of the dashboard', () => {
  test.each(['/admin/management', '/admin/management/sign-in', '/admin/anything'])(
    'at %s has a strict Content-Security-Policy and is not cached',
    async (path) => {
      const response = await open(path)
      expect(response.status).toBe(200)
      const html = await response.text()
      const nonce = /<script type="module" src="\/admin\/assets\/admin-1\.js" nonce="([^"]+)">/.exec(html)?.[1]
      const policy = response.headers.get('content-security-policy')
      expect(policy).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic'`)
      expect(policy).toMatch(/default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/)
      expect(policy).not.toMatch(/unsafe|\*/)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'noopener-allow-popups',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      })
      expect(html).not.toContain('<b>')
    },
  )

  test('has a different nonce in each response', async () => {
    const [one, other] = await Promise.all(
      ['/admin/management', '/admin/management'].map(async (path) => (await open(path)).headers.get('content-security-policy')),
    )
    expect(one).not.toBe(other)
  })

  test('contains the sign-in settings but no secret', async () => {
    const html = await (await open('/admin/management/sign-in')).text()
    const settings = JSON.parse(/id="settings">(.*?)<\/script>/.exec(html)?.[1] ?? '{}') as object
    expect(settings).toEqual({
      apiBase: '/forms-service/rs/v2',
      apiKey: '</script><b>',
      passkeyOrigin: null,
      provider: { name: 'login.example', path: '/forms-service/rs/v2/managements/oidc' },
    })
  })

  test('loads scripts that browsers may cache for ever; the server serves no other files from their folder', async () => {
    const script = await open('/admin/assets/admin-1.js')
    expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    for (const path of ['/admin/assets/..%2f..%2fpackage.json', '/admin/assets/', '/admin/assets/none.js'])
      expect((await open(path)).headers.get('content-type')).not.toMatch(/javascript|json/)
  })
})

describe('/admin/management/auth', () => {
  test('stores the credential in a cookie for /admin, and redirects to a URL without the credential', async () => {
    const response = await open('/admin/management/auth?auth=abc-DEF_1')
    expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).toEqual([303, '/admin/management', 'no-store'])
    expect(response.headers.getSetCookie()).toEqual(['auth_management=abc-DEF_1; Max-Age=600; Path=/admin; SameSite=Strict'])
    expect(await response.text()).not.toContain('abc-DEF_1')
  })

  test.each([
    ['none', ''],
    ['an empty credential', '?auth='],
    ['two', '?auth=a&auth=b'],
    ['a credential with cookie attributes', '?auth=a%3B%20path%3D%2F'],
    ['a credential with a header line', '?auth=a%0D%0Aset-cookie%3A%20x%3Dy'],
    ['a credential of over 512 characters', `?auth=${'a'.repeat(513)}`],
  ])('with %s redirects to the sign-in page and sets no cookie', async (_what, query) => {
    const response = await open(`/admin/management/auth${query}`)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/admin/management/sign-in'])
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('sets a Secure cookie if the deployment uses HTTPS', async () => {
    const secure = await startTestServer({
      env: { PUBLIC_URL: 'https://sportello.example' },
      dashboard: { scriptFile: '', styleFiles: [], assetsFolder: folder },
    })
    const response = await fetch(`${secure.url}/admin/management/auth?auth=abc`, { redirect: 'manual' })
    expect(response.headers.getSetCookie()[0]).toContain('; Secure')
    await secure.close()
  })
})
