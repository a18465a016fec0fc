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

describe('an operator', () => {
  test('adds a passkey, comes in by it alone, sees when it was used, and deletes it', async () => {
    const bearer = await on.person('anna')
    const device = new SoftwareAuthenticator(SITE)
    const asked = await on.askedToAdd(bearer)
    expect(asked).toMatchObject({
      rp: { id: SITE.rpId },
      user: { name: 'anna' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const added = await on.sends(device.create(asked), bearer)
    expect(added.body.data).toEqual({ id: expect.any(String), name: 'Portatile', added_at: expect.any(String), last_used_at: null })
    expect(await on.askedToAdd(bearer)).toMatchObject({ excludeCredentials: [{ id: device.id, transports: ['internal'] }] })

    const asksUse = await on.askedToUse()
    expect(asksUse).toMatchObject({ rpId: SITE.rpId, userVerification: 'required' })
    expect(asksUse).not.toHaveProperty('allowCredentials')
    const { status, body } = await on.knocks(device.use(asksUse))
    expect([status, body.data?.username]).toEqual([200, 'anna'])
    expect((await on.call<ManagementAccount>('GET', '/account', undefined, body.data?.auth)).body.data?.username).toBe('anna')
    const [listed] = (await on.call<ShownPasskey[]>('GET', '/account/passkeys', undefined, bearer)).body.data ?? []
    expect(listed).toEqual({ ...added.body.data, last_used_at: expect.any(String) })

    expect((await on.call('DELETE', `/account/passkeys/${listed?.id}`, {}, bearer)).status).toBe(200)
    expect(codes(await on.call('DELETE', `/account/passkeys/${listed?.id}`, {}, bearer))).toEqual([404, 'forms_mgmt0002'])
    expect(codes(await on.knocks(device.use(await on.askedToUse())))).toEqual(REFUSED)
    expect(await rowsOf(on.server, "select action, before, after from audit_lines where operator = 'anna' order by id")).toEqual([
      { action: 'passkey.add', before: null, after: { name: 'Portatile' } },
      { action: 'passkey.delete', before: { name: 'Portatile' }, after: null },
    ])
  })

  test('with a password and an authenticator is asked for neither', async () => {
    const { device } = await on.holder('bea')
    await rowsOf(on.server, "update operators set totp_secret = '\\x01', totp_confirmed_at = now() where username = 'bea'")
    expect((await on.knocks(device.use(await on.askedToUse()))).status).toBe(200)
  })

  test('whose authenticator does not count comes in time and again', async () => {
    const { device } = await on.holder('carla', { counter: 0 })
    for (let times = 0; times < 3; times++) expect((await on.knocks(device.use(await on.askedToUse(), { counter: 0 }))).status).toBe(200)
  })

  test('sees and deletes nobody else’s', async () => {
    const { passkey, device } = await on.holder('dora')
    const other = await on.person('elsa', 'owner')
    expect((await on.call('GET', '/account/passkeys', undefined, other)).body.data).toEqual([])
    expect(codes(await on.call('DELETE', `/account/passkeys/${passkey.id}`, {}, other))).toEqual([404, 'forms_mgmt0002'])
    expect((await on.knocks(device.use(await on.askedToUse()))).status).toBe(200)
  })

  test('whom an owner gives a new password has no passkeys of before any more; another change leaves them', async () => {
    const { device } = await on.holder('gino')
    const owner = await openOperatorSession(on.server.database, 'operator')
    const values = { username: 'gino', role: 'viewer', name: 'Gino' }
    expect((await on.call('PUT', '/operators/gino', values, owner)).status).toBe(200)
    expect((await on.knocks(device.use(await on.askedToUse()))).status).toBe(200)
    expect((await on.call('PUT', '/operators/gino', { ...values, password: 'Corretto-cavallo-9' }, owner)).status).toBe(200)
    expect(codes(await on.knocks(device.use(await on.askedToUse())))).toEqual(REFUSED)
    expect(
      await rowsOf(on.server, "select after->'passkeys_deleted' as n from audit_lines where action = 'operator.edit' and subject = 'gino' order by id"),
    ).toEqual([{ n: null }, { n: 1 }])
  })

  test('who is deleted takes the passkeys along', async () => {
    const { device } = await on.holder('fosca')
    await rowsOf(on.server, "delete from operators where username = 'fosca'")
    await on.person('fosca')
    expect(codes(await on.knocks(device.use(await on.askedToUse())))).toEqual(REFUSED)
  })
})

describe('a passkey is not added', () => {
  const refusedToAdd = [400, 'forms_mgmt0001']
  const none = async () => expect(await rowsOf(on.server, 'select 1 from operator_passkeys')).toEqual([])

  test.each<[why: string, twist: Twist]>([
    ['at another origin', { origin: 'https://sportello.example.evil.example' }],
    ['at another port', { origin: 'https://sportello.example:8443' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without its owner being recognised', { isVerified: false }],
    ['in another page’s frame', { crossOrigin: true }],
    ['as an answer to something else', { type: 'webauthn.get' }],
    ['to a challenge that nobody gave', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ])('%s', async (_why, twist) => {
    const bearer = await on.person('anna')
    expect(codes(await on.sends(new SoftwareAuthenticator(SITE).create(await on.askedToAdd(bearer), twist), bearer))).toEqual(refusedToAdd)
    await none()
  })

  test('to a challenge of another operator, of another purpose, or one that is over', async () => {
    const [anna, bruno] = [await on.person('anna'), await on.person('bruno')]
    const device = new SoftwareAuthenticator(SITE)
    expect(codes(await on.sends(device.create(await on.askedToAdd(bruno)), anna))).toEqual(refusedToAdd)
    expect(codes(await on.sends(device.create({ ...(await on.askedToAdd(anna)), ...(await on.askedToUse()) }), anna))).toEqual(refusedToAdd)
    const late = await on.askedToAdd(anna)
    expect(await rowsOf(on.server, "select count(*)::int as n from operator_challenges where expires_at > now() + interval '301 seconds'")).toEqual([{ n: 0 }])
    await rowsOf(on.server, "update operator_challenges set expires_at = now() - interval '1 second'")
    expect(codes(await on.sends(device.create(late), anna))).toEqual(refusedToAdd)
    await none()
  })

  test('twice, nor by two with one challenge', async () => {
    const bearer = await on.person('anna')
    const [device, other] = [new SoftwareAuthenticator(SITE), new SoftwareAuthenticator(SITE)]
    const asked = await on.askedToAdd(bearer)
    expect((await on.sends(device.create(asked), bearer)).status).toBe(201)
    expect(codes(await on.sends(other.create(asked), bearer))).toEqual(refusedToAdd)
    expect(codes(await on.sends(device.create(await on.askedToAdd(bearer)), bearer))).toEqual([409, 'forms_mgmt0003'])
    expect(codes(await on.sends(device.create(await on.askedToAdd(await on.person('bruno'))), await openOperatorSession(on.server.database, 'bruno')))).toEqual(
      [409, 'forms_mgmt0003'],
    )
    expect(await rowsOf(on.server, 'select username from operator_passkeys')).toEqual([{ username: 'anna' }])
  })

  test('without a name, or after twenty', async () => {
    const bearer = await on.person('anna')
    const nameless = new SoftwareAuthenticator(SITE).create(await on.askedToAdd(bearer))
    expect(codes(await on.sends(nameless, bearer, '  '))).toEqual(refusedToAdd)
    for (let n = 0; n < 20; n++) expect((await on.sends(new SoftwareAuthenticator(SITE).create(await on.askedToAdd(bearer)), bearer)).status).toBe(201)
    expect(codes(await on.call('POST', '/account/passkeys/options', {}, bearer))).toEqual([409, 'forms_mgmt0003'])
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
    const { device } = await on.holder('anna')
    expect((await on.knocks(device.use(await on.askedToUse(), { counter: 5 }))).status).toBe(200)
    const before = await rowsOf(on.server, 'select * from operator_sessions')
    expect(codes(await on.knocks(device.use(await on.askedToUse(), twist)))).toEqual(REFUSED)
    expect(await rowsOf(on.server, 'select * from operator_sessions')).toEqual(before)
    expect((await on.knocks(device.use(await on.askedToUse(), { counter: 6 }))).status).toBe(200)
  })

  test('with a passkey of somebody who may no longer', async () => {
    const { device } = await on.holder('anna')
    await rowsOf(on.server, "update operators set disabled = true where username = 'anna'")
    expect(codes(await on.knocks(device.use(await on.askedToUse())))).toEqual(REFUSED)
    await rowsOf(on.server, "update operators set disabled = false where username = 'anna'")
    expect((await on.knocks(device.use(await on.askedToUse()))).status).toBe(200)
  })

  test('by a challenge that was given for adding, or is over, or was used, whoever used it', async () => {
    const { bearer, device } = await on.holder('anna')
    const { device: other } = await on.holder('bruno')
    expect(codes(await on.knocks(device.use(await on.askedToAdd(bearer))))).toEqual(REFUSED)
    const { challenge } = await on.askedToUse()
    await rowsOf(on.server, "update operator_challenges set purpose = 'provider' where username is null")
    expect(codes(await on.knocks(device.use({ challenge })))).toEqual(REFUSED)
    const late = await on.askedToUse()
    await rowsOf(on.server, "update operator_challenges set expires_at = now() - interval '1 second'")
    expect(codes(await on.knocks(device.use(late)))).toEqual(REFUSED)
    const asked = await on.askedToUse()
    const answer = device.use(asked)
    expect((await on.knocks(answer)).status).toBe(200)
    expect(codes(await on.knocks(answer))).toEqual(REFUSED)
    expect(codes(await on.knocks(device.use(asked)))).toEqual(REFUSED)
    expect(codes(await on.knocks(other.use(asked)))).toEqual(REFUSED)
    const failed = await on.askedToUse()
    expect(codes(await on.knocks(device.use(failed, { isVerified: false })))).toEqual(REFUSED)
    expect(codes(await on.knocks(device.use(failed)))).toEqual(REFUSED)
  })

  test('with another’s signature', async () => {
    const { device } = await on.holder('anna')
    const { device: other } = await on.holder('bruno')
    expect(codes(await on.knocks({ ...device.use(await on.askedToUse()), id: other.id, rawId: other.id }))).toEqual(REFUSED)
  })

  test.each([{}, { id: 'x' }, { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'e30', authenticatorData: '!', signature: 'AA' } }])(
    'with %j, which is no credential',
    async (credential) => {
      expect(codes(await on.knocks(credential))).toEqual([400, 'http_malformed'])
    },
  )

  test('with data that is none', async () => {
    const { device } = await on.holder('anna')
    const { challenge } = await on.askedToUse()
    const clientDataJSON = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: SITE.origin })).toString('base64url')
    for (const response of [
      { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
      { clientDataJSON, authenticatorData: 'AAAA', signature: 'AAAA' },
    ])
      expect(codes(await on.knocks({ id: device.id, rawId: device.id, type: 'public-key', response }))).toEqual(REFUSED)
  })
})
