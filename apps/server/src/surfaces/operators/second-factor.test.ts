import type { ManagementAccount, ShownPasskey } from '@sportello/contract'
import { type Endpoint, endpoints } from '@sportello/contract/schemas'
import { type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SoftwareAuthenticator } from '../../../test/software-authenticator.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { hashPassword } from '../../entrance/accounts/rules.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

const SITE = { rpId: 'sportello.example', origin: 'https://sportello.example' }
const PASSWORD = 'Corretto-cavallo-9'
const REFUSED = [403, 'http_second_factor']

let server: TestServer
let other: TestServer
let hash: string
beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: SITE.origin } })
  other = await startTestServer({ beside: server })
  hash = await hashPassword(PASSWORD)
})
afterAll(async () => {
  await other.close()
  await server.close()
})
beforeEach(async () => {
  await rowsOf(server, "delete from operators where username <> 'operator'")
  await rowsOf(server, 'delete from operator_failed_sign_ins')
  await demand('true')
})

/** Changes the system setting `second_factor_operators`; null deletes the setting. */
async function demand(value: string | null): Promise<void> {
  await rowsOf(server, "delete from settings where code = 'second_factor_operators'")
  if (value !== null) await rowsOf(server, "insert into settings (code, value) values ('second_factor_operators', $1)", [value])
}
function call<T>(method: string, path: string, bearer: string, body?: unknown, at = server) {
  return at.call<T>(method, `/managements${path}`, {
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), Authorization: `Bearer ${bearer}` },
  })
}
const codes = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, ...body.errors.map(({ data }) => data.code)]
const works = async (bearer: string, at = server) => codes(await call('GET', '/settings/systems', bearer, undefined, at))
const due = async (bearer: string) => (await call<ManagementAccount>('GET', '/account', bearer)).body.data?.second_factor_due

/** Creates an operator with a password, and signs in with the password. */
async function person(username: string, role = 'owner', customers: string[] | null = null): Promise<string> {
  await rowsOf(server, 'insert into operators (username, role, customers, password_hash) values ($1, $2, $3, $4)', [username, role, customers, hash])
  return signIn(username)
}
async function signIn(username: string, code?: string): Promise<string> {
  const body = JSON.stringify({ username, password: PASSWORD, code })
  const answer = await server.call<{ auth: string }>('POST', '/managements/sign-in', { body, headers: { 'content-type': 'application/json' } })
  return answer.body.data?.auth ?? ''
}
async function addsPasskey(bearer: string) {
  const asked = await call<{ options: { challenge: string; user?: unknown } }>('POST', '/account/passkeys/options', bearer, { present: PASSWORD })
  const device = new SoftwareAuthenticator(SITE)
  const credential = device.create(asked.body.data?.options ?? { challenge: '', user: { id: '' } })
  return { device, asked, added: await call<ShownPasskey>('POST', '/account/passkeys', bearer, { name: 'Portatile', credential }) }
}
async function setsUp(bearer: string): Promise<TOTP> {
  const { body } = await call<{ uri: string }>('POST', '/account/authenticator', bearer, { present: PASSWORD })
  return URI.parse(body.data?.uri ?? '') as TOTP
}

describe('while second_factor_operators is on', () => {
  test.each<[role: string, customers: string[] | null]>([
    ['owner', null],
    ['operator', []],
    ['viewer', null],
  ])(
    'an operator with the role %s and access to the customers %j who signs in by password sets up an authenticator and continues in the same session',
    async (role, customers) => {
      const bearer = await person('anna', role, customers)
      expect([await works(bearer), await due(bearer)]).toEqual([REFUSED, 'set_up'])
      const phone = await setsUp(bearer)
      expect(await works(bearer)).toEqual(REFUSED)
      expect((await call('PUT', '/account/authenticator', bearer, { code: '000000' })).status).toBe(400)
      expect(await works(bearer)).toEqual(REFUSED)
      expect((await call('PUT', '/account/authenticator', bearer, { code: phone.generate() })).status).toBe(200)
      expect([await works(bearer), await due(bearer)]).toEqual([[200], null])
      const again = await signIn('anna', phone.generate({ timestamp: Date.now() + 30_000 }))
      expect(await works(again)).toEqual([200])
    },
  )

  test('an operator who signed in by password can register a passkey, continue in the same session, and sign in with the passkey', async () => {
    const bearer = await person('anna')
    const { device, added } = await addsPasskey(bearer)
    expect(added.status).toBe(201)
    expect([await works(bearer), await due(bearer)]).toEqual([[200], null])
    const asked = await call<{ options: { challenge: string } }>('POST', '/sign-in/passkey/options', '')
    const credential = device.use(asked.body.data?.options ?? { challenge: '' })
    const { body } = await call<{ auth: string }>('POST', '/sign-in/passkey', '', { credential })
    expect(await works(body.data?.auth ?? '')).toEqual([200])
  })

  test('a passkey that does not verify the user does not count as a second factor', async () => {
    const bearer = await person('anna')
    const asked = await call<{ options: { challenge: string } }>('POST', '/account/passkeys/options', bearer, { present: PASSWORD })
    const credential = new SoftwareAuthenticator(SITE).create(asked.body.data?.options ?? { challenge: '' }, { isVerified: false })
    expect((await call('POST', '/account/passkeys', bearer, { name: 'Chiave', credential })).status).toBe(400)
    expect(await works(bearer)).toEqual(REFUSED)
  })

  test.each(['link', 'passkey', 'provider', 'password+code', 'password+passkey'] as const)('a session that was opened by %s is accepted', async (way) => {
    await person('anna')
    expect(await works(await openOperatorSession(server.database, 'anna', { way }))).toEqual([200])
  })

  test('an operator who signed in by password and has no second factor can change the password and sign out', async () => {
    const bearer = await person('anna')
    expect((await call('PUT', '/account/password', bearer, { present: PASSWORD, password: 'Un-altro-cavallo-7' })).status).toBe(200)
    expect((await call('DELETE', '/account', bearer)).status).toBe(200)
    expect((await call('GET', '/account', bearer)).status).toBe(401)
  })

  test('a session that was opened by password is rejected after a second factor was set up in another session', async () => {
    const [first, second] = [await person('anna'), await signIn('anna')]
    await addsPasskey(first)
    expect([await works(first), await works(second), await due(second)]).toEqual([[200], REFUSED, 'use'])
  })

  test.each(['a passkey', 'an authenticator'])(
    'a session that was opened by password cannot add, use or remove a second factor if the account has %s',
    async (which) => {
      const owner = await person('anna')
      // An intruder may have signed in, or begun to set up a second factor, before the operator set one up. The server
      // must reject that session and that set-up too.
      const thief = await signIn('anna')
      const begun = await setsUp(thief)
      const asked = await call<{ options: { challenge: string } }>('POST', '/account/passkeys/options', thief, { present: PASSWORD })
      if (which === 'a passkey') await addsPasskey(owner)
      else await rowsOf(server, "update operators set totp_confirmed_at = now() where username = 'anna'")
      const image = () =>
        rowsOf(server, 'select o.*, p.id, (select count(*) from operator_passkeys) from operators o left join operator_passkeys p using (username) order by 1')
      const before = await image()
      const [passkey] = await rowsOf(server, 'select id from operator_passkeys')
      const credential = new SoftwareAuthenticator(SITE).create(asked.body.data?.options ?? { challenge: '' })
      const present = PASSWORD
      const tries: [string, string, object][] = [
        ['PUT', '/account/authenticator', { code: begun.generate() }],
        ['POST', '/account/authenticator', { present }],
        ['DELETE', '/account/authenticator', { code: begun.generate() }],
        ['POST', '/account/passkeys', { name: 'Chiave', credential }],
        ['POST', '/account/passkeys/options', { present }],
        ['DELETE', `/account/passkeys/${passkey?.id ?? 'x'}`, { present }],
        ['PUT', '/account/password', { present, password: 'Un-altro-cavallo-7' }],
        ['DELETE', '/account/sessions', {}],
      ]
      for (const [method, path, body] of tries) expect(codes(await call(method, path, thief, body)), path).toEqual(REFUSED)
      expect(await image()).toEqual(before)
    },
  )

  test('a change of the setting takes effect in open sessions of every server process from the next request', async () => {
    await demand(null)
    const [owner, bearer] = [await person('anna'), await person('bea', 'viewer')]
    expect([await works(owner), await works(bearer), await due(bearer)]).toEqual([[200], [200], null])
    expect((await call('POST', '/settings/systems', owner, { code: 'second_factor_operators', value: 'true' })).status).toBe(201)
    expect([await works(owner), await works(bearer), await works(bearer, other)]).toEqual([REFUSED, REFUSED, REFUSED])
    expect(codes(await call('PUT', '/settings/systems/second_factor_operators', owner, { code: 'second_factor_operators', value: 'false' }))).toEqual(REFUSED)
    expect(codes(await call('DELETE', '/settings/systems/second_factor_operators', owner))).toEqual(REFUSED)
    const link = await openOperatorSession(server.database, 'operator', { way: 'link' })
    expect((await call('PUT', '/settings/systems/second_factor_operators', link, { code: 'second_factor_operators', value: 'false' })).status).toBe(200)
    expect([await works(owner), await works(bearer, other)]).toEqual([[200], [200]])
  })
})

test.each([null, 'false'])('a password is sufficient if second_factor_operators is %j', async (value) => {
  await demand(value)
  const bearer = await person('anna')
  expect([await works(bearer), await due(bearer)]).toEqual([[200], null])
})

test.each(['yes', '1', 'TRUE', ''])('the setting second_factor_operators rejects the value %j', async (value) => {
  await demand(null)
  const bearer = await person('anna')
  expect((await call('POST', '/settings/systems', bearer, { code: 'second_factor_operators', value })).status).toBe(400)
})

const MANAGED = Object.entries(endpoints as Record<string, Endpoint>).filter(([, { role }]) => role !== undefined)
const OWN = /^\/managements\/account(?:\/|$)/

describe.each(MANAGED)('%s', (name, { method, path, beforeSecondFactor }) => {
  test('is accepted after a sign-in by password only if the call concerns the operator’s own account', async () => {
    const bearer = await person('anna')
    const body = method === 'GET' || (method === 'DELETE' && !OWN.test(path)) ? undefined : {}
    const at = path
      .replace('/managements', '')
      .replaceAll(/\{page\}/g, '1')
      .replaceAll(/\{\w+\}/g, 'x')
    expect(beforeSecondFactor !== undefined, name).toBe(OWN.test(path))
    const answer = codes(await call(method, at, bearer, body))
    if (beforeSecondFactor === undefined) expect(answer).toEqual(REFUSED)
    else expect(answer).not.toContain('http_second_factor')
  })
})
