import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startTestServer()
  owner = await openOperatorSession(server.database, 'operator')
})
afterAll(() => server.close())

const post = <T>(path: string, body?: object, bearer?: string) =>
  server.call<T>('POST', `/managements${path}`, {
    ...(body && { body: JSON.stringify(body) }),
    headers: { ...(body && { 'content-type': 'application/json' }), ...(bearer && { Authorization: `Bearer ${bearer}` }) },
  })
const accept = (code: string, password = 'Una-lunga-parola-7') => post<{ auth: string | null; username: string }>('/invitations', { code, password })
const codeOf = ({ status, body }: Awaited<ReturnType<typeof accept>>) => [status, body.errors[0]?.data.code]

async function invited(username: string): Promise<string> {
  await post('/operators', { username, role: 'viewer' }, owner)
  const { status, body } = await post<{ url: string }>(`/operators/${username}/invitation`, undefined, owner)
  expect(status).toBe(201)
  const [address, code = ''] = (body.data?.url ?? '').split('#invitation=')
  expect(address).toMatch(/\/admin\/management\/sign-in$/)
  return code
}

test('an invitation sets the password and signs the operator in, but only once', async () => {
  const code = await invited('anna')
  const { body } = await accept(code)
  expect(body.data?.username).toBe('anna')
  expect((await server.call('GET', '/managements/account', { headers: { Authorization: `Bearer ${body.data?.auth}` } })).status).toBe(200)
  expect((await post('/sign-in', { username: 'anna', password: 'Una-lunga-parola-7' })).status).toBe(200)
  expect(codeOf(await accept(code, 'Un-altra-parola-8'))).toEqual([409, 'forms0042'])
  expect((await post('/sign-in', { username: 'anna', password: 'Un-altra-parola-8' })).status).toBe(401)
  expect(JSON.stringify(await rowsOf(server, 'select encode(code_hash, $1) from operator_invitations', ['escape']))).not.toContain(code)
  expect(await rowsOf(server, "select action from audit_lines where subject = 'anna' order by id")).toEqual(
    ['operator.add', 'operator.invite', 'password.edit'].map((action) => ({ action })),
  )
})

test('of two parallel uses of an invitation, only one succeeds', async () => {
  const code = await invited('bruno')
  const answers = await Promise.all([accept(code, 'Una-lunga-parola-7'), accept(code, 'Un-altra-parola-8')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('an invitation is rejected if it is unknown, was replaced by a newer one or has expired, or if its operator is disabled', async () => {
  expect(codeOf(await accept('made-up'))).toEqual([401, 'forms0011'])
  const replaced = await invited('carla')
  const code = await invited('carla')
  expect(codeOf(await accept(replaced))).toEqual([401, 'forms0011'])
  expect((await accept(code, 'short')).status).toBe(400)
  await rowsOf(server, "update operator_invitations set expires_at = now() - interval '1 second' where username = 'carla'")
  expect(codeOf(await accept(code))).toEqual([410, 'forms0040'])
  const disabled = await invited('dario')
  await rowsOf(server, "update operators set disabled = true where username = 'dario'")
  expect(codeOf(await accept(disabled))).toEqual([401, 'forms0011'])
  expect((await post('/operators/dario/invitation', undefined, owner)).status).toBe(404)
  const viewer = await openOperatorSession(server.database, 'carla')
  expect((await post('/operators/carla/invitation', undefined, viewer)).status).toBe(403)
  expect(await rowsOf(server, "select from operators where username in ('carla', 'dario') and password_hash is not null")).toEqual([])
})

test('accepting an invitation does not replace the code of the operator’s authenticator app', async () => {
  const code = await invited('elsa')
  await rowsOf(server, "update operators set totp_secret = 'x', totp_confirmed_at = now() where username = 'elsa'")
  expect((await accept(code)).body.data).toEqual({ auth: null, username: 'elsa' })
})
