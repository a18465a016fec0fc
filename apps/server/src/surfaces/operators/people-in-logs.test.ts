import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { loginForm } from '../../../test/login-bundle.ts'
import { postMessage, ssoMessage } from '../../../test/sso.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

const TAX_CODE = 'RSSMRA80A01H501U'
/** Matches any of the personal data of the test person. */
const PERSON = /mrossi|ross[io]|mario|RSSMRA80A01H501U|example\.org/i
let server: TestServer
let credential: string
beforeAll(async () => {
  server = await startTestServer()
  await server.load(loginForm({ code: 'fund' }))
  await server.load(accessForm({ code: 'closed', authTypes: ['SSO'], mappings: [{ client: 'acme' }] }))
  credential = await openOperatorSession(server.database, 'operator')
})
afterAll(() => server.close())

const call = <T>(method: string, path: string, body?: unknown) =>
  server.call<T>(method, `/managements${path}`, {
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { Authorization: `Bearer ${credential}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
  })
const account = (method: string, path: string, body?: unknown) => call<{ id: string }>(method, `/settings/forms/fund/accounts${path}`, body)
/** Returns all columns of the audit log and the mapping log as text. */
const logs = async () => JSON.stringify([await rowsOf(server, 'select * from audit_lines'), await rowsOf(server, 'select * from mapping_logs')])

describe('the audit log and the mapping log', () => {
  test('contain no personal data of an account after its person was erased', async () => {
    const sent = { username: 'MRossi', email: 'mario.rossi@example.org', metadata: { nome: 'Mario' } }
    const id = (await account('POST', '', { ...sent, password: 'Corretto-cavallo-9' })).body.data?.id
    expect((await account('PUT', `/${id}`, { ...sent, username: 'mrossi2', email: 'rossi@example.org' })).status).toBe(200)
    expect((await account('POST', `/${id}/recovery`, { by: 'link' })).status).toBe(201)
    expect((await account('POST', '/table', { table: 'username,password,email\nmrossi3,x,mario@example.org\n' })).status).toBe(200)
    const bundle = { accounts: [{ form: 'fund', username: 'mrossi4', password: 'x', email: 'mario.rossi@example.org', metadata: {} }] }
    expect((await call('POST', '/bundle', bundle)).status).toBe(200)
    expect((await call('POST', '/personal-data/erase', { email: 'rossi@example.org' })).body.data).toMatchObject({ accounts: 1 })
    expect((await call('POST', '/personal-data/erase', { email: 'mario.rossi@example.org' })).body.data).toMatchObject({ accounts: 1 })
    expect((await call('POST', '/personal-data/erase', { email: 'mario@example.org' })).body.data).toMatchObject({ accounts: 1 })
    expect(await logs()).not.toMatch(PERSON)
    const lines = await rowsOf(
      server,
      "select action, subject, before, after from audit_lines where action like 'account.%' or action = 'bundle.import' order by id",
    )
    expect(lines).toEqual([
      { action: 'account.add', subject: id, before: null, after: { has_email: true, known: ['nome'], disabled: false } },
      {
        action: 'account.edit',
        subject: id,
        before: { has_email: true, known: ['nome'], disabled: false },
        after: { has_email: true, known: ['nome'], disabled: false, username_changed: true, email_changed: true },
      },
      { action: 'account.recovery', subject: id, before: null, after: { by: 'link' } },
      { action: 'account.import', subject: 'fund', before: null, after: { added: 1, changed: 0, left: 0 } },
      { action: 'bundle.import', subject: '*', before: null, after: [{ kind: 'account', name: 'fund', change: 'added', count: 1 }] },
    ])
  })

  test('show the account’s current user name, and can be filtered by that name', async () => {
    const id = (await account('POST', '', { username: 'LVerdi', email: null, metadata: {}, password: 'Corretto-cavallo-9' })).body.data?.id
    const found = async (subject: string) => {
      const { status, body } = await call<{ action: string; subject: string }[]>('GET', `/audit/1?subject=${encodeURIComponent(subject)}`)
      return [status, ...(body.data ?? []).map((line) => `${line.action} ${line.subject}`)]
    }
    expect(await found('verdi')).toEqual([200, 'account.add LVerdi'])
    expect(await found(id ?? '')).toEqual([200, 'account.add LVerdi'])
    expect(await found("'%verdi")).toEqual([200])
    await account('DELETE', `/${id}`)
    expect(await found('verdi')).toEqual([200])
    expect(await found(id ?? '')).toEqual([200, `account.delete ${id}`, `account.add ${id}`])
  })

  test('contain no user name of an account that was deleted', async () => {
    const id = (await account('POST', '', { username: 'mrossi5', email: null, metadata: {}, password: 'Corretto-cavallo-9' })).body.data?.id
    expect((await account('DELETE', `/${id}`)).status).toBe(200)
    expect(await logs()).not.toMatch(PERSON)
  })

  test.each([
    ['an e-mail address', { client: 'nowhere', sub_client: 'Mario.Rossi@example.org' }],
    ['a tax code', { client: 'nowhere', sub_client: 'x', sub_client3: TAX_CODE }],
    ['a surname from the same message', { client: 'nowhere', sub_client2: 'ROSSI', cognome: 'Rossi' }],
    ['both names', { client: 'mario rossi', cognome: 'Rossi', nome: 'Mario' }],
  ])('contain only a keyed hash of %s that a customer’s site sends as a client', async (_what, content) => {
    const before = (await rowsOf(server, 'select 1 from mapping_logs')).length
    for (const _ of [1, 2]) expect((await postMessage(server, 'closed', ssoMessage('closed', content))).location).toBe('/closed/authError')
    const lines = await rowsOf(server, `select code_client, sub_client, sub_client2, sub_client3 from mapping_logs order by logged_at offset ${before}`)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toEqual(lines[1])
    expect(Object.values(lines[0] ?? {}).filter((level) => /^#[0-9a-f]{32}$/.test(String(level)))).toHaveLength(1)
    expect(await logs()).not.toMatch(PERSON)
  })

  test('contain the unchanged levels of clients that identify no person', async () => {
    await postMessage(server, 'closed', ssoMessage('closed', { client: 'Fondo-Nord', sub_client: '01234567890', fondo: 'fondo-nord' }))
    expect(await rowsOf(server, "select sub_client from mapping_logs where code_client = 'fondo-nord'")).toEqual([{ sub_client: '01234567890' }])
  })
})
