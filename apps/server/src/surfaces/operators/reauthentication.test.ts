import type { ShownPasskey } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SoftwareAuthenticator } from '../../../test/software-authenticator.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { hashPassword } from '../../entrance/accounts/rules.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

const SITE = { rpId: 'sportello.example', origin: 'https://sportello.example' }
const PASSWORD = 'Corretto-cavallo-9'

let server: TestServer
let hash: string
beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: SITE.origin } })
  hash = await hashPassword(PASSWORD)
})
afterAll(() => server.close())
beforeEach(async () => {
  await rowsOf(server, "delete from operators where username <> 'operator'")
  await rowsOf(server, "delete from operator_sessions where username = 'operator'")
  await rowsOf(server, 'delete from operator_passkeys')
  await rowsOf(server, 'delete from operator_failed_sign_ins')
})

function call<T>(method: string, path: string, body: unknown, bearer: string) {
  return server.call<T>(method, `/managements/account${path}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', Authorization: `Bearer ${bearer}` },
  })
}
const codes = ({ status, body }: Awaited<ReturnType<typeof call>>) => [
  status,
  ...body.errors.flatMap(({ data }) => [data.code, data.field ?? '', data.params[0] ?? '']),
]

interface Asked {
  options: { challenge: string; user?: unknown }
}
async function person(username: string, password_hash: string | null = hash, role = 'viewer'): Promise<string> {
  await rowsOf(server, 'insert into operators (username, role, customers, password_hash) values ($1, $2, $3, $4)', [username, role, [], password_hash])
  return openOperatorSession(server.database, username)
}
async function adds(bearer: string, proof: object) {
  const asked = await call<Asked>('POST', '/passkeys/options', proof, bearer)
  const device = new SoftwareAuthenticator(SITE)
  const credential = device.create(asked.body.data?.options ?? { challenge: '', user: { id: '' } })
  return { asked, added: await call<ShownPasskey>('POST', '/passkeys', { name: 'Portatile', credential }, bearer) }
}
const ages = (username: string, interval: string) =>
  rowsOf(server, `update operator_sessions set created_at = now() - interval '${interval}' where username = $1`, [username])
const kept = () => rowsOf(server, 'select username, name from operator_passkeys order by username')
const image = async () => [
  await kept(),
  await rowsOf(server, 'select username, totp_secret, totp_confirmed_at from operators order by username'),
  await rowsOf(server, 'select * from operator_challenges'),
]

describe('an operator with a password', () => {
  test('can use the current password to add and delete passkeys and to set up an authenticator, whatever the age of the session', async () => {
    const bearer = await person('anna')
    await ages('anna', '11 hours')
    const { added } = await adds(bearer, { present: PASSWORD })
    expect(added.status).toBe(201)
    expect((await call('POST', '/authenticator', { present: PASSWORD }, bearer)).status).toBe(201)
    expect((await call('DELETE', `/passkeys/${added.body.data?.id}`, { present: PASSWORD }, bearer)).status).toBe(200)
    expect(await kept()).toEqual([])
  })

  test.each<[why: string, proof: object, field: string, reason: string]>([
    ['a missing password', {}, 'present', 'missing'],
    ['an empty password', { present: '' }, 'present', 'missing'],
    ['a wrong password', { present: 'Wrong-12345' }, 'present', 'wrong'],
    ['a password of the wrong type', { present: [PASSWORD] }, 'present', 'wrong_type'],
    [
      'the stored hash as the password',
      {
        get present() {
          return hash
        },
      },
      'present',
      'wrong',
    ],
  ])('cannot add or delete a passkey or an authenticator with %s, even in a fresh session', async (_why, proof, field, reason) => {
    const bearer = await person('anna')
    const { added } = await adds(bearer, { present: PASSWORD })
    const before = await image()
    for (const [method, path] of [
      ['POST', '/passkeys/options'],
      ['DELETE', `/passkeys/${added.body.data?.id}`],
      ['POST', '/authenticator'],
    ] as const)
      expect(codes(await call(method, path, proof, bearer))).toEqual([400, 'forms_mgmt0001', field, reason])
    expect(await image()).toEqual(before)
  })

  test('cannot use another operator’s password for the reauthentication', async () => {
    const bearer = await person('anna')
    await person('bea', await hashPassword('Un-altro-cavallo-7'))
    expect(codes(await call('POST', '/passkeys/options', { present: 'Un-altro-cavallo-7' }, bearer))).toEqual([400, 'forms_mgmt0001', 'present', 'wrong'])
  })

  test('has ten wrong attempts across all these calls, even in parallel; after that, the sign-in is blocked too', async () => {
    const bearer = await person('anna')
    const { added } = await adds(bearer, { present: PASSWORD })
    const wrong = { present: 'Wrong-12345' }
    const tries = Array.from({ length: 18 }, (_, at) =>
      at % 3 === 0
        ? call('POST', '/passkeys/options', wrong, bearer)
        : at % 3 === 1
          ? call('DELETE', `/passkeys/${added.body.data?.id}`, wrong, bearer)
          : call('POST', '/authenticator', wrong, bearer),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(8)
    expect((await call('POST', '/passkeys/options', { present: PASSWORD }, bearer)).status).toBe(429)
    const body = JSON.stringify({ username: 'anna', password: PASSWORD })
    expect((await server.call('POST', '/managements/sign-in', { body, headers: { 'content-type': 'application/json' } })).status).toBe(429)
    expect(await kept()).toHaveLength(1)
  })

  test('can use a challenge only once and only before it expires, and cannot use another operator’s challenge', async () => {
    const [bearer, other] = [await person('anna'), await person('bea')]
    const asks = async () => (await call<Asked>('POST', '/passkeys/options', { present: PASSWORD }, bearer)).body.data?.options ?? { challenge: '' }
    const sends = (credential: object, as: string) => call('POST', '/passkeys', { name: 'Chiave', credential }, as)
    const asked = await asks()
    expect((await sends(new SoftwareAuthenticator(SITE).create(asked), bearer)).status).toBe(201)
    expect((await sends(new SoftwareAuthenticator(SITE).create(asked), bearer)).status).toBe(400)
    expect((await sends(new SoftwareAuthenticator(SITE).create(await asks()), other)).status).toBe(400)
    const late = await asks()
    await rowsOf(server, "update operator_challenges set expires_at = now() - interval '1 second'")
    expect((await sends(new SoftwareAuthenticator(SITE).create(late), bearer)).status).toBe(400)
    expect(await kept()).toHaveLength(1)
  })
})

describe('an operator without a password', () => {
  test('can add and delete the first passkey right after signing in with a link from the command line', async () => {
    const bearer = await openOperatorSession(server.database, 'operator', { way: 'link' })
    const { added } = await adds(bearer, {})
    expect(added.status).toBe(201)
    expect((await call('DELETE', `/passkeys/${added.body.data?.id}`, {}, bearer)).status).toBe(200)
  })

  test('needs a new sign-in if the session began more than ten minutes ago', async () => {
    const bearer = await person('carla', null)
    const { added } = await adds(bearer, {})
    await ages('carla', '10 minutes 1 second')
    const before = await image()
    for (const proof of [{}, { present: PASSWORD }])
      for (const [method, path] of [
        ['POST', '/passkeys/options'],
        ['DELETE', `/passkeys/${added.body.data?.id}`],
        ['POST', '/authenticator'],
      ] as const)
        expect(codes(await call(method, path, proof, bearer))).toEqual([403, 'http_proof', '', ''])
    expect(await image()).toEqual(before)
    const again = await openOperatorSession(server.database, 'carla')
    expect((await adds(again, {})).added.status).toBe(201)
    expect((await call('POST', '/passkeys/options', {}, bearer)).status).toBe(403)
  })

  test('is rejected with an old session, even after repeated calls or another operator’s sign-in', async () => {
    const bearer = await person('carla', null)
    await ages('carla', '11 minutes')
    await person('dora', null)
    for (let times = 0; times < 3; times++) expect((await call('POST', '/passkeys/options', {}, bearer)).status).toBe(403)
  })
})
