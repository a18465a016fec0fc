import type { ManagementAccount, ShownPasskey } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes, REFUSED, SITE, startPasskeyCase } from '../../../test/passkey-case.ts'
import { SoftwareAuthenticator, type Twist } from '../../../test/software-authenticator.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

let on: Awaited<ReturnType<typeof startPasskeyCase>>
beforeAll(async () => {
  on = await startPasskeyCase()
})
afterAll(() => on.server.close())
beforeEach(async () => {
  await rowsOf(on.server, "delete from operators where username <> 'operator'")
  await rowsOf(on.server, 'delete from operator_failed_sign_ins')
})

describe('an operator with a passkey', () => {
  test('registers a passkey, signs in with the passkey alone, sees the time of its last use, and deletes it', async () => {
    const bearer = await on.person('anna')
    const device = new SoftwareAuthenticator(SITE)
    const asked = await on.registrationOptions(bearer)
    expect(asked).toMatchObject({
      rp: { id: SITE.rpId },
      user: { name: 'anna' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const added = await on.register(device.create(asked), bearer)
    expect(added.body.data).toEqual({ id: expect.any(String), name: 'Portatile', added_at: expect.any(String), last_used_at: null })
    expect(await on.registrationOptions(bearer)).toMatchObject({ excludeCredentials: [{ id: device.id, transports: ['internal'] }] })

    const asksUse = await on.signInOptions()
    expect(asksUse).toMatchObject({ rpId: SITE.rpId, userVerification: 'required' })
    expect(asksUse).not.toHaveProperty('allowCredentials')
    const { status, body } = await on.signIn(device.use(asksUse))
    expect([status, body.data?.username]).toEqual([200, 'anna'])
    expect((await on.call<ManagementAccount>('GET', '/account', undefined, body.data?.auth)).body.data?.username).toBe('anna')
    const [listed] = (await on.call<ShownPasskey[]>('GET', '/account/passkeys', undefined, bearer)).body.data ?? []
    expect(listed).toEqual({ ...added.body.data, last_used_at: expect.any(String) })

    expect((await on.call('DELETE', `/account/passkeys/${listed?.id}`, {}, bearer)).status).toBe(200)
    expect(codes(await on.call('DELETE', `/account/passkeys/${listed?.id}`, {}, bearer))).toEqual([404, 'forms_mgmt0002'])
    expect(codes(await on.signIn(device.use(await on.signInOptions())))).toEqual(REFUSED)
    expect(await rowsOf(on.server, "select action, before, after from audit_lines where operator = 'anna' order by id")).toEqual([
      { action: 'passkey.add', before: null, after: { name: 'Portatile' } },
      { action: 'passkey.delete', before: { name: 'Portatile' }, after: null },
    ])
  })

  test('needs neither a password nor an authenticator code to sign in', async () => {
    const { device } = await on.operatorWithPasskey('bea')
    await rowsOf(on.server, "update operators set totp_secret = '\\x01', totp_confirmed_at = now() where username = 'bea'")
    expect((await on.signIn(device.use(await on.signInOptions()))).status).toBe(200)
  })

  test('can sign in repeatedly with a device that has no signature counter', async () => {
    const { device } = await on.operatorWithPasskey('carla', { counter: 0 })
    for (let times = 0; times < 3; times++) expect((await on.signIn(device.use(await on.signInOptions(), { counter: 0 }))).status).toBe(200)
  })

  test('cannot list or delete the passkeys of another operator', async () => {
    const { passkey, device } = await on.operatorWithPasskey('dora')
    const other = await on.person('elsa', 'owner')
    expect((await on.call('GET', '/account/passkeys', undefined, other)).body.data).toEqual([])
    expect(codes(await on.call('DELETE', `/account/passkeys/${passkey.id}`, {}, other))).toEqual([404, 'forms_mgmt0002'])
    expect((await on.signIn(device.use(await on.signInOptions()))).status).toBe(200)
  })

  test('loses the passkey when an owner sets a new password, but keeps it after other changes to the account', async () => {
    const { device } = await on.operatorWithPasskey('gino')
    const owner = await openOperatorSession(on.server.database, 'operator')
    const values = { username: 'gino', role: 'viewer', name: 'Gino' }
    expect((await on.call('PUT', '/operators/gino', values, owner)).status).toBe(200)
    expect((await on.signIn(device.use(await on.signInOptions()))).status).toBe(200)
    expect((await on.call('PUT', '/operators/gino', { ...values, password: 'Corretto-cavallo-9' }, owner)).status).toBe(200)
    expect(codes(await on.signIn(device.use(await on.signInOptions())))).toEqual(REFUSED)
    expect(
      await rowsOf(on.server, "select after->'passkeys_deleted' as n from audit_lines where action = 'operator.edit' and subject = 'gino' order by id"),
    ).toEqual([{ n: null }, { n: 1 }])
  })

  test('loses the passkey when the account is deleted, even if a new account has the same user name', async () => {
    const { device } = await on.operatorWithPasskey('fosca')
    await rowsOf(on.server, "delete from operators where username = 'fosca'")
    await on.person('fosca')
    expect(codes(await on.signIn(device.use(await on.signInOptions())))).toEqual(REFUSED)
  })
})

describe('POST /account/passkeys rejects a passkey', () => {
  const refusedToAdd = [400, 'forms_mgmt0001']
  const none = async () => expect(await rowsOf(on.server, 'select 1 from operator_passkeys')).toEqual([])

  test.each<[why: string, twist: Twist]>([
    ['from another origin', { origin: 'https://sportello.example.evil.example' }],
    ['from another port', { origin: 'https://sportello.example:8443' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without user verification', { isVerified: false }],
    ['from another page’s frame', { crossOrigin: true }],
    ['of the wrong ceremony type', { type: 'webauthn.get' }],
    ['for an unknown challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ])('%s', async (_why, twist) => {
    const bearer = await on.person('anna')
    expect(codes(await on.register(new SoftwareAuthenticator(SITE).create(await on.registrationOptions(bearer), twist), bearer))).toEqual(refusedToAdd)
    await none()
  })

  test('that was made for another operator’s challenge, for a challenge with another purpose, or for an expired challenge', async () => {
    const [anna, bruno] = [await on.person('anna'), await on.person('bruno')]
    const device = new SoftwareAuthenticator(SITE)
    expect(codes(await on.register(device.create(await on.registrationOptions(bruno)), anna))).toEqual(refusedToAdd)
    expect(codes(await on.register(device.create({ ...(await on.registrationOptions(anna)), ...(await on.signInOptions()) }), anna))).toEqual(refusedToAdd)
    const late = await on.registrationOptions(anna)
    expect(await rowsOf(on.server, "select count(*)::int as n from operator_challenges where expires_at > now() + interval '301 seconds'")).toEqual([{ n: 0 }])
    await rowsOf(on.server, "update operator_challenges set expires_at = now() - interval '1 second'")
    expect(codes(await on.register(device.create(late), anna))).toEqual(refusedToAdd)
    await none()
  })

  test('that is already registered, or that is the second passkey for the same challenge', async () => {
    const bearer = await on.person('anna')
    const [device, other] = [new SoftwareAuthenticator(SITE), new SoftwareAuthenticator(SITE)]
    const asked = await on.registrationOptions(bearer)
    expect((await on.register(device.create(asked), bearer)).status).toBe(201)
    expect(codes(await on.register(other.create(asked), bearer))).toEqual(refusedToAdd)
    expect(codes(await on.register(device.create(await on.registrationOptions(bearer)), bearer))).toEqual([409, 'forms_mgmt0003'])
    expect(
      codes(await on.register(device.create(await on.registrationOptions(await on.person('bruno'))), await openOperatorSession(on.server.database, 'bruno'))),
    ).toEqual([409, 'forms_mgmt0003'])
    expect(await rowsOf(on.server, 'select username from operator_passkeys')).toEqual([{ username: 'anna' }])
  })

  test('without a name, and a passkey beyond the maximum of twenty', async () => {
    const bearer = await on.person('anna')
    const nameless = new SoftwareAuthenticator(SITE).create(await on.registrationOptions(bearer))
    expect(codes(await on.register(nameless, bearer, '  '))).toEqual(refusedToAdd)
    for (let n = 0; n < 20; n++)
      expect((await on.register(new SoftwareAuthenticator(SITE).create(await on.registrationOptions(bearer)), bearer)).status).toBe(201)
    expect(codes(await on.call('POST', '/account/passkeys/options', {}, bearer))).toEqual([409, 'forms_mgmt0003'])
  })
})

describe('POST /sign-in/passkey rejects a sign-in', () => {
  test.each<[why: string, twist: Twist]>([
    ['from another origin', { origin: 'https://evil.example' }],
    ['from the same name without https', { origin: 'http://sportello.example' }],
    ['with a passkey of another site', { rpId: 'evil.example' }],
    ['without user verification', { isVerified: false }],
    ['from another page’s frame', { crossOrigin: true }],
    ['with a lower signature counter', { counter: 4 }],
    ['with an unchanged signature counter', { counter: 5 }],
    ['with a signature counter reset to zero', { counter: 0 }],
    ['with another operator’s user handle', { userHandle: Buffer.alloc(16).toString('base64url') }],
    ['without a user handle', { userHandle: undefined }],
    ['of the wrong ceremony type', { type: 'webauthn.create' }],
    ['for an unknown challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ])('%s', async (_why, twist) => {
    const { device } = await on.operatorWithPasskey('anna')
    expect((await on.signIn(device.use(await on.signInOptions(), { counter: 5 }))).status).toBe(200)
    const before = await rowsOf(on.server, 'select * from operator_sessions')
    expect(codes(await on.signIn(device.use(await on.signInOptions(), twist)))).toEqual(REFUSED)
    expect(await rowsOf(on.server, 'select * from operator_sessions')).toEqual(before)
    expect((await on.signIn(device.use(await on.signInOptions(), { counter: 6 }))).status).toBe(200)
  })

  test('of a disabled operator', async () => {
    const { device } = await on.operatorWithPasskey('anna')
    await rowsOf(on.server, "update operators set disabled = true where username = 'anna'")
    expect(codes(await on.signIn(device.use(await on.signInOptions())))).toEqual(REFUSED)
    await rowsOf(on.server, "update operators set disabled = false where username = 'anna'")
    expect((await on.signIn(device.use(await on.signInOptions()))).status).toBe(200)
  })

  test('with the challenge of a registration or of another purpose, or with an expired or used challenge', async () => {
    const { bearer, device } = await on.operatorWithPasskey('anna')
    const { device: other } = await on.operatorWithPasskey('bruno')
    expect(codes(await on.signIn(device.use(await on.registrationOptions(bearer))))).toEqual(REFUSED)
    const { challenge } = await on.signInOptions()
    await rowsOf(on.server, "update operator_challenges set purpose = 'provider' where username is null")
    expect(codes(await on.signIn(device.use({ challenge })))).toEqual(REFUSED)
    const late = await on.signInOptions()
    await rowsOf(on.server, "update operator_challenges set expires_at = now() - interval '1 second'")
    expect(codes(await on.signIn(device.use(late)))).toEqual(REFUSED)
    const asked = await on.signInOptions()
    const answer = device.use(asked)
    expect((await on.signIn(answer)).status).toBe(200)
    expect(codes(await on.signIn(answer))).toEqual(REFUSED)
    expect(codes(await on.signIn(device.use(asked)))).toEqual(REFUSED)
    expect(codes(await on.signIn(other.use(asked)))).toEqual(REFUSED)
    const failed = await on.signInOptions()
    expect(codes(await on.signIn(device.use(failed, { isVerified: false })))).toEqual(REFUSED)
    expect(codes(await on.signIn(device.use(failed)))).toEqual(REFUSED)
  })

  test('with the signature of another passkey', async () => {
    const { device } = await on.operatorWithPasskey('anna')
    const { device: other } = await on.operatorWithPasskey('bruno')
    expect(codes(await on.signIn({ ...device.use(await on.signInOptions()), id: other.id, rawId: other.id }))).toEqual(REFUSED)
  })

  test.each([{}, { id: 'x' }, { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'e30', authenticatorData: '!', signature: 'AA' } }])(
    'with %j instead of a credential',
    async (credential) => {
      expect(codes(await on.signIn(credential))).toEqual([400, 'http_malformed'])
    },
  )

  test('with malformed client or authenticator data', async () => {
    const { device } = await on.operatorWithPasskey('anna')
    const { challenge } = await on.signInOptions()
    const clientDataJSON = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: SITE.origin })).toString('base64url')
    for (const response of [
      { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
      { clientDataJSON, authenticatorData: 'AAAA', signature: 'AAAA' },
    ])
      expect(codes(await on.signIn({ id: device.id, rawId: device.id, type: 'public-key', response }))).toEqual(REFUSED)
  })
})
