import type { ManagementAccount, ShownPasskey } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SoftwareAuthenticator, type Twist } from '../../../test/software-authenticator.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { passkeySiteOf } from './passkey-site.ts'

const SITE = { rpId: 'sportello.example', origin: 'https://sportello.example' }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: SITE.origin } })
})
afterAll(() => server.close())
beforeEach(async () => {
  await rowsOf(server, "delete from operators where username <> 'operator'")
  await rowsOf(server, 'delete from operator_failed_sign_ins')
})

interface Asked {
  options: { challenge: string; user?: unknown }
}

function call<T>(method: string, path: string, body?: unknown, bearer?: string) {
  return server.call<T>(method, `/managements${path}`, {
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }) },
  })
}
const codes = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, ...body.errors.map(({ data }) => data.code)]
const REFUSED = [401, 'forms0011']

/** An operator, without a password, who is in. */
async function person(username: string, role = 'viewer'): Promise<string> {
  await rowsOf(server, 'insert into operators (username, role) values ($1, $2)', [username, role])
  return openOperatorSession(server.database, username)
}

async function askedToAdd(bearer: string): Promise<Asked['options']> {
  const { body } = await call<Asked>('POST', '/account/passkeys/options', {}, bearer)
  return body.data?.options ?? { challenge: '' }
}
async function askedToUse(): Promise<Asked['options']> {
  return (await call<Asked>('POST', '/sign-in/passkey/options')).body.data?.options ?? { challenge: '' }
}
const sends = (credential: object, bearer: string, name = 'Portatile') => call<ShownPasskey>('POST', '/account/passkeys', { name, credential }, bearer)
const knocks = (credential: object) => call<{ auth: string; username: string }>('POST', '/sign-in/passkey', { credential })

/** An operator with a passkey. */
async function holder(username: string, twist: Twist = {}) {
  const bearer = await person(username)
  const device = new SoftwareAuthenticator(SITE)
  const { status, body } = await sends(device.create(await askedToAdd(bearer), twist), bearer)
  expect(status).toBe(201)
  return { bearer, device, passkey: body.data as ShownPasskey }
}

describe('an operator', () => {
  test('adds a passkey, comes in by it alone, sees when it was used, and deletes it', async () => {
    const bearer = await person('anna')
    const device = new SoftwareAuthenticator(SITE)
    const asked = await askedToAdd(bearer)
    expect(asked).toMatchObject({
      rp: { id: SITE.rpId },
      user: { name: 'anna' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const added = await sends(device.create(asked), bearer)
    expect(added.body.data).toEqual({ id: expect.any(String), name: 'Portatile', added_at: expect.any(String), last_used_at: null })
    expect(await askedToAdd(bearer)).toMatchObject({ excludeCredentials: [{ id: device.id, transports: ['internal'] }] })

    const asksUse = await askedToUse()
    expect(asksUse).toMatchObject({ rpId: SITE.rpId, userVerification: 'required' })
    expect(asksUse).not.toHaveProperty('allowCredentials')
    const { status, body } = await knocks(device.use(asksUse))
    expect([status, body.data?.username]).toEqual([200, 'anna'])
    expect((await call<ManagementAccount>('GET', '/account', undefined, body.data?.auth)).body.data?.username).toBe('anna')
    const [listed] = (await call<ShownPasskey[]>('GET', '/account/passkeys', undefined, bearer)).body.data ?? []
    expect(listed).toEqual({ ...added.body.data, last_used_at: expect.any(String) })

    expect((await call('DELETE', `/account/passkeys/${listed?.id}`, {}, bearer)).status).toBe(200)
    expect(codes(await call('DELETE', `/account/passkeys/${listed?.id}`, {}, bearer))).toEqual([404, 'forms_mgmt0002'])
    expect(codes(await knocks(device.use(await askedToUse())))).toEqual(REFUSED)
    expect(await rowsOf(server, "select action, before, after from audit_lines where operator = 'anna' order by id")).toEqual([
      { action: 'passkey.add', before: null, after: { name: 'Portatile' } },
      { action: 'passkey.delete', before: { name: 'Portatile' }, after: null },
    ])
  })

  test('with a password and an authenticator is asked for neither', async () => {
    const { device } = await holder('bea')
    await rowsOf(server, "update operators set totp_secret = '\\x01', totp_confirmed_at = now() where username = 'bea'")
    expect((await knocks(device.use(await askedToUse()))).status).toBe(200)
  })

  test('whose authenticator does not count comes in time and again', async () => {
    const { device } = await holder('carla', { counter: 0 })
    for (let times = 0; times < 3; times++) expect((await knocks(device.use(await askedToUse(), { counter: 0 }))).status).toBe(200)
  })

  test('sees and deletes nobody else’s', async () => {
    const { passkey, device } = await holder('dora')
    const other = await person('elsa', 'owner')
    expect((await call('GET', '/account/passkeys', undefined, other)).body.data).toEqual([])
    expect(codes(await call('DELETE', `/account/passkeys/${passkey.id}`, {}, other))).toEqual([404, 'forms_mgmt0002'])
    expect((await knocks(device.use(await askedToUse()))).status).toBe(200)
  })

  test('whom an owner gives a new password has no passkeys of before any more; another change leaves them', async () => {
    const { device } = await holder('gino')
    const owner = await openOperatorSession(server.database, 'operator')
    const values = { username: 'gino', role: 'viewer', name: 'Gino' }
    expect((await call('PUT', '/operators/gino', values, owner)).status).toBe(200)
    expect((await knocks(device.use(await askedToUse()))).status).toBe(200)
    expect((await call('PUT', '/operators/gino', { ...values, password: 'Corretto-cavallo-9' }, owner)).status).toBe(200)
    expect(codes(await knocks(device.use(await askedToUse())))).toEqual(REFUSED)
    expect(
      await rowsOf(server, "select after->'passkeys_deleted' as n from audit_lines where action = 'operator.edit' and subject = 'gino' order by id"),
    ).toEqual([{ n: null }, { n: 1 }])
  })

  test('who is deleted takes the passkeys along', async () => {
    const { device } = await holder('fosca')
    await rowsOf(server, "delete from operators where username = 'fosca'")
    await person('fosca')
    expect(codes(await knocks(device.use(await askedToUse())))).toEqual(REFUSED)
  })
})

describe('a passkey is not added', () => {
  const refusedToAdd = [400, 'forms_mgmt0001']
  const none = async () => expect(await rowsOf(server, 'select 1 from operator_passkeys')).toEqual([])

  test.each<[why: string, twist: Twist]>([
    ['at another origin', { origin: 'https://sportello.example.evil.example' }],
    ['at another port', { origin: 'https://sportello.example:8443' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without its owner being recognised', { isVerified: false }],
    ['in another page’s frame', { crossOrigin: true }],
    ['as an answer to something else', { type: 'webauthn.get' }],
    ['to a challenge that nobody gave', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ])('%s', async (_why, twist) => {
    const bearer = await person('anna')
    expect(codes(await sends(new SoftwareAuthenticator(SITE).create(await askedToAdd(bearer), twist), bearer))).toEqual(refusedToAdd)
    await none()
  })

  test('to a challenge of another operator, of another purpose, or one that is over', async () => {
    const [anna, bruno] = [await person('anna'), await person('bruno')]
    const device = new SoftwareAuthenticator(SITE)
    expect(codes(await sends(device.create(await askedToAdd(bruno)), anna))).toEqual(refusedToAdd)
    expect(codes(await sends(device.create({ ...(await askedToAdd(anna)), ...(await askedToUse()) }), anna))).toEqual(refusedToAdd)
    const late = await askedToAdd(anna)
    expect(await rowsOf(server, "select count(*)::int as n from operator_challenges where expires_at > now() + interval '301 seconds'")).toEqual([{ n: 0 }])
    await rowsOf(server, "update operator_challenges set expires_at = now() - interval '1 second'")
    expect(codes(await sends(device.create(late), anna))).toEqual(refusedToAdd)
    await none()
  })

  test('twice, nor by two with one challenge', async () => {
    const bearer = await person('anna')
    const [device, other] = [new SoftwareAuthenticator(SITE), new SoftwareAuthenticator(SITE)]
    const asked = await askedToAdd(bearer)
    expect((await sends(device.create(asked), bearer)).status).toBe(201)
    expect(codes(await sends(other.create(asked), bearer))).toEqual(refusedToAdd)
    expect(codes(await sends(device.create(await askedToAdd(bearer)), bearer))).toEqual([409, 'forms_mgmt0003'])
    expect(codes(await sends(device.create(await askedToAdd(await person('bruno'))), await openOperatorSession(server.database, 'bruno')))).toEqual([
      409,
      'forms_mgmt0003',
    ])
    expect(await rowsOf(server, 'select username from operator_passkeys')).toEqual([{ username: 'anna' }])
  })

  test('without a name, or after twenty', async () => {
    const bearer = await person('anna')
    const nameless = new SoftwareAuthenticator(SITE).create(await askedToAdd(bearer))
    expect(codes(await sends(nameless, bearer, '  '))).toEqual(refusedToAdd)
    for (let n = 0; n < 20; n++) expect((await sends(new SoftwareAuthenticator(SITE).create(await askedToAdd(bearer)), bearer)).status).toBe(201)
    expect(codes(await call('POST', '/account/passkeys/options', {}, bearer))).toEqual([409, 'forms_mgmt0003'])
  })
})

describe('nobody comes in', () => {
  test.each<[why: string, twist: Twist]>([
    ['from another origin', { origin: 'https://evil.example' }],
    ['from the same name without https', { origin: 'http://sportello.example' }],
    ['with a passkey of another site', { rpId: 'evil.example' }],
    ['without being recognised', { isVerified: false }],
    ['from another page’s frame', { crossOrigin: true }],
    ['with a counter that goes back', { counter: 4 }],
    ['with a counter that stands still', { counter: 5 }],
    ['with a counter that was taken away', { counter: 0 }],
    ['as somebody else', { userHandle: Buffer.alloc(16).toString('base64url') }],
    ['as nobody', { userHandle: undefined }],
    ['by the answer to something else', { type: 'webauthn.create' }],
    ['by a challenge that nobody gave', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ])('%s', async (_why, twist) => {
    const { device } = await holder('anna')
    expect((await knocks(device.use(await askedToUse(), { counter: 5 }))).status).toBe(200)
    const before = await rowsOf(server, 'select * from operator_sessions')
    expect(codes(await knocks(device.use(await askedToUse(), twist)))).toEqual(REFUSED)
    expect(await rowsOf(server, 'select * from operator_sessions')).toEqual(before)
    expect((await knocks(device.use(await askedToUse(), { counter: 6 }))).status).toBe(200)
  })

  test('with a passkey of somebody who may no longer', async () => {
    const { device } = await holder('anna')
    await rowsOf(server, "update operators set disabled = true where username = 'anna'")
    expect(codes(await knocks(device.use(await askedToUse())))).toEqual(REFUSED)
    await rowsOf(server, "update operators set disabled = false where username = 'anna'")
    expect((await knocks(device.use(await askedToUse()))).status).toBe(200)
  })

  test('by a challenge that was given for adding, or is over, or was used, whoever used it', async () => {
    const { bearer, device } = await holder('anna')
    const { device: other } = await holder('bruno')
    expect(codes(await knocks(device.use(await askedToAdd(bearer))))).toEqual(REFUSED)
    const { challenge } = await askedToUse()
    await rowsOf(server, "update operator_challenges set purpose = 'provider' where username is null")
    expect(codes(await knocks(device.use({ challenge })))).toEqual(REFUSED)
    const late = await askedToUse()
    await rowsOf(server, "update operator_challenges set expires_at = now() - interval '1 second'")
    expect(codes(await knocks(device.use(late)))).toEqual(REFUSED)
    const asked = await askedToUse()
    const answer = device.use(asked)
    expect((await knocks(answer)).status).toBe(200)
    expect(codes(await knocks(answer))).toEqual(REFUSED)
    expect(codes(await knocks(device.use(asked)))).toEqual(REFUSED)
    expect(codes(await knocks(other.use(asked)))).toEqual(REFUSED)
    const failed = await askedToUse()
    expect(codes(await knocks(device.use(failed, { isVerified: false })))).toEqual(REFUSED)
    expect(codes(await knocks(device.use(failed)))).toEqual(REFUSED)
  })

  test('with another’s signature', async () => {
    const { device } = await holder('anna')
    const { device: other } = await holder('bruno')
    expect(codes(await knocks({ ...device.use(await askedToUse()), id: other.id, rawId: other.id }))).toEqual(REFUSED)
  })

  test.each([{}, { id: 'x' }, { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'e30', authenticatorData: '!', signature: 'AA' } }])(
    'with %j, which is no credential',
    async (credential) => {
      expect(codes(await knocks(credential))).toEqual([400, 'http_malformed'])
    },
  )

  test('with data that is none', async () => {
    const { device } = await holder('anna')
    const { challenge } = await askedToUse()
    const clientDataJSON = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: SITE.origin })).toString('base64url')
    for (const response of [
      { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
      { clientDataJSON, authenticatorData: 'AAAA', signature: 'AAAA' },
    ])
      expect(codes(await knocks({ id: device.id, rawId: device.id, type: 'public-key', response }))).toEqual(REFUSED)
  })
})

test('of sixteen who bring one challenge at once exactly one comes in', async () => {
  const { device } = await holder('anna')
  for (let round = 0; round < 5; round++) {
    const asked = await askedToUse()
    const answers = Array.from({ length: 8 }, () => device.use(asked))
    const statuses = await Promise.all([...answers, ...answers].map(async (answer) => (await knocks(answer)).status))
    await rowsOf(server, 'delete from operator_failed_sign_ins')
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  }
})

test('of two uses at once with one count one comes in: the other is a copy’s', async () => {
  const { device } = await holder('anna')
  for (let round = 2; round < 7; round++) {
    const answers = [device.use(await askedToUse(), { counter: round }), device.use(await askedToUse(), { counter: round })]
    expect((await Promise.all(answers.map(async (answer) => (await knocks(answer)).status))).sort()).toEqual([200, 401])
  }
})

test('a passkey is tried ten times in a quarter of an hour, and nobody else’s suffers', async () => {
  const { device } = await holder('anna')
  const { device: other } = await holder('bruno')
  for (let tries = 0; tries < 10; tries++) expect(codes(await knocks(device.use(await askedToUse(), { isVerified: false })))).toEqual(REFUSED)
  expect(codes(await knocks(device.use(await askedToUse())))).toEqual([429, 'forms0045'])
  expect((await knocks(other.use(await askedToUse()))).status).toBe(200)
})

test.each([
  ['https://sportello.example', { rpId: 'sportello.example', origin: 'https://sportello.example' }],
  ['https://sportello.example:8443/below', { rpId: 'sportello.example', origin: 'https://sportello.example:8443' }],
  ['http://localhost:8080', { rpId: 'localhost', origin: 'http://localhost:8080' }],
  ['http://sportello.example', null],
  ['http://127.0.0.1:8080', null],
  ['https://192.0.2.1', null],
  ['https://[::1]', null],
])('at the public address %s passkeys are bound to %j', (publicUrl, site) => {
  expect(passkeySiteOf({ publicUrl })).toEqual(site)
})

test('where there are none, none is asked for', async () => {
  const elsewhere = await startTestServer({ env: { PUBLIC_URL: 'http://127.0.0.1:8080' } })
  try {
    const ask = (path: string, bearer?: string) =>
      elsewhere.call('POST', `/managements${path}`, {
        body: '{}',
        headers: { 'content-type': 'application/json', ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }) },
      })
    expect(codes(await ask('/sign-in/passkey/options'))).toEqual(REFUSED)
    expect(codes(await ask('/account/passkeys/options', await openOperatorSession(elsewhere.database, 'operator')))).toEqual([400, 'forms_mgmt0001'])
  } finally {
    await elsewhere.close()
  }
})
