import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { loginForm, post } from '../../../test/login-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

let server: TestServer
let credential: string
beforeAll(async () => {
  server = await startTestServer()
  await server.load(loginForm({ code: 'fund' }))
  await server.load(accessForm({ code: 'links', authTypes: ['DYNAMIC'] }))
  credential = await openOperatorSession(server.database, 'operator')
})
afterAll(() => server.close())

const send = <T>(path: string, table: string) =>
  server.call<T>('POST', `/managements/settings/forms/${path}`, {
    body: JSON.stringify({ table }),
    headers: { Authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
  })
const faults = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, ...body.errors.map(({ data }) => `${data.field}: ${data.params[0]}`)]
const people = () => rowsOf(server, 'select (select count(*) from accounts)::int as accounts, (select count(*) from tokens)::int as tokens')

test('POST /accounts/table imports accounts, and changes nothing if the same table is sent again', async () => {
  const table = 'username;password;email;nome\nanna;Parola-1;anna@example.org;Anna\nbea;Parola-2;;\n'
  expect((await send('fund/accounts/table', table)).body.data).toEqual({ added: 2, changed: 0, left: 0 })
  expect((await send('fund/accounts/table', table)).body.data).toEqual({ added: 0, changed: 0, left: 2 })
  expect((await post(server, 'fund/login', { username: 'anna', password: 'Parola-1' })).status).toBe(200)
  const lines = await rowsOf(server, "select operator, subject, after from audit_lines where action = 'account.import' order by id")
  expect(lines[0]).toEqual({ operator: 'operator', subject: 'fund', after: { added: 2, changed: 0, left: 0 } })
  expect(JSON.stringify(lines)).not.toContain('Parola')
})

test('POST /tokens/table stores the tokens of the table, and returns the tokens that it generates, only once', async () => {
  const table = 'token,surname,born,single_use\nFARO-1,Marini,1985-03-14,\n,Neri,1990-01-02,sì\n'
  const { body } = await send<{ added: number; made: { token: string; known: Record<string, string> }[] }>('fund/tokens/table', table)
  expect(body.data).toMatchObject({ added: 2, made: [{ known: { surname: 'Neri', born: '1990-01-02' } }] })
  expect((await post(server, 'fund/login/FARO-1?tag=ask', { surname: 'Marini', born: '1985-03-14' })).status).toBe(200)
  const made = `fund/login/${body.data?.made[0]?.token}?tag=ask`
  expect((await post(server, made, { surname: 'neri', born: '1990-01-02' })).status).toBe(200)
  expect((await post(server, made, { surname: 'neri', born: '1990-01-02' })).status).toBe(401)
  expect(JSON.stringify(await rowsOf(server, 'select after from audit_lines'))).not.toMatch(/FARO-1|Neri/)
})

test('POST /links/table creates personal links, or returns the error of the table', async () => {
  const made = await send<{ email: string; url: string }[]>('links/links', 'email,nome\na@b.it,Anna\n')
  expect(made.body.data).toEqual([{ email: 'a@b.it', url: expect.stringContaining('/links?code=') }])
  expect(faults(await send('links/links', 'email\nnobody\n'))).toEqual([400, 'people: person 1: "nobody" is no e-mail address'])
  expect(faults(await send('links/links', 'email\n'))[0]).toBe(400)
  expect(await rowsOf(server, "select after from audit_lines where action = 'link.add'")).toEqual([{ after: { count: 1 } }])
})

test.each<[string, string, string, unknown[]]>([
  [
    'every error with its row and column',
    'accounts',
    'username,password,email\n,x,\nanna,,nobody\n',
    [400, '1.username: must not be empty', '2.password: *', '2.email: must be one e-mail address'],
  ],
  ['a duplicate user name', 'accounts', 'username,password\nelsa,x\nELSA,y\n', [400, '2.username: *']],
  ['no rows', 'accounts', 'username,password\n', [400, '0: holds no rows']],
  ['malformed CSV', 'accounts', 'username,password\na,b,c\n', [400, '0: *']],
  ['too many rows', 'accounts', `username,password\n${'a,b\n'.repeat(1_001)}`, [400, '1001: *']],
  ['a duplicate token', 'tokens', 'token,surname\nT-9,a\nT-9,b\n', [400, '2.token: stands here twice']],
  ['a token with a slash', 'tokens', 'token,surname\na/b,a\n', [400, '1.token: *']],
])('the import of a CSV table with accounts or tokens reports its errors and imports nothing: %s', async (_what, kind, table, expected) => {
  const before = await people()
  const [status, ...told] = faults(await send(`fund/${kind}/table`, table))
  expect([status, ...told.map((fault, at) => (String(expected[at + 1]).endsWith('*') ? `${String(fault).split(':')[0]}: *` : fault))]).toEqual(expected)
  expect(await people()).toEqual(before)
})
