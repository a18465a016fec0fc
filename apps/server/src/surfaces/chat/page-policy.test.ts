import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CRISP, chatForm, EBBY } from '../../../test/chat-form.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { NONCE_MARK } from '../pages/renderer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ render: async () => ({ status: 200, html: `<script nonce="${NONCE_MARK}"></script>`, cacheable: true }) })
})
afterAll(() => server.close())

/** Returns the directives of a page's Content-Security-Policy, with a placeholder in place of the nonce. */
async function policyOf(path: string): Promise<Record<string, string>> {
  const policy = (await fetch(server.url + path)).headers.get('content-security-policy') ?? ''
  const directives = policy.split('; ').map((each) => each.replace(/'nonce-[^']+'/, 'NONCE').split(/ (.*)/, 2) as [string, string])
  expect(new Set(directives.map(([name]) => name)).size, 'browsers ignore a duplicate directive').toBe(directives.length)
  return Object.fromEntries(directives)
}

const OPEN_TO_SCRIPTS = {
  'default-src': "'none'",
  'script-src': "NONCE 'strict-dynamic'",
  'style-src': "'self' NONCE",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
}
/**
 * Content-Security-Policy directives that enforce Trusted Types: the page's scripts cannot turn a string into HTML or a
 * script URL.
 */
const CLOSED = { ...OPEN_TO_SCRIPTS, 'require-trusted-types-for': "'script'", 'trusted-types': 'tenant-html solver-worker' }
const CAPTCHA = { always_captcha: true, recaptcha_public_key: 'a', recaptcha_secret: 'b' }

describe('the Content-Security-Policy of a page', () => {
  test('allows no other origin if the form has no active chat with complete settings', async () => {
    const settings = { ebby_url: 'https://chat.ebby.example/x' }
    await server.load(chatForm('none', {}, settings))
    await server.load(chatForm('off', { ...CRISP, active: false }))
    await server.load(chatForm('half', { ...CRISP, fondo: '' }))
    await server.load(chatForm('asleep', EBBY, settings, false))
    for (const path of ['/none', '/off', '/half', '/asleep', '/notfound']) expect(await policyOf(path), path).toEqual(CLOSED)
  })

  test('has a different nonce in each response, even if the page is cached', async () => {
    await server.load(chatForm('fresh', {}))
    const nonces = new Set<string | undefined>()
    for (let times = 0; times < 100; times++) {
      const response = await fetch(`${server.url}/fresh`)
      const nonce = /'nonce-([^']{22,})'/.exec(response.headers.get('content-security-policy') ?? '')?.[1]
      expect(await response.text()).toBe(`<script nonce="${nonce}"></script>`)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(100)
  })

  test('allows only EBBY’s frame in addition for the chat EBBY', async () => {
    await server.load(chatForm('ebby', EBBY, { ebby_url: 'https://chat.ebby.example/x' }))
    expect(await policyOf('/ebby')).toEqual({ ...CLOSED, 'frame-src': 'https://chat.ebby.example' })
  })

  test('allows CRISP’s documented origins for the chat CRISP', async () => {
    await server.load(chatForm('crisp', CRISP))
    const theirs = 'https://*.crisp.chat'
    expect(await policyOf('/crisp')).toEqual({
      ...OPEN_TO_SCRIPTS,
      'script-src': `NONCE 'strict-dynamic' ${theirs}`,
      'style-src': `'self' 'unsafe-inline' ${theirs}`,
      'img-src': `'self' data: ${theirs}`,
      'font-src': `'self' ${theirs}`,
      'media-src': theirs,
      'frame-src': theirs,
      'worker-src': `blob: ${theirs}`,
      'connect-src': `'self' ${theirs} wss://*.relay.crisp.chat`,
    })
  })

  test('allows the captcha’s frame in addition to the chat’s frame', async () => {
    const { forms, ...bundle } = chatForm('both', EBBY, { ebby_url: 'https://chat.ebby.example/x' })
    await server.load({ ...bundle, forms: forms.map((form) => ({ ...form, params: CAPTCHA })) })
    expect((await policyOf('/both'))['frame-src']).toBe('https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/ https://chat.ebby.example')
  })

  test('allows only the sites that the form names to show its pages in a frame', async () => {
    const { forms, ...bundle } = chatForm('framed', {})
    const sites = ['https://www.comune.example', 'http://localhost:8080']
    await server.load({ ...bundle, forms: forms.map((form) => ({ ...form, params: { embed_origins: sites } })) })
    expect(await policyOf('/framed')).toEqual({ ...CLOSED, 'frame-ancestors': sites.join(' ') })
    const script = await fetch(`${server.url}/embed.js`)
    expect([script.status, script.headers.get('content-type'), script.headers.get('cross-origin-resource-policy')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'cross-origin',
    ])
  })

  test.each(['https://a.example/path', 'https://a.example;script-src *', '*', "'self'", 'https://*.example', 'a.example', 'https://user@a.example'])(
    'is not weakened by an invalid site: a form that names %s is rejected',
    async (site) => {
      const { forms, ...bundle } = chatForm('loose', {})
      await expect(server.load({ ...bundle, forms: forms.map((form) => ({ ...form, params: { embed_origins: [site] } })) })).rejects.toThrow()
    },
  )

  test.each([
    'https://chat.example;script-src *',
    'https://chat.example,https://evil.example',
    "https://'unsafe-inline'",
    'https://*.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:password@chat.example',
    'chat.example',
    '',
    'https://chat.example/?q=1',
  ])('ignores an invalid chat URL: %s', async (ebby_url) => {
    await server.load(chatForm('odd', EBBY, { ebby_url }))
    expect(await policyOf('/odd')).toEqual(CLOSED)
  })
})
