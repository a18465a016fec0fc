import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf, tracesOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

let server: TestServer
let operator: string
beforeAll(async () => {
  server = await startTestServer()
  await server.load(accessForm({ code: 'links', authTypes: ['DYNAMIC'] }))
  await server.load(accessForm({ code: 'partners', authTypes: ['B2B'] }))
  operator = await openOperatorSession(server.database, 'operator')
})
afterAll(() => server.close())

const post = <T>(path: string, body: unknown, bearer: string | null = operator) =>
  server.call<T>('POST', `/managements/settings/forms/${path}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(bearer !== null && { Authorization: `Bearer ${bearer}` }) },
  })
const idOf = async (code: string) => String((await rowsOf(server, 'select id from customers where customer_code = $1', [code]))[0]?.id)

describe('the management API', () => {
  test.each(['code', 'id'])('creates working personal links for a form that is identified by its %s', async (by) => {
    const { status, body } = await post<{ email: string; url: string }[]>(`${by === 'id' ? await idOf('links') : 'links'}/links`, {
      people: [{ email: 'anna@example.org' }],
    })
    expect([status, body.data?.[0]?.email]).toEqual([201, 'anna@example.org'])
    const code = new URL(body.data?.[0]?.url ?? '').searchParams.get('code')
    expect((await server.call('GET', `/forms/links?code=${code}`)).status).toBe(200)
  })

  test('creates credentials that partners’ systems can use', async () => {
    const { status, body } = await post<{ credential: string }>('partners/credentials', {})
    expect(status).toBe(201)
    const form = new FormData()
    for (const [name, value] of Object.entries({ code_tag: 'ask', form_fields: '{"subject":"x"}', email: 'a@b.it' })) form.append(name, value)
    const sent = await server.call('POST', '/forms/partners', { body: form, headers: { Authorization: `Bearer ${body.data?.credential}` } })
    expect(sent.status).toBe(201)
  })

  test.each<[path: string, body: unknown, status: number, code: string]>([
    ['links/links', { people: [{ email: 'nobody' }] }, 400, 'forms_mgmt0001'],
    ['links/links', { people: [] }, 400, 'forms_mgmt0001'],
    ['links/links', {}, 400, 'forms_mgmt0001'],
    ['partners/links', { people: [{ email: 'a@b.it' }] }, 400, 'forms_mgmt0001'],
    ['links/credentials', {}, 400, 'forms_mgmt0001'],
    ['nowhere/links', { people: [{ email: 'a@b.it' }] }, 404, 'http_not_found'],
    ['00000000-0000-0000-0000-000000000000/links', { people: [{ email: 'a@b.it' }] }, 404, 'http_not_found'],
  ])('rejects POST %s with the body %j, returns status %i with the error %s, and stores nothing', async (path, body, status, code) => {
    const before = await tracesOf(server)
    const answer = await post(path, body)
    expect([answer.status, answer.body.errors[0]?.data.code]).toEqual([status, code])
    expect(await tracesOf(server)).toEqual(before)
  })
})

describe('the management API', () => {
  const ask = async (bearer: string | null) => {
    const { status, body } = await post('links/links', { people: [{ email: 'a@b.it' }] }, bearer)
    return [status, body.errors[0]?.data.code]
  }
  test.each([null, 'A'.repeat(43), "' or 1=1"])('rejects the credential %s', async (bearer) => {
    expect(await ask(bearer)).toEqual([401, 'http_credential'])
  })

  test.each([
    ['idle for ten minutes', "last_used_at = now() - interval '601 seconds'"],
    ['twelve hours old', "created_at = now() - interval '12 hours 1 second'"],
    ['revoked', 'revoked_at = now()'],
  ])('rejects a session that is %s', async (_why, change) => {
    const credential = await openOperatorSession(server.database, 'operator')
    expect((await ask(credential))[0]).toBe(201)
    await rowsOf(server, `update operator_sessions set ${change} where credential_hash = sha256($1::bytea)`, [Buffer.from(credential)])
    expect(await ask(credential)).toEqual([401, 'http_credential'])
  })

  test('rejects a valid session credential without the API key', async () => {
    const response = await fetch(`${server.url}/forms-service/rs/v2/managements/settings/forms/links/links`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${operator}` },
    })
    expect(response.status).toBe(401)
  })
})

test('if two owners demote each other at the same time, one of them stays an owner', async () => {
  const names = ['anna', 'bruno']
  const bearers = await Promise.all(
    names.map(async (username) => {
      await rowsOf(server, "insert into operators (username, role) values ($1, 'owner') on conflict (username) do update set role = 'owner'", [username])
      return openOperatorSession(server.database, username)
    }),
  )
  await rowsOf(server, "update operators set role = 'viewer' where username <> all($1)", [names])
  for (let round = 0; round < 20; round++) {
    await rowsOf(server, "update operators set role = 'owner' where username = any($1)", [names])
    const versions = await rowsOf(server, 'select xmin::text as version from operators where username = any($1) order by username', [names])
    const demote = (by: number, whom: number) =>
      server.call('PUT', `/managements/operators/${names[whom]}`, {
        body: JSON.stringify({ username: names[whom], name: '', surname: '', email: '', role: 'viewer', customers: null, disabled: false }),
        headers: { 'content-type': 'application/json', Authorization: `Bearer ${bearers[by]}`, 'If-Match': `"${versions[whom]?.version}"` },
      })
    const statuses = (await Promise.all([demote(0, 1), demote(1, 0)])).map(({ status }) => status)
    // Two operators call at the same time, and the server must reject one call. Status 400: its caller would be the
    // last owner. Status 403: its caller has already been demoted by the other call.
    expect(statuses.toSorted()).toEqual([200, statuses.includes(403) ? 403 : 400])
    expect((await rowsOf(server, "select username from operators where role = 'owner'")).length).toBe(1)
  }
})

test('POST /links accepts 501 personal links, but rejects more links than the contract allows', async () => {
  const people = Array.from({ length: 501 }, (_, at) => ({ email: `person-${at}@example.org` }))
  await rowsOf(server, "update operators set role = 'owner' where username in ('operator')")
  const { status, body } = await post<unknown[]>('links/links', { people })
  expect([status, body.errors, body.data?.length]).toEqual([201, [], 501])
  const tooManyAttempts = Array.from({ length: 10_001 }, (_, at) => ({ email: `p${at}@example.org` }))
  expect((await post('links/links', { people: tooManyAttempts })).status).toBe(400)
})
