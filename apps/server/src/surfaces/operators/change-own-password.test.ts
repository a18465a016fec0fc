import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { hashPassword } from '../../entrance/accounts/rules.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

const FIRST = 'Corretto-cavallo-9'
const SECOND = 'Un-altro-cavallo-7'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const hash = await hashPassword(FIRST)
  for (const name of ['anna', 'bea', 'carla'])
    await rowsOf(server, 'insert into operators (username, role, password_hash) values ($1, $2, $3)', [name, 'viewer', hash])
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }
const change = (bearer: string, present: string, password: string) =>
  server.call('PUT', '/managements/account/password', { body: JSON.stringify({ present, password }), headers: { ...json, Authorization: `Bearer ${bearer}` } })
const account = async (bearer: string) => (await server.call('GET', '/managements/account', { headers: { Authorization: `Bearer ${bearer}` } })).status
const signIn = async (username: string, password: string) =>
  (await server.call('POST', '/managements/sign-in', { body: JSON.stringify({ username, password }), headers: json })).status
const statusAndError = ({ status, body }: Awaited<ReturnType<typeof change>>) => [status, body.errors[0]?.data.code, body.errors[0]?.data.field]

test('a password change ends the operator’s other sessions, but not the current session', async () => {
  const [mine, other] = [await openOperatorSession(server.database, 'anna'), await openOperatorSession(server.database, 'anna')]
  const stranger = await openOperatorSession(server.database, 'bea')
  expect((await change(mine, FIRST, SECOND)).status).toBe(200)
  expect([await account(mine), await account(other), await account(stranger)]).toEqual([200, 401, 200])
  expect([await signIn('anna', FIRST), await signIn('anna', SECOND), await signIn('bea', FIRST)]).toEqual([401, 200, 200])
  const lines = await rowsOf(server, "select * from audit_lines where action = 'password.edit'")
  expect(lines).toEqual([expect.objectContaining({ operator: 'anna', subject: 'anna', before: null, after: null })])
})

test('a password change is rejected if the current password is wrong, if the new password is weak, or if the operator has no password', async () => {
  const bearer = await openOperatorSession(server.database, 'bea')
  const without = await openOperatorSession(server.database, 'operator')
  const stored = () => rowsOf(server, 'select username, password_hash from operators order by username')
  const before = await stored()
  expect(statusAndError(await change(bearer, 'Wrong-12345', SECOND))).toEqual([400, 'forms_mgmt0001', 'present'])
  expect(statusAndError(await change(bearer, FIRST, 'short'))).toEqual([400, 'forms_mgmt0001', 'password'])
  expect(statusAndError(await change(without, FIRST, SECOND))).toEqual([400, 'forms_mgmt0001', 'present'])
  expect(await stored()).toEqual(before)
  expect(await account(bearer)).toBe(200)
})

test('a password change allows ten wrong attempts, even in parallel; after that, the sign-in is blocked too', async () => {
  const bearer = await openOperatorSession(server.database, 'carla')
  const statuses = await Promise.all(Array.from({ length: 16 }, async () => (await change(bearer, 'Wrong-12345', SECOND)).status))
  expect(statuses.filter((status) => status === 400)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(6)
  expect((await change(bearer, FIRST, SECOND)).status).toBe(429)
  expect(await signIn('carla', FIRST)).toBe(429)
})

test('only one of two parallel password changes succeeds', async () => {
  await rowsOf(server, 'delete from operator_failed_sign_ins')
  const bearer = await openOperatorSession(server.database, 'bea')
  const answers = await Promise.all([change(bearer, FIRST, SECOND), change(bearer, FIRST, 'Terzo-cavallo-55')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
})
