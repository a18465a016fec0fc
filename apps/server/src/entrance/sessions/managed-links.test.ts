import type { CustomerConfiguration, ShownCredential, ShownLink } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { encryptPlainLinks } from './encrypt-plain-links.ts'

let server: TestServer
const credentials: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer()
  for (const code of ['fund', 'other']) await server.load(accessForm({ code, authTypes: ['DYNAMIC', 'B2B'] }))
  await rowsOf(server, `insert into operators (username, role, customers) values ('viewer', 'viewer', null), ('limited', 'owner', '{other}')`)
  for (const username of ['operator', 'viewer', 'limited']) credentials[username] = await openOperatorSession(server.database, username)
})
afterAll(() => server.close())

const call = <T>(method: string, path: string, { as = 'operator', body, form = 'fund' }: { as?: string; body?: unknown; form?: string } = {}) =>
  server.call<T>(method, `/managements/settings/forms/${form}${path}`, {
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { Authorization: `Bearer ${credentials[as]}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
  })
const statusAndCodes = ({ status, body }: { status: number; body: { errors: readonly { data: { code: string; field?: string | undefined } }[] } }) =>
  [status, ...body.errors.map(({ data }) => [data.code, data.field].filter(Boolean).join(' '))].join(' ')
const links = async (query = '', form = 'fund') =>
  (await call<{ items: ShownLink[]; next: string | null }>('GET', `/links${query}`, { form })).body.data as { items: ShownLink[]; next: string | null }
async function makesLink(email: string, form = 'fund'): Promise<{ code: string; link: ShownLink }> {
  const { body } = await call<{ url: string }[]>('POST', '/links', { body: { people: [{ email, nome: 'Anna' }] }, form })
  const [link] = (await links('', form)).items
  return { code: new URL(body.data?.[0]?.url ?? '').searchParams.get('code') ?? '', link: link as ShownLink }
}
function send(form: string, { code, bearer }: { code?: string; bearer?: string }) {
  const body = new FormData()
  const all = { code_tag: 'ask', form_fields: '{"subject":"Hello"}', ...(code ? { otp_code: code } : { email: `${crypto.randomUUID()}@example.org` }) }
  for (const [name, value] of Object.entries(all)) body.append(name, value)
  return server.call('POST', `/forms/${form}`, { body, headers: bearer ? { Authorization: `Bearer ${bearer}` } : {} })
}
async function makesCredential(description: string, form = 'fund'): Promise<{ bearer: string; shown: ShownCredential }> {
  const { body } = await call<{ credential: string }>('POST', '/credentials', { body: { description }, form })
  const list = await call<{ items: ShownCredential[] }>('GET', '/credentials', { form })
  return { bearer: body.data?.credential ?? '', shown: list.body.data?.items[0] as ShownCredential }
}
const image = () =>
  rowsOf(server, 'select (select jsonb_agg(to_jsonb(s) order by link_id) from sessions s), (select jsonb_agg(to_jsonb(c) order by id) from credentials c)')

describe('a personal link in the dashboard API', () => {
  test('is listed with its data, creator and dates but without its code, and is listed as used once its request is submitted', async () => {
    const { code, link } = await makesLink('anna@example.org')
    expect(link).toEqual({
      id: expect.any(String),
      state: 'unused',
      known: { email: 'anna@example.org', nome: 'Anna' },
      made_by: 'operator',
      created_at: expect.any(String),
      expires_at: expect.any(String),
      used_at: null,
      revoked_at: null,
    })
    expect(Date.parse(link.expires_at) - Date.parse(link.created_at)).toBe(48 * 3_600_000)
    expect(JSON.stringify(await links())).not.toContain(code)
    expect((await send('fund', { code })).status).toBe(201)
    expect((await links('?state=used')).items).toEqual([{ ...link, state: 'used', used_at: expect.any(String) }])
    expect((await links('?known=ANNA%40')).items).toHaveLength(1)
    expect((await links('?known=%25')).items).toEqual([])
    expect(statusAndCodes(await call('DELETE', `/links/${link.id}`))).toBe('409 forms_mgmt0004')
  })

  test('is stored with encrypted data, and is still found by a part of its data among 2,600 links', async () => {
    await server.load(accessForm({ code: 'sealed', authTypes: ['DYNAMIC'] }))
    const people = Array.from({ length: 2_600 }, (_, at) => ({
      email: `p${at}@example.org`,
      cod_fiscale: at % 500 === 7 ? 'RSSMRA80A01H501U' : 'x',
      list: ['one', at],
    }))
    const { body } = await call<{ url: string }[]>('POST', '/links', { body: { people }, form: 'sealed' })
    const rows = await rowsOf(server, "select * from sessions where customer_code = 'sealed'")
    expect(rows).toHaveLength(2_600)
    expect(JSON.stringify(rows)).not.toMatch(/RSSMRA|example\.org|codfis/i)
    const first = await links('?known=rssmra80', 'sealed')
    expect([first.items.length, first.next]).toEqual([4, expect.any(String)])
    const second = await links(`?known=rssmra80&after=${first.next}`, 'sealed')
    expect([second.items.length, second.next]).toEqual([2, null])
    expect([...first.items, ...second.items].map(({ known }) => known.email)).toEqual([2507, 2007, 1507, 1007, 507, 7].map((at) => `p${at}@example.org`))
    const all = await links('?known=EXAMPLE.org', 'sealed')
    expect([all.items.length, all.next]).toEqual([50, all.items[49]?.id])
    expect((await links('?known=%25', 'sealed')).items).toEqual([])
    const code = new URL(body.data?.[0]?.url ?? '').searchParams.get('code')
    expect((await server.call<CustomerConfiguration>('GET', `/forms/sealed?code=${code}`)).body.data?.metadata).toMatchObject({ email: ['p0@example.org'] })
    await server.services.customerKeys.destroy('sealed')
    expect((await links('', 'sealed')).items[0]).toMatchObject({ known: {}, state: 'unused' })
  })

  test('stored in plain text by an earlier release is encrypted by the job and still works', async () => {
    const { code, link } = await makesLink('dario@example.org')
    const known = { email: 'dario@example.org', cod_fiscale: 'DRAMRA80A01H501U' }
    await rowsOf(server, "update sessions set known_data = $2, person = 'codfis:DRAMRA80A01H501U' where link_id = $1", [link.id, known])
    expect((await links('?known=dramra')).items.map(({ id }) => id)).toEqual([link.id])
    expect(await encryptPlainLinks(server.services)).toBe(1)
    expect(await encryptPlainLinks(server.services)).toBe(0)
    expect(JSON.stringify(await rowsOf(server, 'select * from sessions where link_id = $1', [link.id]))).not.toMatch(/dario|DRAMRA/i)
    expect((await links('?known=dramra')).items[0]?.known).toEqual(known)
    expect((await send('fund', { code })).status).toBe(201)
  })

  test('stops working when it is revoked, even in a page that is already open', async () => {
    const { code, link } = await makesLink('bruno@example.org')
    expect((await server.call('GET', `/forms/fund?code=${code}`)).status).toBe(200)
    expect((await call<ShownLink>('DELETE', `/links/${link.id}`)).body.data?.state).toBe('revoked')
    expect((await call<ShownLink>('DELETE', `/links/${link.id}`)).status).toBe(200)
    expect((await server.call('GET', `/forms/fund?code=${code}`)).status).toBe(410)
    expect((await send('fund', { code })).status).toBe(410)
    expect(await rowsOf(server, "select operator, customer_code from audit_lines where action = 'link.revoke' and subject = $1", [link.id])).toEqual([
      { operator: 'operator', customer_code: 'fund' },
    ])
  })

  test('is listed as expired after its lifetime; sessions that belong to no link are not listed', async () => {
    const { link } = await makesLink('carla@example.org', 'other')
    await rowsOf(server, "update sessions set expires_at = now() - interval '1 minute' where link_id = $1", [link.id])
    await rowsOf(
      server,
      "insert into sessions (customer_code, code_hash, auth_type, expires_at) values ('other', '\\x01', 'DYNAMIC', now() + interval '1 hour')",
    )
    expect((await links('', 'other')).items.map(({ state }) => state)).toEqual(['expired'])
    expect(statusAndCodes(await call('DELETE', `/links/${link.id}`, { form: 'other' }))).toBe('409 forms_mgmt0004')
  })

  test('is listed in pages of 50, in both sort orders', async () => {
    await server.load(accessForm({ code: 'many', authTypes: ['DYNAMIC'] }))
    await call('POST', '/links', { body: { people: Array.from({ length: 60 }, (_, at) => ({ email: `p${at}@example.org` })) }, form: 'many' })
    const all = async (sort: string) => {
      const first = await links(`?sort=${sort}`, 'many')
      return [...first.items, ...(await links(`?sort=${sort}&after=${first.next}`, 'many')).items].map(({ id }) => id)
    }
    expect(new Set(await all('created')).size).toBe(60)
    expect(await all('-created')).toEqual((await all('created')).toReversed())
  })
})

describe('a partner’s credential in the dashboard API', () => {
  test('is listed with its description, creator and time of last use, but never with its value', async () => {
    const { bearer, shown } = await makesCredential('the broker')
    expect(shown).toEqual({
      id: expect.any(String),
      description: 'the broker',
      made_by: 'operator',
      created_at: expect.any(String),
      last_used_at: null,
      revoked_at: null,
    })
    expect((await send('fund', { bearer })).status).toBe(201)
    const read = async () => JSON.stringify((await call('GET', '/credentials')).body.data)
    const used = await read()
    expect(used).toMatch(/"last_used_at":"\d/)
    expect(used).not.toContain(bearer)
    await send('fund', { bearer })
    expect(await read()).toBe(used)
  })

  test('is rejected from the first request after its revocation', async () => {
    const { bearer, shown } = await makesCredential('the old broker')
    expect((await send('fund', { bearer })).status).toBe(201)
    expect((await call<ShownCredential>('DELETE', `/credentials/${shown.id}`)).body.data?.revoked_at).toEqual(expect.any(String))
    expect((await call('DELETE', `/credentials/${shown.id}`)).status).toBe(200)
    expect((await send('fund', { bearer })).status).toBe(401)
    expect(await rowsOf(server, "select before from audit_lines where action = 'credential.revoke' and subject = $1", [shown.id])).toEqual([
      { before: { description: 'the old broker' } },
    ])
  })
})

describe('personal links and credentials', () => {
  test('cannot be read or changed through another form, by an operator without the role, or by an operator of other forms', async () => {
    const { link } = await makesLink('dora@example.org', 'other')
    const ours = (await makesLink('ezio@example.org')).link
    const { shown } = await makesCredential('theirs', 'other')
    const mine = (await makesCredential('ours')).shown
    const before = await image()
    for (const path of [`/links/${link.id}`, `/credentials/${shown.id}`]) {
      expect(statusAndCodes(await call('DELETE', path))).toBe('404 forms_mgmt0002')
      expect((await call('DELETE', path, { form: 'other', as: 'viewer' })).status).toBe(403)
    }
    for (const path of [`/links/${ours.id}`, `/credentials/${mine.id}`]) {
      expect(statusAndCodes(await call('DELETE', path, { as: 'limited' }))).toBe('404 http_not_found')
      expect(statusAndCodes(await call('DELETE', path, { as: 'limited', form: 'other' }))).toBe('404 forms_mgmt0002')
    }
    for (const path of ['/links', '/credentials']) {
      expect((await call('GET', path, { as: 'limited' })).status).toBe(404)
      expect((await call('GET', path, { as: 'viewer' })).status).toBe(200)
      expect((await call('POST', path, { as: 'viewer', body: {} })).status).toBe(403)
    }
    expect(await image()).toEqual(before)
    expect((await links('?known=ezio', 'other')).items).toEqual([])
  })

  test.each([
    ['GET', '/links?state=lost', '400 forms_mgmt0001 state'],
    ['GET', '/links?sort=code_hash', '400 forms_mgmt0001 sort'],
    ['GET', '/links?after=1', '400 forms_mgmt0001 after'],
    ['GET', "/credentials?sort=id';--", '400 forms_mgmt0001 sort'],
    ['DELETE', '/links/1', '404 http_not_found'],
    ['DELETE', `/links/${crypto.randomUUID()}`, '404 forms_mgmt0002'],
    ['DELETE', `/credentials/${crypto.randomUUID()}`, '404 forms_mgmt0002'],
  ])('reject the invalid call %s %s', async (method, path, refused) => expect(statusAndCodes(await call(method, path))).toBe(refused))
})
