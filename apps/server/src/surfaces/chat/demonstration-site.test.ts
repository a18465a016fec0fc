import type { ChatAddress, ChatState, CustomerConfiguration } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CRISP, chatForm, EBBY } from '../../../test/chat-form.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

const PATH = '/assets/demo-chat'
const FILES = [PATH, `${PATH}/chat.js`, `${PATH}/chat.css`]
const render = async () => ({ status: 200, html: '<p>page</p>', cacheable: true })

const state = async (server: TestServer, form: string) => (await server.call<ChatState>('GET', `/forms/${form}/chat`)).body.data?.available
const shown = async (server: TestServer, form: string) => (await server.call<CustomerConfiguration>('GET', `/forms/${form}`)).body.data?.live_chat_params
const address = async (server: TestServer, form: string) => (await server.call<ChatAddress>('GET', `/ebby/${form}`)).body
const frames = async (server: TestServer, form: string) =>
  /frame-src [^;]+/.exec((await fetch(`${server.url}/${form}`)).headers.get('content-security-policy') ?? '')?.[0]

describe('a deployment with the demonstration customers', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: { DEMO: '1' }, render })
    await server.load(chatForm('shown', EBBY))
    await server.load(chatForm('crisp', CRISP))
  })
  afterAll(() => server.close())

  test('serves the page of the demonstration chat, which runs only its own script and has no access to the form', async () => {
    const response = await fetch(`${server.url}${PATH}?customer=fondo-ginepro&message=x`)
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(response.headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      'sandbox allow-scripts allow-forms allow-popups',
    ])
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    const page = await response.text()
    expect([...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file)).toEqual([`${PATH}/chat.css`, `${PATH}/chat.js`])
    expect(page, 'no inline script or style').not.toMatch(/<style|style=|\son\w+=|<script(?! src)/)
  })

  test.each([
    ['chat.js', 'text/javascript; charset=utf-8'],
    ['chat.css', 'text/css; charset=utf-8'],
  ])('serves %s to the page’s opaque origin, without any other source', async (file, type) => {
    const response = await fetch(`${server.url}${PATH}/${file}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).not.toMatch(/https?:|fetch\(|import|url\(|innerHTML|[sS]torage|cookie/)
  })

  test.each(['', '/', '/index.html', '/../chat.js', '/%2e%2e/fondo-salute.yaml', '/chat.js/x'])('serves no other file of the folder: %s', async (rest) => {
    const response = await fetch(`${server.url}${PATH}${rest}`, { redirect: 'manual' })
    expect(await response.text()).toMatch(rest === '' ? /<main>/ : /^(?!.*(?:<main>|navigator\.languages|code_tag))/s)
  })

  test('offers the demonstration to a form with EBBY as long as no ebby_url is set', async () => {
    expect(await shown(server, 'shown')).toMatchObject({ chatType: 'EBBY', site: `http://sportello.example${PATH}` })
    expect(await state(server, 'shown'), 'the server does not call its own page').toBe(true)
    expect((await address(server, 'shown')).data?.url).toMatch(/^\/assets\/demo-chat\?customer=canary-customer&message=[\w-]+$/)
    expect(await frames(server, 'shown')).toBe("frame-src 'self'")
  })

  test('does not offer the demonstration to a form with CRISP, or to a form whose EBBY settings are incomplete', async () => {
    await server.load(chatForm('half', { ...EBBY, secret: '' }))
    expect(await shown(server, 'crisp')).toMatchObject({ site: 'https://client.crisp.chat' })
    expect([await shown(server, 'half'), await state(server, 'half')]).toEqual([null, false])
  })

  test.each([
    ['https://chat.ebby.example/x', 'https://chat.ebby.example'],
    ['https://user:password@chat.example', undefined],
  ])('uses the deployment’s own ebby_url, and no page if it is invalid (%s)', async (ebby_url, origin) => {
    await server.load(chatForm('own', EBBY, { ebby_url }))
    expect((await shown(server, 'own'))?.site).toBe(origin && ebby_url)
    expect(await frames(server, 'own')).toBe(origin && `frame-src ${origin}`)
  })
})

describe('a deployment without the demonstration customers', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: { DEMO: '0' } })
    await server.load(chatForm('shown', EBBY))
  })
  afterAll(() => server.close())

  test.each(FILES)('does not serve %s', async (file) => {
    expect((await fetch(server.url + file, { redirect: 'manual' })).status).not.toBe(200)
  })

  test('offers no chat to a form with EBBY as long as no ebby_url is set', async () => {
    expect([await shown(server, 'shown'), await state(server, 'shown')]).toEqual([null, false])
    expect((await address(server, 'shown')).errors[0]?.data.code).toBe('forms0016')
  })
})
