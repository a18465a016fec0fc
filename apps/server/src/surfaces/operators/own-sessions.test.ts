import { randomUUID } from 'node:crypto'
import type { OperatorRole, ShownSession } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { hashPassword } from '../../entrance/accounts/rules.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

const PASSWORD = 'Corretto-cavallo-9'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const LIST = '/account/sessions'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const hash = await hashPassword(PASSWORD)
  const people: [string, OperatorRole, string[] | null][] = [
    ['anna', 'viewer', null],
    ['bea', 'owner', null],
    ['carla', 'operator', []],
  ]
  for (const [name, role, customers] of people)
    await rowsOf(server, 'insert into operators (username, role, customers, password_hash) values ($1, $2, $3, $4)', [name, role, customers, hash])
})
afterAll(() => server.close())
beforeEach(async () => {
  await rowsOf(server, 'delete from operator_sessions')
})

const call = <T>(method: string, path: string, bearer: string) =>
  server.call<T>(method, `/managements${path}`, { headers: { Authorization: `Bearer ${bearer}` } })
const list = async (bearer: string) => (await call<ShownSession[]>('GET', LIST, bearer)).body.data ?? []
const accountStatus = async (bearer: string) => (await call('GET', '/account', bearer)).status
const code = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.errors[0]?.data.code]
const openSession = (username: string) => openOperatorSession(server.database, username)
const presentOf = async (bearer: string) => (await list(bearer)).find(({ present }) => present)?.id ?? ''

async function signIn(username: string, userAgent: string): Promise<string> {
  const { body } = await server.call<{ auth: string }>('POST', '/managements/sign-in', {
    body: JSON.stringify({ username, password: PASSWORD }),
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
  })
  return body.data?.auth ?? ''
}

describe('an operator’s own sessions', () => {
  test('are listed in the order of their last use, with the current session marked', async () => {
    const there = await openOperatorSession(server.database, 'anna', { way: 'link' })
    const here = await signIn('anna', FIREFOX)
    await openSession('bea')
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
    const shown = await list(here)
    expect(shown).toEqual([
      { id: expect.any(String), began_at: moment, last_used_at: moment, way: 'password', browser: 'Firefox, Linux', present: true },
      { id: expect.any(String), began_at: moment, last_used_at: moment, way: 'link', browser: null, present: false },
    ])
    expect((await list(there)).map(({ id, present }) => [id, present])).toEqual([
      [shown[1]?.id, true],
      [shown[0]?.id, false],
    ])
  })

  test.each([
    ['idle for ten minutes', "last_used_at = now() - interval '601 seconds'"],
    ['twelve hours old', "created_at = now() - interval '12 hours 1 second'"],
    ['ended', 'revoked_at = now()'],
  ])('are not listed and cannot be ended when %s', async (_why, change) => {
    const [here, over] = [await openSession('anna'), await openSession('anna')]
    const id = await presentOf(over)
    await rowsOf(server, `update operator_sessions set ${change} where id = $1`, [id])
    expect((await list(here)).map(({ present }) => present)).toEqual([true])
    expect(code(await call('DELETE', `${LIST}/${id}`, here))).toEqual([404, 'forms_mgmt0002'])
    expect((await call<{ ended: number }>('DELETE', LIST, here)).body.data).toEqual({ ended: 0 })
  })

  test('can be ended one by one, with immediate effect, and each ended session is recorded in the audit log', async () => {
    const [here, there, third] = [await openSession('anna'), await signIn('anna', FIREFOX), await openSession('anna')]
    const id = await presentOf(there)
    expect((await call('DELETE', `${LIST}/${id}`, here)).status).toBe(200)
    expect([await accountStatus(here), await accountStatus(there), await accountStatus(third)]).toEqual([200, 401, 200])
    expect(code(await call('DELETE', `${LIST}/${id}`, here))).toEqual([404, 'forms_mgmt0002'])
    expect(await rowsOf(server, "select operator, subject, before from audit_lines where action = 'session.end' order by id desc limit 1")).toEqual([
      { operator: 'anna', subject: 'anna', before: { began_at: expect.any(String), way: 'password', browser: 'Firefox, Linux' } },
    ])
  })

  test.each(['anna', 'carla'])(
    'can be ended together for the operator %s, except the current session, without ending another operator’s session',
    async (username) => {
      const [here, one, two, other] = [await openSession(username), await openSession(username), await openSession(username), await openSession('bea')]
      expect((await call<{ ended: number }>('DELETE', LIST, here)).body.data).toEqual({ ended: 2 })
      expect([await accountStatus(here), await accountStatus(one), await accountStatus(two), await accountStatus(other)]).toEqual([200, 401, 401, 200])
      expect(await rowsOf(server, "select operator, before from audit_lines where action = 'session.end' order by id desc limit 1")).toEqual([
        { operator: username, before: { sessions: 2 } },
      ])
    },
  )

  test('include the current session, which can also be ended by its id', async () => {
    const here = await openSession('anna')
    expect((await call('DELETE', `${LIST}/${await presentOf(here)}`, here)).status).toBe(200)
    expect(await accountStatus(here)).toBe(401)
  })
})

describe('DELETE /account/sessions/:id', () => {
  test.each(['anna', 'bea', 'carla'])('rejects the operator %s with the id of another operator’s session', async (username) => {
    const here = await openSession(username)
    for (const other of ['anna', 'bea', 'carla'].filter((each) => each !== username)) {
      const theirs = await openSession(other)
      expect(code(await call('DELETE', `${LIST}/${await presentOf(theirs)}`, here))).toEqual([404, 'forms_mgmt0002'])
      expect(await accountStatus(theirs)).toBe(200)
    }
  })

  test.each([randomUUID(), 'x', "x' or '1'='1", '%', '..', '00000000-0000-0000-0000-000000000000', 'a'.repeat(64)])('rejects the unknown id %j', async (id) => {
    const [here, there] = [await openSession('anna'), await openSession('anna')]
    const lines = async () => rowsOf(server, "select count(*) from audit_lines where action = 'session.end'")
    const before = await lines()
    expect((await call('DELETE', `${LIST}/${encodeURIComponent(id)}`, here)).status).toBe(404)
    expect([await accountStatus(here), await accountStatus(there), await lines()]).toEqual([200, 200, before])
  })

  test('rejects a session credential or its hash in place of the session’s id', async () => {
    const [here, there] = [await openSession('anna'), await openSession('anna')]
    expect(await accountStatus(await presentOf(there))).toBe(401)
    const [row] = await rowsOf(server, "select encode(credential_hash, 'hex') as hash from operator_sessions where id = $1", [await presentOf(there)])
    for (const id of [there, String(row?.hash)]) expect((await call('DELETE', `${LIST}/${id}`, here)).status).toBe(404)
    expect(await accountStatus(there)).toBe(200)
  })
})

test('responses and audit log entries about sessions contain neither a credential nor its hash', async () => {
  const [here, there] = [await openSession('bea'), await openSession('bea')]
  const answers = [await call('GET', LIST, here), await call('DELETE', `${LIST}/${await presentOf(there)}`, here), await call('DELETE', LIST, here)]
  const told = JSON.stringify([answers, await rowsOf(server, 'select * from audit_lines')])
  const hashes = await rowsOf(server, "select encode(credential_hash, 'hex') as hex, encode(credential_hash, 'base64') as base64 from operator_sessions")
  for (const each of [here, there, ...hashes.flatMap(({ hex, base64 }) => [String(hex), String(base64)])]) expect(told).not.toContain(each)
})

test('a session stores only the name of the browser from the user agent, and only if the browser is known', async () => {
  const here = await signIn('anna', 'Anna-Neri/9 (via Roma 1)')
  expect((await list(here))[0]?.browser).toBeNull()
  expect(JSON.stringify(await rowsOf(server, 'select * from operator_sessions'))).not.toContain('Roma')
})

test('eight parallel requests end a session only once and write one entry to the audit log', async () => {
  const [here, there] = [await openSession('anna'), await openSession('anna')]
  const id = await presentOf(there)
  const count = async () => Number((await rowsOf(server, "select count(*) as n from audit_lines where action = 'session.end'"))[0]?.n)
  const before = await count()
  const answers = await Promise.all(Array.from({ length: 8 }, async () => (await call('DELETE', `${LIST}/${id}`, here)).status))
  expect(answers.toSorted()).toEqual([200, ...Array<number>(7).fill(404)])
  expect(await count()).toBe(before + 1)
})
