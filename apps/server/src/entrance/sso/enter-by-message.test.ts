import type { FastifyReply, FastifyRequest } from 'fastify'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accessForm, SSO_SECRET } from '../../../test/access-bundle.ts'
import { enter, postMessage, ssoMessage } from '../../../test/sso.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { openRowsOf, rowsOf } from '../../../test/traces.ts'
import { encryptLogin, markBrowser } from '../sessions/rules.ts'
import { decryptMessage, encryptMessage, messageKey } from '../sessions/sso-message.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(
    accessForm({ code: 'fund', authTypes: ['SSO'], mappings: [{ client: 'ACME' }, { client: 'deep', sub_client: 'A', sub_client2: 'B', sub_client3: 'C' }] }),
  )
  await server.load(accessForm({ code: 'other', authTypes: ['SSO'], mappings: [{ client: 'elsewhere' }] }))
  await server.load(accessForm({ code: 'open', authTypes: ['FREE'], mappings: [{ client: 'free' }] }))
  await server.load(accessForm({ code: 'login', authTypes: ['LOGIN'] }))
  await server.load(accessForm({ code: 'asleep', authTypes: ['SSO'], mappings: [{ client: 'asleep' }], active: false }))
})
afterAll(() => server.close())

const REFUSED = { status: 303, location: '/fund/authError', body: '' }
const outcomeOf = async (message: string, customer = 'fund') => {
  const { status, location, body } = await postMessage(server, customer, message)
  return { status, location, body }
}
const count = async (table: string) => (await rowsOf(server, `select 1 from ${table}`)).length

describe('an SSO message', () => {
  test('is decrypted correctly from the test vector of another implementation', () => {
    const vector = 'AAECAwQFBgcICQoLsVtU3buQC8YAkCVJ6YnyIxAfov8gR7BbImj1WeNF4qyH7RLuLbS3V1ScBRqwZ4CcrerZ-Ioi1S4lI9DG'
    expect(decryptMessage(messageKey('a secret that form and site share'), 'fund', vector)).toEqual({ client: 'acme', jti: '1', exp: 1_700_000_000 })
  })

  test.each(['GET', 'POST'] as const)('sent by %s opens a session, and the response reveals only the session code', async (method) => {
    const before = await count('sessions')
    const { status, location } = await postMessage(server, 'fund', ssoMessage('fund', { telefono: '055 123' }), method)
    expect(status).toBe(303)
    expect(location).toMatch(/^\/fund\/sso\?code=[\w-]{43}$/)
    expect(await count('sessions')).toBe(before + 1)
    const [row] = await openRowsOf(server, 'select * from sessions order by created_at desc limit 1')
    expect(row).toMatchObject({
      customer_code: 'fund',
      auth_type: 'SSO',
      // The row of the session contains no identifier of the person. The identifier is only in the encrypted data.
      person: null,
      known_data: { nome: 'Anna', telefono: '055 123' },
      used_at: null,
    })
    expect(JSON.stringify(row)).not.toContain(location.slice(-43))
    expect(Number(row?.expires_at) - Number(row?.created_at)).toBe(1_800_000)
  })

  test.each([
    [{ client: 'AcMe' }, /^\/fund\/sso/],
    [{ client: 'deep', sub_client: 'a', sub_client2: 'b', sub_client3: 'c' }, /^\/fund\/sso/],
    [{ client: 'elsewhere' }, /^\/other\/sso/],
    [{ client: 'asleep' }, /^\/asleep\/mantainance$/],
  ])('redirects to the form to which its client is mapped: %j', async (content, address) => {
    expect((await outcomeOf(ssoMessage('fund', content))).location).toMatch(address)
  })

  test('is rejected and logged if its client has no mapping', async () => {
    expect(await outcomeOf(ssoMessage('fund', { client: 'Nobody', sub_client: 'X' }))).toEqual(REFUSED)
    expect(await rowsOf(server, "select customer_code, code_client, sub_client, action from mapping_logs where code_client = 'nobody'")).toEqual([
      { customer_code: 'fund', code_client: 'nobody', sub_client: 'x', action: 1 },
    ])
  })

  test.each([
    ['an operator of only the first', 'operator', ['fund'], '/fund/authError'],
    ['an operator of only the second', 'operator', ['other', 'open'], '/fund/authError'],
    ['an operator of both', 'operator', ['fund', 'other'], '/other/sso'],
    ['an operator of neither', 'operator', ['open'], '/other/sso'],
    ['an owner of all', 'owner', null, '/other/sso'],
    ['a viewer of only one', 'viewer', ['fund'], '/other/sso'],
  ])('redirects to another form only if no operator can change exactly one of the two forms: there is %s', async (_whose, role, customers, address) => {
    await rowsOf(server, "insert into operators (username, role, customers, disabled) values ('editor', $1, $2, true)", [role, customers])
    try {
      expect((await outcomeOf(ssoMessage('fund', { client: 'elsewhere' }))).location.split('?')[0]).toBe(address)
      expect((await outcomeOf(ssoMessage('fund'))).location).toMatch(/^\/fund\/sso/)
    } finally {
      await rowsOf(server, "delete from operators where username = 'editor'")
    }
  })

  test('sent to an unknown form redirects to the not-found page', async () => {
    expect((await outcomeOf(ssoMessage('nobody'), 'nobody')).location).toBe('/notfound')
  })

  test('is accepted only once', async () => {
    const message = ssoMessage('fund')
    expect((await outcomeOf(message)).location).toMatch(/^\/fund\/sso/)
    for (let again = 0; again < 5; again++) expect(await outcomeOf(message)).toEqual(REFUSED)
  })

  test('is accepted for exactly one of 16 parallel requests', async () => {
    for (let round = 0; round < 5; round++) {
      const message = ssoMessage('fund')
      const outcomes = await Promise.all(Array.from({ length: 16 }, () => outcomeOf(message)))
      expect(outcomes.filter(({ location }) => location !== REFUSED.location)).toHaveLength(1)
    }
  })

  const now = () => Math.floor(Date.now() / 1_000)
  const sealed = (content: unknown, customer = 'fund', secret = SSO_SECRET) => encryptMessage(messageKey(secret), customer, content)
  const whole = () => ({ client: 'acme', jti: crypto.randomUUID(), exp: now() + 60 })
  const FAULTY: readonly [why: string, message: () => string][] = [
    ['nothing', () => ''],
    ['not a message', () => 'hello'],
    ['too long', () => 'A'.repeat(20_000)],
    ['another secret', () => ssoMessage('fund', {}, 'another')],
    ['another customer', () => ssoMessage('other')],
    ['expired', () => ssoMessage('fund', { exp: now() - 1 })],
    ['too far ahead', () => ssoMessage('fund', { exp: now() + 3_600 })],
    ['without an expiry', () => sealed({ client: 'acme', jti: 'x' })],
    ['without a jti', () => sealed({ client: 'acme', exp: now() + 60 })],
    ['without a client', () => sealed({ jti: 'y', exp: now() + 60 })],
    ['an empty client', () => sealed({ ...whole(), client: '' })],
    ['an object as client', () => sealed({ ...whole(), client: { $ne: 1 } })],
    ['a list', () => sealed(['acme'])],
    ['nested data', () => sealed({ ...whole(), address: { street: 'x' } })],
    ['a NUL', () => sealed({ ...whole(), nome: 'a\0' })],
    ['a NUL in the client', () => sealed({ ...whole(), client: 'a\0' })],
    ['a form without SSO', () => sealed({ ...whole(), client: 'free' })],
    ['another encoding of the same bytes', () => `${ssoMessage('fund')}=`],
    ['the key of password logins', () => encryptMessage(messageKey(server.services.config.secretKey, 'sso-message-v1'), 'fund', whole())],
  ]
  test.each(FAULTY)('is rejected and opens no session: %s', async (_why, message) => {
    const before = await count('sessions')
    expect(await outcomeOf(message())).toEqual(REFUSED)
    expect(await count('sessions')).toBe(before)
  })

  test('causes one look-up of used messages, for whatever reason it is rejected', async () => {
    const used = ssoMessage('fund')
    await outcomeOf(used)
    const asked = vi.spyOn(Client.prototype, 'query')
    const looks = () =>
      asked.mock.calls.filter(([statement]) => /used_messages/.test(String((statement as { text?: string } | undefined)?.text ?? statement))).length
    const told: Record<string, number> = {}
    try {
      for (const [why, message] of [...FAULTY, ['used before', () => used] as const]) {
        const before = looks()
        expect(await outcomeOf(message())).toEqual(REFUSED)
        told[why] = looks() - before
      }
    } finally {
      asked.mockRestore()
    }
    expect(new Set(Object.values(told))).toEqual(new Set([1]))
    expect(Object.keys(told).length).toBeGreaterThan(15)
    expect(await rowsOf(server, "select 1 from used_messages where jti_hash = sha256('') and customer_code = 'fund'")).toHaveLength(1)
  })

  test('with a changed byte gets the same response as any invalid message, and opens no session (500 mutations)', async () => {
    const before = await count('sessions')
    const answers = new Set<string>()
    for (let round = 0; round < 500; round++) {
      const bytes = Buffer.from(ssoMessage('fund'), 'base64url')
      const at = (round * 7919) % bytes.length
      const kind = round % 5
      if (kind < 3) bytes[at] = (bytes[at] ?? 0) ^ (1 << (round % 8))
      const mutated = kind === 3 ? bytes.subarray(0, at) : kind === 4 ? Buffer.concat([bytes, Buffer.from([round % 256])]) : bytes
      const { status, location, body, headers } = await postMessage(server, 'fund', mutated.toString('base64url'))
      const told = [...headers].filter(([name]) => !/^(?:date|x-request-id|keep-alive|connection|x-ratelimit-.*)$/.test(name))
      answers.add(JSON.stringify([status, location, body, told]))
    }
    expect(answers.size).toBe(1)
    expect([...answers][0]).toContain('/fund/authError')
    expect(await count('sessions')).toBe(before)
  })

  test.each([
    ['text/plain', 'message=x', 303],
    ['application/json', '{"message":"x"}', 303],
    ['application/x-www-form-urlencoded', 'huge', 413],
    ['application/x-www-form-urlencoded', 'message=a&message=b', 303],
    ['application/x-www-form-urlencoded', '%%%', 303],
  ])('posted as %s never causes a server error: %s', async (type, body, status) => {
    const response = await fetch(`${server.url}/forms-service/rs/v2/forms/fund/sso`, {
      method: 'POST',
      body: body === 'huge' ? `message=${'A'.repeat(100_000)}` : body,
      headers: { 'content-type': type },
      redirect: 'manual',
    })
    expect(response.status).toBe(status)
  })

  describe('a message from the server’s own login', () => {
    let cookie = ''
    const login = (form = 'login', authType: 'LOGIN' | 'TOKEN_LOGIN' = 'LOGIN') => {
      const reply = { setCookie: (name: string, value: string) => (cookie = `${name}=${value}`) } as unknown as FastifyReply
      const browser = markBrowser({ cookies: {} } as FastifyRequest, reply, server.services.config, form)
      return encryptLogin(server.services.config, form, { authType, person: 'account:7', known: { email: 'a@b.it' }, jti: crypto.randomUUID(), browser })
    }
    const outcomeOf = (message: string, form: string) => postMessage(server, form, message, 'POST', cookie)

    test('is accepted only once, and does not need a mapping of its client', async () => {
      const message = login()
      expect((await outcomeOf(message, 'login')).location).toMatch(/^\/login\/sso\?code=/)
      expect(await rowsOf(server, "select auth_type, person from sessions where customer_code = 'login'")).toEqual([
        { auth_type: 'LOGIN', person: 'account:7' },
      ])
      expect((await outcomeOf(message, 'login')).location).toBe('/login/authError')
    })

    test.each<[why: string, form: string, message: () => string]>([
      ['at another form', 'fund', () => login()],
      ['at a form that does not allow its access mode', 'login', () => login('login', 'TOKEN_LOGIN')],
      [
        'when it is encrypted with the secret of the customer’s site',
        'login',
        () => encryptMessage(messageKey(SSO_SECRET), 'login', { ...whole(), auth_type: 'LOGIN', person: 'x', known: {} }),
      ],
    ])('opens no session %s', async (_why, form, message) => {
      expect((await outcomeOf(message(), form)).location).toBe(`/${form}/authError`)
    })
  })

  test('opens a session with a new session code each time', async () => {
    expect(await enter(server, 'fund')).not.toBe(await enter(server, 'fund'))
  })
})
