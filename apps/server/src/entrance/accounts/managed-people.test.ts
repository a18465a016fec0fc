import type { ShownAccount, ShownToken } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginForm, post, type Receipt, takeIn } from '../../../test/login-bundle.ts'
import { eventually } from '../../../test/mail-sink.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { openRowsOf, rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

let server: TestServer
const credentials: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer({ worker: true })
  await server.load(loginForm({ code: 'fund', limits: { account: 1_000, address: 1_000 } }))
  await server.load(loginForm({ code: 'other', authTypes: ['TOKEN_LOGIN'], accounts: [{ username: 'theirs', password: 'x' }], tokens: [{ token: 'THEIRS' }] }))
  await rowsOf(server, `insert into operators (username, role, customers) values ('viewer', 'viewer', null), ('limited', 'owner', '{other}')`)
  for (const username of ['operator', 'viewer', 'limited']) credentials[username] = await openOperatorSession(server.database, username)
})
afterAll(() => server.close())

interface Options {
  as?: string
  body?: unknown
  version?: string | undefined
  form?: string
}
const call = <T>(method: string, path: string, { as = 'operator', body, version, form = 'fund' }: Options = {}) =>
  server.call<T>(method, `/managements/settings/forms/${form}${path}`, {
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      Authorization: `Bearer ${credentials[as]}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    },
  })
const statusAndCodes = ({ status, body }: { status: number; body: { errors: readonly { data: { code: string; field?: string | undefined } }[] } }) =>
  [status, ...body.errors.map(({ data }) => [data.code, data.field].filter(Boolean).join(' '))].join(' ')
const logIn = (username: string, password: string) => post(server, 'fund/login', { username, password })
const PASSWORD = 'Corretto-cavallo-9'
const add = async (username: string, more: object = {}) => {
  const { status, body } = await call<ShownAccount>('POST', '/accounts', { body: { username, password: PASSWORD, ...more } })
  expect(status).toBe(201)
  return body.data as ShownAccount
}
const lines = (action: string) => rowsOf(server, 'select subject, customer_code, before, after from audit_lines where action = $1 order by id', [action])
const visitorCode = async (receipt: Receipt) => new URL(await takeIn(server, 'fund', receipt), server.url).searchParams.get('code')
const configurationStatus = async (code: string | null) => (await server.call('GET', `/forms/fund?code=${code}`)).status

describe('lists of accounts and tokens', () => {
  test('are paginated without gaps or duplicates in every sort order', async () => {
    const accounts = Array.from({ length: 60 }, (_, at) => ({ username: `sorted-${String((at * 7) % 60).padStart(2, '0')}`, password: 'x' }))
    await server.load(loginForm({ code: 'sorted', authTypes: ['LOGIN', 'TOKEN_LOGIN'], accounts, tokens: accounts.map(({ username: token }) => ({ token })) }))
    interface Page {
      items: { id: string; username?: string }[]
      next: string | null
    }
    const read = async (what: string, sort: string) => {
      const page = async (after = '') => (await call<Page>('GET', `/${what}?sort=${sort}${after}`, { form: 'sorted' })).body.data as Page
      const first = await page()
      return [...first.items, ...(await page(`&after=${first.next}`)).items]
    }
    for (const [what, sort] of [
      ['accounts', 'name'],
      ['accounts', 'created'],
      ['tokens', 'created'],
    ] as const) {
      const up = await read(what, sort)
      expect(new Set(up.map(({ id }) => id)).size).toBe(60)
      expect(up.map(({ id, username }) => (sort === 'name' ? username : id))).toEqual(
        up.map(({ id, username }) => (sort === 'name' ? username : id)).toSorted(),
      )
      expect(await read(what, `-${sort}`)).toEqual(up.toReversed())
    }
  })

  test.each([
    ['/accounts?sort=password_hash', '400 forms_mgmt0001 sort'],
    ['/accounts?sort=created&after=anna', '400 forms_mgmt0001 after'],
    ['/tokens?sort=token_hash', '400 forms_mgmt0001 sort'],
    ["/tokens?sort=created'--", '400 forms_mgmt0001 sort'],
  ])('reject the invalid request %s', async (path, refused) => expect(statusAndCodes(await call('GET', path))).toBe(refused))
})

describe('an account in the dashboard API', () => {
  test('can be created, changed and deleted, and the audit log does not contain its password', async () => {
    const anna = await add('Anna', { email: 'anna@example.org', metadata: { nome: 'Anna' } })
    expect(anna).toMatchObject({ username: 'Anna', email: 'anna@example.org', metadata: { nome: 'Anna' }, disabled: false })
    expect((await logIn('anna', PASSWORD)).status).toBe(200)
    const body = { username: 'Anna.Neri', email: null, metadata: { nome: 'Anna', tessera: 7 } }
    const changed = await call<ShownAccount>('PUT', `/accounts/${anna.id}`, { body, version: anna.version })
    expect(changed.body.data).toMatchObject({ ...body, disabled: false })
    expect([(await logIn('anna', PASSWORD)).status, (await logIn('ANNA.neri', PASSWORD)).status]).toEqual([401, 200])
    expect(statusAndCodes(await call('PUT', `/accounts/${anna.id}`, { body, version: anna.version }))).toBe('409 forms_mgmt0004')
    expect(statusAndCodes(await call('DELETE', `/accounts/${anna.id}`, { version: anna.version }))).toBe('409 forms_mgmt0004')
    expect((await call('DELETE', `/accounts/${anna.id}`, { version: changed.body.data?.version })).status).toBe(200)
    expect((await logIn('anna.neri', PASSWORD)).status).toBe(401)
    expect((await lines('account.edit'))[0]).toEqual({
      subject: anna.id,
      customer_code: 'fund',
      before: { has_email: true, known: ['nome'], disabled: false },
      after: { has_email: false, known: ['nome', 'tessera'], disabled: false, username_changed: true, email_changed: true },
    })
    expect(JSON.stringify(await rowsOf(server, 'select before, after from audit_lines'))).not.toMatch(/Corretto|argon2/)
  })

  test('loses its session when it is disabled, and accepts no password, login message or recovery link until it is enabled again', async () => {
    const bea = await add('bea', { email: 'bea@example.org' })
    const open = await visitorCode((await logIn('bea', PASSWORD)).body.data as Receipt)
    const sealed = (await logIn('bea', PASSWORD)).body.data as Receipt
    const { url } = (await call<{ url: string }>('POST', `/accounts/${bea.id}/recovery`, { body: { by: 'link' } })).body.data ?? { url: '' }
    const sent = { username: 'bea', email: 'bea@example.org' }
    expect(await configurationStatus(open)).toBe(200)
    expect((await call('PUT', `/accounts/${bea.id}`, { body: { ...sent, disabled: true } })).status).toBe(200)
    expect(await configurationStatus(open)).not.toBe(200)
    expect(await visitorCode(sealed)).toBeNull()
    expect((await logIn('bea', PASSWORD)).status).toBe(401)
    const code = new URL(url).searchParams.get('recovery')
    expect((await post(server, 'fund/login/recovery', { code, password: 'Un-altro-cavallo-7' }, 'PUT')).status).toBe(409)
    expect(statusAndCodes(await call('POST', `/accounts/${bea.id}/recovery`, { body: { by: 'mail' } }))).toBe('400 forms_mgmt0001 disabled')
    await post(server, 'fund/login/recovery', { username: 'bea' })
    await eventually(
      () => rowsOf(server, 'select 1 from recovery_wishes'),
      (rows) => rows.length === 0,
    )
    expect(await rowsOf(server, "select 1 from mails where recipient = 'bea@example.org'")).toEqual([])
    expect((await call('PUT', `/accounts/${bea.id}`, { body: { ...sent, disabled: false } })).status).toBe(200)
    expect((await logIn('bea', PASSWORD)).status).toBe(200)
  })

  test('rejects logins if it has no password, until its owner sets one through a copied or mailed link', async () => {
    const carla = await add('carla', { email: 'carla@example.org', password: undefined })
    expect((await logIn('carla', '')).status).toBe(401)
    const byLink = await call<{ url: string }>('POST', `/accounts/${carla.id}/recovery`, { body: { by: 'link' } })
    expect(byLink.body.data?.url).toMatch(/^http:\/\/sportello\.example\/fund\/login\?recovery=[\w-]{43}$/)
    const code = new URL(byLink.body.data?.url ?? '').searchParams.get('recovery')
    expect((await post(server, 'fund/login/recovery', { code, password: PASSWORD }, 'PUT')).status).toBe(200)
    expect((await logIn('carla', PASSWORD)).status).toBe(200)
    const byMail = await call('POST', `/accounts/${carla.id}/recovery`, { body: { by: 'mail' } })
    expect([byMail.status, byMail.body.data]).toEqual([201, { url: null, recipient: 'carla@example.org' }])
    const [mail] = await eventually(
      () => openRowsOf(server, "select * from mails where recipient = 'carla@example.org' and state = 'kept'"),
      (rows) => rows.length > 0,
    )
    expect(mail?.text_body).toMatch(/\/fund\/login\?recovery=/)
    await call('POST', `/accounts/${carla.id}/recovery`, { body: { by: 'mail' } })
    expect(statusAndCodes(await call('POST', `/accounts/${carla.id}/recovery`, { body: { by: 'mail' } }))).toBe('429 forms0045')
    expect(JSON.stringify(await lines('account.recovery'))).not.toContain(code)
  })

  test('has its unused recovery link invalidated when its e-mail address changes', async () => {
    const dora = await add('dora', { email: 'old@example.org' })
    const { body } = await call<{ url: string }>('POST', `/accounts/${dora.id}/recovery`, { body: { by: 'link' } })
    await call('PUT', `/accounts/${dora.id}`, { body: { username: 'dora', email: 'new@example.org' } })
    const code = new URL(body.data?.url ?? '').searchParams.get('recovery')
    expect((await post(server, 'fund/login/recovery', { code, password: 'Un-altro-cavallo-7' }, 'PUT')).status).toBe(409)
    expect((await logIn('dora', PASSWORD)).status).toBe(200)
  })

  test('is found by a part of its user name or e-mail address, in lists of 50 per page', async () => {
    await rowsOf(
      server,
      "insert into accounts (customer_code, username, username_key, email, password_hash, imported_hash) select 'fund', 'Z' || n, 'z' || lpad(n::text, 3, '0'), 'p' || n || '@many.example', '', '' from generate_series(1, 120) n",
    )
    const names: string[] = []
    let after: string | null = ''
    for (const query of ['', 1, 2]) {
      const page: { items: ShownAccount[]; next: string | null } | null = (
        await call<{ items: ShownAccount[]; next: string | null }>('GET', `/accounts?name=many.example${query === '' ? '' : `&after=${after}`}`)
      ).body.data
      names.push(...(page?.items ?? []).map(({ username }) => username))
      after = page?.next ?? null
    }
    expect([names.length, new Set(names).size, after]).toEqual([120, 120, null])
    expect((await call<{ items: ShownAccount[] }>('GET', '/accounts?name=%25')).body.data?.items).toEqual([])
    expect(JSON.stringify((await call('GET', '/accounts?name=dora')).body.data)).not.toMatch(/hash|argon/)
  })

  test.each<[object, string]>([
    [{ username: ' ' }, '400 forms_mgmt0001 username'],
    [{ username: ' DORA ' }, '409 forms_mgmt0003 username'],
    [{ email: 'nobody' }, '400 forms_mgmt0001 email'],
    [{ password: 'short' }, '400 forms_mgmt0001 password'],
    [{ metadata: { deep: { a: 1 } } }, '400 forms_mgmt0001 metadata.deep'],
    [{ metadata: Object.fromEntries(Array.from({ length: 3 }, (_, at) => [`k${at}`, 'x'.repeat(4_000)])) }, '400 forms_mgmt0001 metadata'],
    [{ username: 'a\0b' }, '400 http_malformed'],
  ])('is not created with the invalid data %j', async (wrong, expected) => {
    const before = await rowsOf(server, 'select count(*) from accounts')
    expect(statusAndCodes(await call('POST', '/accounts', { body: { username: 'elsa', password: PASSWORD, ...wrong } }))).toBe(expected)
    expect(await rowsOf(server, 'select count(*) from accounts')).toEqual(before)
  })
})

/** The personal data of the visitor, who types it together with a token on the login step `ask`. */
const BEARER = { surname: 'Marini', born: '1985-03-14' }

describe('a token in the dashboard API', () => {
  test('is returned only on creation, opens a session, and is then listed without the token itself', async () => {
    const made = await call<{ id: string; token: string }[]>('POST', '/tokens', {
      body: { people: [{ ...BEARER, email: 'm@example.org' }, { surname: 'Neri' }] },
    })
    expect(made.status).toBe(201)
    const [first, second] = made.body.data ?? []
    expect(first?.token).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
    expect(first?.token).not.toBe(second?.token)
    expect((await post(server, `fund/login/${first?.token}?tag=ask`, BEARER)).status).toBe(200)
    expect((await post(server, `fund/login/${second?.token}?tag=inside`, { surname: 'Rossi' })).status).toBe(401)
    const { body } = await call<{ items: ShownToken[]; asked: { code: string }[] }>('GET', '/tokens?known=MARIN')
    expect(body.data?.asked.map(({ code }) => code)).toEqual(['surname', 'born'])
    expect(body.data?.asked[1]).toMatchObject({ input_type: 'date', required: false })
    expect(body.data?.items).toMatchObject([{ id: first?.id, state: 'used', fields: BEARER, metadata: { email: 'm@example.org' } }])
    const everything = [body, (await call('GET', '/tokens')).body, await rowsOf(server, 'select before, after from audit_lines')]
    expect(JSON.stringify(everything)).not.toContain(first?.token)
    expect((await call<{ items: ShownToken[] }>('GET', '/tokens?state=unused')).body.data?.items.map(({ id }) => id)).toEqual([second?.id])
  })

  test('rejects logins after it was revoked or deleted, and accepts them after it was restored', async () => {
    const { body } = await call<{ id: string; token: string }[]>('POST', '/tokens', { body: { people: [BEARER] } })
    const { id, token } = body.data?.[0] ?? { id: '', token: '' }
    const use = () => post(server, `fund/login/${token}?tag=ask`, BEARER)
    const open = await visitorCode((await use()).body.data as Receipt)
    const sealed = (await use()).body.data as Receipt
    expect((await call<ShownToken>('PUT', `/tokens/${id}`, { body: { revoked: true } })).body.data).toMatchObject({ state: 'revoked' })
    expect([(await use()).status, await visitorCode(sealed)]).toEqual([401, null])
    expect(await configurationStatus(open)).not.toBe(200)
    expect((await call<ShownToken>('PUT', `/tokens/${id}`, { body: { revoked: false } })).body.data).toMatchObject({ state: 'used', wrong_tries: 0 })
    expect((await use()).status).toBe(200)
    expect((await call('DELETE', `/tokens/${id}`)).status).toBe(200)
    expect((await use()).status).toBe(401)
    expect(statusAndCodes(await call('DELETE', `/tokens/${id}`))).toBe('404 forms_mgmt0002')
    expect([(await lines('token.revoke')).length, (await lines('token.restore')).length, (await lines('token.delete')).length]).toEqual([1, 1, 1])
  })

  test('cannot be created without the fields that the token login requires', async () => {
    const before = await rowsOf(server, 'select count(*) from tokens')
    expect(statusAndCodes(await call('POST', '/tokens', { body: { people: [BEARER, { born: '1985-03-14' }] } }))).toBe('400 forms_mgmt0001 people.1.surname')
    expect(statusAndCodes(await call('POST', '/tokens', { body: { people: [] } }))).toBe('400 forms_mgmt0001 people')
    expect(statusAndCodes(await call('POST', '/tokens', { body: { people: [{ ...BEARER, more: { deep: 1 } }] } }))).toBe('400 forms_mgmt0001 people.0.more')
    expect(await rowsOf(server, 'select count(*) from tokens')).toEqual(before)
  })
})

describe('accounts and tokens of a form', () => {
  test('cannot be read or changed through another form, by an operator without the role, or by an operator of other forms', async () => {
    const [account] = await rowsOf(server, "select id from accounts where customer_code = 'other'")
    const [token] = await rowsOf(server, "select id from tokens where customer_code = 'other'")
    const [ours] = await rowsOf(server, "select id from accounts where customer_code = 'fund' limit 1")
    const image = () =>
      rowsOf(server, 'select (select jsonb_agg(to_jsonb(a) order by id) from accounts a), (select jsonb_agg(to_jsonb(t) order by id) from tokens t)')
    const before = await image()
    const body = { username: 'x', password: PASSWORD }
    const calls: [string, string, unknown?][] = [
      ['PUT', `/accounts/${account?.id}`, body],
      ['DELETE', `/accounts/${account?.id}`],
      ['POST', `/accounts/${account?.id}/recovery`, { by: 'link' }],
      ['PUT', `/tokens/${token?.id}`, { revoked: true }],
      ['DELETE', `/tokens/${token?.id}`],
    ]
    for (const [method, path, sent] of calls) {
      expect((await call(method, path, { body: sent })).status).toBe(404)
      expect((await call(method, path, { body: sent, form: 'other', as: 'viewer' })).status).toBe(403)
    }
    for (const path of ['/accounts', '/tokens']) expect((await call('GET', path, { as: 'limited' })).status).toBe(404)
    expect((await call('DELETE', `/accounts/${ours?.id}`, { as: 'limited' })).status).toBe(404)
    expect((await call('DELETE', `/accounts/${ours?.id}`, { as: 'limited', form: 'other' })).status).toBe(404)
    // Checks that an operator cannot create a recovery link on a form without password login.
    expect(statusAndCodes(await call('POST', `/accounts/${account?.id}/recovery`, { body: { by: 'link' }, form: 'other' }))).toBe('400 forms_mgmt0001 id')
    expect(await image()).toEqual(before)
    expect(
      (await call<{ items: ShownAccount[] }>('GET', '/accounts', { as: 'limited', form: 'other' })).body.data?.items.map(({ username }) => username),
    ).toEqual(['theirs'])
  })
})
