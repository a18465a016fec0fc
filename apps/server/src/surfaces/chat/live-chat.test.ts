import type { ChatAddress, ChatState, CustomerConfiguration } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decryptMessage } from '../../../../../docs/chat/open-message.ts'
import { CHAT_SECRET, CRISP, chatForm, EBBY, PIXEL } from '../../../test/chat-form.ts'
import { enter } from '../../../test/sso.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { startUpstream, type Upstream } from '../../../test/upstream.ts'

const MEMBER = {
  email: ['anna@example.org', 'neri@example.org'],
  telefono: '055 123456',
  nome: 'Anna',
  cognome: 'Neri',
  cod_fiscale: 'NREANN80A41D612X',
  codice_canale: 'ISCRITTO_MOBILE',
  stipendio: '99000',
}
const SITE = 'https://chat.ebby.example/finestra'

let server: TestServer
let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
  server = await startTestServer({ render: async () => ({ status: 200, html: '<p>page</p>', cacheable: true }) })
  const settings = { ebby_url: `${SITE}/`, chat_claims_url: 'https://pratiche.example/{fondo}?cf={cod_fiscale}' }
  const forms: [code: string, params: object, active?: boolean][] = [
    ['ebby', { ...EBBY, chatIcon: { value: PIXEL, name: 'icona.png' } }],
    ['other', EBBY],
    ['crisp', CRISP],
    ['plain', {}],
    ['off', { ...EBBY, active: false }],
    ['no-secret', { ...EBBY, secret: '' }],
    ['no-customer', { ...EBBY, codCustomer: ' ' }],
    ['no-fund', { ...CRISP, fondo: '' }],
    ['no-id', { ...CRISP, chatId: undefined }],
    ['no-type', { ...EBBY, chatType: undefined }],
    ['asleep', EBBY, false],
  ]
  for (const [code, params, active] of forms) await server.load(chatForm(code, params, settings, active))
})
afterAll(async () => {
  await server.close()
  await upstream.close()
})

const chatParams = async (customer: string, code = '') =>
  (await server.call<CustomerConfiguration>('GET', `/forms/${customer}${code && `?code=${code}`}`)).body.data?.live_chat_params
const address = (customer: string, code = '') => server.call<ChatAddress>('GET', `/ebby/${customer}${code && `?code=${code}`}`)

describe('the property live_chat_params of the configuration', () => {
  test('contains EBBY’s site, but neither EBBY’s secret nor its customer', async () => {
    expect(await chatParams('ebby')).toEqual({
      chatType: 'EBBY',
      align: 'LEFT',
      site: SITE,
      chatIcon: expect.stringMatching(/^\/assets\/tenant\/ebby\/[\w-]{22}\.png$/),
      chatId: null,
      fondo: null,
      person: null,
      claims_url: null,
    })
    const member = await enter(server, 'ebby', { client: 'ebby', ...MEMBER })
    const whole = JSON.stringify((await server.call('GET', `/forms/ebby?code=${member}`)).body)
    expect(whole).toContain('chat.ebby.example')
    expect(whole).not.toContain('canary')
    const [row] = await rowsOf(server, "select live_chat_params::text as kept from customers where customer_code = 'ebby'")
    expect(row?.kept, 'the secret is stored').toContain(CHAT_SECRET)
  })

  test('contains CRISP’s website and fund; the alignment is right by default', async () => {
    const known = { chatType: 'CRISP', align: 'RIGHT', site: 'https://client.crisp.chat', chatIcon: null, chatId: 'site-7', fondo: 'FS01' }
    expect(await chatParams('crisp')).toEqual({ ...known, person: null, claims_url: null })
  })

  test('contains a claims URL and a pseudonym for a member that is the same each time', async () => {
    const [first, second] = [await enter(server, 'crisp', { client: 'crisp', ...MEMBER }), await enter(server, 'crisp', { client: 'crisp', ...MEMBER })]
    const someone = await enter(server, 'crisp', { client: 'crisp', ...MEMBER, cod_fiscale: 'RSSMRA80A01H501U' })
    const [one, two, other] = [await chatParams('crisp', first), await chatParams('crisp', second), await chatParams('crisp', someone)]
    expect(one).toMatchObject({ claims_url: 'https://pratiche.example/FS01?cf=NREANN80A41D612X', person: expect.stringMatching(/^[\w-]{43}$/) })
    expect(two).toEqual(one)
    expect(other?.person).not.toBe(one?.person)
  })

  test.each(['plain', 'off', 'no-secret', 'no-customer', 'no-fund', 'no-id', 'no-type', 'asleep'])(
    'is null for a form without an active chat (%s)',
    async (customer) => {
      expect(await chatParams(customer)).toBeNull()
    },
  )
})

describe('the chat icon', () => {
  test('is served at a URL that contains the hash of its content', async () => {
    const path = (await chatParams('ebby'))?.chatIcon
    const response = await fetch(server.url + path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(`data:image/png;base64,${Buffer.from(await response.arrayBuffer()).toString('base64')}`).toBe(PIXEL)
    for (const wrong of ['/assets/tenant/ebby/x.png', path?.replace('/ebby/', '/other/'), '/assets/tenant/nobody/x.png', '/assets/tenant/%00/x.png'])
      expect((await fetch(server.url + wrong)).status, wrong).toBe(404)
  })
})

describe('GET /ebby/:form', () => {
  // Decrypts the visitor's data in the URL of the live chat. Follows the instructions in docs/chat.md for developers of
  // a chat.
  const opened = (url: string, secret = CHAT_SECRET, customer = 'canary-customer') =>
    decryptMessage(customer, secret, new URL(url).searchParams.get('message') ?? '')

  test('returns a URL with the member’s data, encrypted and valid for five minutes', async () => {
    const { status, body } = await address('ebby', await enter(server, 'ebby', { client: 'ebby', ...MEMBER }))
    expect(status).toBe(200)
    const url = body.data?.url ?? ''
    expect(url).toMatch(/^https:\/\/chat\.ebby\.example\/finestra\?customer=canary-customer&message=[\w-]+$/)
    for (const secret of ['Anna', 'NREANN', 'anna%40', CHAT_SECRET]) expect(url).not.toContain(secret)
    const { stipendio: _kept, ...sent } = MEMBER
    expect(opened(url)).toEqual({ form: 'ebby', ...sent, email: 'anna@example.org', jti: expect.any(String), exp: expect.any(Number) })
    expect(Number(opened(url).exp) - Date.now() / 1_000).toBeCloseTo(300, -1)
    expect(() => opened(url, 'another secret')).toThrow(/authenticate/)
    expect(() => opened(url, CHAT_SECRET, 'another customer')).toThrow(/authenticate/)
  })

  test('returns a different URL each time, without personal data if there is no session', async () => {
    const [one, two] = [(await address('ebby')).body.data?.url ?? '', (await address('ebby')).body.data?.url ?? '']
    expect(opened(one)).toEqual({ form: 'ebby', jti: expect.any(String), exp: expect.any(Number) })
    expect(two).not.toBe(one)
  })

  test.each([
    ['a form without a chat', 'plain', 400, 'forms_integrations0005'],
    ['a chat that is inactive', 'off', 400, 'forms_integrations0005'],
    ['a form with the other chat product', 'crisp', 400, 'forms_integrations0005'],
    ['a chat without its secret', 'no-secret', 503, 'forms0016'],
    ['a form in maintenance', 'asleep', 503, 'forms0010'],
    ['an unknown form', 'nobody', 404, 'forms0001'],
    ['a malformed code', '..%2Febby', 404, 'forms0001'],
  ])('is rejected for %s', async (_whose, customer, status, code) => {
    const answer = await address(customer)
    expect([answer.status, answer.body.errors[0]?.data.code]).toEqual([status, code])
    expect(JSON.stringify(answer.body)).not.toContain('canary')
  })

  test('rejects a session code that is unknown or belongs to another form', async () => {
    const theirs = await enter(server, 'other', { client: 'other', ...MEMBER })
    const codes = [await address('ebby', theirs), await address('ebby', 'nonsense')].map(({ status, body }) => [status, body.errors[0]?.data.code])
    expect(codes).toEqual([
      [403, 'forms0041'],
      [401, 'forms0011'],
    ])
  })

  test.each(['/ebby/ebby', '/forms/ebby/chat'])('is rejected without the API key, and so is the endpoint for the state of the chat (%s)', async (path) => {
    expect((await fetch(`${server.url}/forms-service/rs/v2${path}`)).status).toBe(401)
  })
})

describe('GET /forms/:form/chat', () => {
  const state = async (customer: string) => (await server.call<ChatState>('GET', `/forms/${customer}/chat`)).body.data?.available
  const hits = (behaviour: string) => upstream.seen.filter((seen) => seen.behaviour === behaviour)

  test('sends one request to the chat’s site for eight parallel visitors, without personal data', async () => {
    upstream.on('up', (_request, response) => void response.end())
    await server.load(chatForm('up', EBBY, { ebby_url: upstream.url('up') }))
    expect(await Promise.all(Array.from({ length: 8 }, () => state('up')))).toEqual(Array.from({ length: 8 }, () => true))
    expect(hits('up')).toHaveLength(1)
    expect(hits('up')[0]).toMatchObject({ method: 'HEAD', url: '/up', body: '' })
    expect(Object.keys(hits('up')[0]?.headers ?? {})).not.toContain('cookie')
  })

  test.each<[what: string, behaviour: string, available: boolean]>([
    ['rejects HEAD', 'refuses', true],
    ['redirects', 'leads', true],
    ['fails', 'fails', false],
    ['closes the connection', 'hangs', false],
    ['never responds', 'silent', false],
  ])('reports whether the chat provider’s site is available if the site %s', async (_what, behaviour, available) => {
    upstream.on('refuses', (_request, response) => void response.writeHead(405).end())
    upstream.on('leads', (_request, response) => void response.writeHead(302, { location: upstream.url('inside') }).end())
    upstream.on('fails', (_request, response) => void response.writeHead(503).end())
    upstream.on('hangs', (request) => void request.socket.destroy())
    upstream.on('silent', () => {})
    await server.load(chatForm(behaviour, EBBY, { ebby_url: upstream.url(behaviour) }))
    expect(await state(behaviour)).toBe(available)
    expect(hits('inside'), 'no redirect is followed').toEqual([])
  })

  test('returns the URL of the script of the chat provider CRISP', async () => {
    upstream.on('crisp', (_request, response) => void response.end())
    await server.load(chatForm('proxied', CRISP, { crisp_url: `${upstream.url('crisp')}/` }))
    expect(await state('proxied')).toBe(true)
    expect(hits('crisp')[0]?.url).toBe('/crisp/l.js')
  })

  test.each(['plain', 'off', 'no-secret', 'asleep'])('returns false for a form without an active chat (%s)', async (customer) => {
    expect(await state(customer)).toBe(false)
  })

  test('returns 404 for an unknown form', async () => {
    expect((await server.call('GET', '/forms/nobody/chat')).status).toBe(404)
  })
})
