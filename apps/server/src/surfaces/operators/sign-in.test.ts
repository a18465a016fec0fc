import type { ShownOperator } from '@sportello/contract'
import { type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle({ code: 'ours' }))
  owner = await openOperatorSession(server.database, 'operator')
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }
const manage = <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}, bearer = owner) =>
  server.call<T>(method, `/managements${path}`, {
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { ...(body !== undefined && json), ...headers, Authorization: `Bearer ${bearer}` },
  })
const signIn = (body: object) =>
  server.call<{ auth: string | null; code_required: boolean }>('POST', '/managements/sign-in', { body: JSON.stringify(body), headers: json })
const statusAndCodes = ({ status, body }: Awaited<ReturnType<typeof signIn>>) => [status, body.errors.map(({ data }) => data.code)]
const PASSWORD = 'Corretto-cavallo-9'
const person = (username: string, more: object = {}) => ({ username, role: 'operator', password: PASSWORD, ...more })

describe('an operator account', () => {
  test('can sign in by password and sign out', async () => {
    expect((await manage('POST', '/operators', person('anna', { name: 'Anna', surname: 'Neri', email: 'anna@example.org' }))).status).toBe(201)
    const { body } = await signIn({ username: 'anna', password: PASSWORD })
    const auth = body.data?.auth ?? ''
    expect(auth).toMatch(/^[\w-]{43}$/)
    expect((await manage('GET', '/account', undefined, {}, auth)).body.data).toEqual({
      username: 'anna',
      email: 'anna@example.org',
      name: 'Anna',
      surname: 'Neri',
      role: 'operator',
      customers: null,
      languages: [],
      password: true,
      authenticator: false,
      second_factor_due: null,
    })
    await manage('DELETE', '/account', undefined, {}, auth)
    expect((await manage('GET', '/account', undefined, {}, auth)).status).toBe(401)
  })

  test('with an authenticator app requires its code, and each code works only once', async () => {
    await manage('POST', '/operators', person('bea'))
    const auth = (await signIn({ username: 'bea', password: PASSWORD })).body.data?.auth ?? ''
    const { body } = await manage<{ uri: string }>('POST', '/account/authenticator', { present: PASSWORD }, {}, auth)
    const phone = URI.parse(body.data?.uri ?? '') as TOTP
    expect((await manage('PUT', '/account/authenticator', { code: '000000' }, {}, auth)).status).toBe(400)
    expect((await manage('PUT', '/account/authenticator', { code: phone.generate({ timestamp: Date.now() - 30_000 }) }, {}, auth)).status).toBe(200)
    expect((await manage('POST', '/account/authenticator', { present: PASSWORD }, {}, auth)).status).toBe(409)
    const code = phone.generate()
    expect((await signIn({ username: 'bea', password: PASSWORD })).body.data).toEqual({ auth: null, code_required: true })
    expect(statusAndCodes(await signIn({ username: 'bea', password: PASSWORD, code: '000000' }))).toEqual([401, ['forms0011']])
    expect(statusAndCodes(await signIn({ username: 'bea', password: 'wrong', code }))).toEqual([401, ['forms0011']])
    expect((await signIn({ username: 'bea', password: PASSWORD, code })).body.data?.auth).toMatch(/^[\w-]{43}$/)
    expect(statusAndCodes(await signIn({ username: 'bea', password: PASSWORD, code }))).toEqual([401, ['forms0011']])
    expect((await manage('DELETE', '/account/authenticator', { code }, {}, auth)).status).toBe(400)
    const next = phone.generate({ timestamp: Date.now() + 30_000 })
    expect((await manage('DELETE', '/account/authenticator', { code: next }, {}, auth)).status).toBe(200)
    expect((await signIn({ username: 'bea', password: PASSWORD })).body.data?.code_required).toBe(false)
  })

  test('gets the same error for an unknown user name, a wrong password and a disabled operator', async () => {
    await manage('POST', '/operators', person('carla', { disabled: true }))
    for (const wrong of [{ username: 'nobody' }, { username: 'anna', password: 'Wrong-1234' }, { username: 'carla' }, { username: 'operator' }])
      expect(statusAndCodes(await signIn({ password: PASSWORD, ...wrong }))).toEqual([401, ['forms0011']])
  })

  test('is locked after ten failures in 15 minutes, even for the correct password', async () => {
    await manage('POST', '/operators', person('dora'))
    for (let tries = 0; tries < 10; tries++) expect(statusAndCodes(await signIn({ username: 'dora', password: 'Wrong-1234' }))[0]).toBe(401)
    expect(statusAndCodes(await signIn({ username: 'dora', password: PASSWORD }))).toEqual([429, ['forms0045']])
    await rowsOf(server, "update operator_failed_sign_ins set failed_at = now() - interval '16 minutes'")
    expect((await signIn({ username: 'dora', password: PASSWORD })).status).toBe(200)
  })

  test('allows ten parallel attempts with the password and ten with the authenticator code', async () => {
    await manage('POST', '/operators', person('gaia'))
    const auth = (await signIn({ username: 'gaia', password: PASSWORD })).body.data?.auth ?? ''
    await manage('POST', '/account/authenticator', { present: PASSWORD }, {}, auth)
    const together = (ask: () => Promise<{ status: number }>) => Promise.all(Array.from({ length: 24 }, async () => (await ask()).status))
    const passwords = await together(() => signIn({ username: 'gaia', password: 'Wrong-1234' }))
    expect(passwords.filter((status) => status === 401)).toHaveLength(10)
    expect(passwords.filter((status) => status === 429)).toHaveLength(14)
    const codes = await together(() => manage('PUT', '/account/authenticator', { code: '000000' }, {}, auth))
    expect(codes.filter((status) => status === 400)).toHaveLength(10)
    expect(codes.filter((status) => status === 429)).toHaveLength(14)
    await rowsOf(server, 'delete from operator_failed_sign_ins')
  })

  test('loses its sessions when its password changes, and when it is disabled', async () => {
    for (const change of [{ password: 'Un-altro-cavallo-7' }, { disabled: true, password: undefined }]) {
      const { status, body } = await manage<ShownOperator>('POST', '/operators', person('elsa'))
      expect(status).toBe(201)
      const auth = (await signIn({ username: 'elsa', password: PASSWORD })).body.data?.auth ?? ''
      expect((await manage('PUT', '/operators/elsa', person('elsa', change), { 'if-match': `"${body.data?.version}"` })).status).toBe(200)
      expect((await manage('GET', '/account', undefined, {}, auth)).status).toBe(401)
      expect((await manage('DELETE', '/operators/elsa')).status).toBe(200)
    }
  })

  test('is returned by the API and recorded in the audit log without its password', async () => {
    const answers = [await manage('GET', '/operators'), await manage('GET', '/audit/1')]
    expect(answers[0]?.status).toBe(200)
    expect(JSON.stringify(answers)).not.toMatch(/Corretto|argon2/)
  })

  test.each<[object, string]>([
    [{ password: 'short' }, 'password'],
    [{ password: 'onlyletters' }, 'password'],
    [{ password: 'Password1!' }, 'password'],
    [{ password: 'Franca-2026' }, 'password'],
    [{ role: 'king' }, 'role'],
    [{ username: 'a b' }, 'username'],
    [{ email: 'nobody' }, 'email'],
    [{ customers: ['absent'] }, 'customers'],
  ])('is not created with the invalid data %j', async (wrong, field) => {
    const { status, body } = await manage('POST', '/operators', person('franca', wrong))
    expect([status, body.errors[0]?.data]).toEqual([400, expect.objectContaining({ code: 'forms_mgmt0001', field })])
    expect(await rowsOf(server, "select from operators where username = 'franca'")).toEqual([])
  })

  test('of the last owner cannot be demoted, disabled, limited to some forms or deleted', async () => {
    const last = { username: 'operator', role: 'owner', email: '', name: '', surname: '', customers: null, disabled: false }
    for (const change of [{ role: 'viewer' }, { disabled: true }, { customers: ['ours'] }])
      expect((await manage('PUT', '/operators/operator', { ...last, ...change })).status).toBe(400)
    expect((await manage('DELETE', '/operators/operator')).status).toBe(400)
    expect((await manage('GET', '/account')).status).toBe(200)
  })
})
