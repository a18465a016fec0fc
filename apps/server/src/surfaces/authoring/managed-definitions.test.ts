import type { Definition, DraftTreeAnswer, Integration, ListedDefinition, TagView } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle({ code: 'ours' }))
  await server.load(accessForm({ code: 'hushed', authTypes: ['SSO'], params: { sso_secret_aes: 'very secret indeed' } }))
  owner = await openOperatorSession(server.database, 'operator')
})
afterAll(() => server.close())

const call = <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  server.call<T>(method, `/managements${path}`, {
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), Authorization: `Bearer ${owner}`, ...headers },
  })
const document = async (query = '') => (await call<Definition>('GET', `/definitions/ours-root${query}`)).body.data as Definition
const shownTitle = async () => (await server.call<TagView>('GET', '/forms/ours/tags/ours-root')).body.data?.tag_description

describe('a definition', () => {
  test('can be drafted, published and rolled back, and visitors see only its live version', async () => {
    const first = await document()
    const title = first.tag_description
    const drafted = await call('PUT', '/definitions/ours-root', { ...first, tag_description: 'A new title' })
    expect(drafted.status).toBe(200)
    expect((await document()).tag_description).toBe('A new title')
    expect(await shownTitle()).toBe(title)
    expect((await call<ListedDefinition[]>('GET', '/definitions')).body.data).toContainEqual(
      expect.objectContaining({ code_tag: 'ours-root', live_version: 1, draft: true, forms: ['ours'] }),
    )
    expect((await call('POST', '/definitions/ours-root/publish')).body.data).toEqual({ code_tag: 'ours-root', live_version: 2 })
    await expect.poll(shownTitle).toBe('A new title')
    expect((await call('POST', '/definitions/ours-root/publish')).status).toBe(400)
    expect((await document('?version=1')).tag_description).toBe(title)
    expect((await call('POST', '/definitions/ours-root/versions/1/restore')).body.data).toEqual({
      code_tag: 'ours-root',
      live_version: 3,
      draft: false,
      asked: false,
    })
    await expect.poll(shownTitle).toBe(title)
    const versions = (await call<{ version: number; live: boolean }[]>('GET', '/definitions/ours-root/versions')).body.data
    expect(versions?.map(({ version, live }) => [version, live])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ])
  })

  test('accepts only the first of two concurrent drafts; its draft can be discarded', async () => {
    const first = await document()
    const { headers } = await call('GET', '/definitions/ours-root')
    const tag = { 'if-match': headers.get('etag') ?? '' }
    expect((await call('PUT', '/definitions/ours-root', { ...first, tag_description: 'Mine' }, tag)).status).toBe(200)
    expect((await call('PUT', '/definitions/ours-root', { ...first, tag_description: 'Theirs' }, tag)).status).toBe(409)
    expect((await document()).tag_description).toBe('Mine')
    expect((await call('DELETE', '/definitions/ours-root')).status).toBe(200)
    expect((await call('DELETE', '/definitions/ours-root')).status).toBe(404)
    expect((await document()).tag_description).toBe(first.tag_description)
  })

  describe('a definition with a pending draft', () => {
    const listed = async () => (await call<ListedDefinition[]>('GET', '/definitions')).body.data?.find(({ code_tag }) => code_tag === 'ours-root')
    const drafted = async (title: string) => call('PUT', '/definitions/ours-root', { ...(await document()), tag_description: title })
    const seen = async () => ({ 'if-match': `"${(await listed())?.version}"` })
    const actions = [
      ['POST', '/definitions/ours-root/publish'],
      ['POST', '/definitions/ours-root/versions/1/restore'],
      ['DELETE', '/definitions/ours-root'],
    ] as const

    test.each(actions)('%s %s is rejected when the draft has changed since the operator loaded it', async (method, path) => {
      await drafted('Seen')
      const tag = await seen()
      await drafted('Another one')
      const live = (await listed())?.live_version
      const { status, body } = await call(method, path, undefined, tag)
      expect([status, body.errors[0]?.data.code]).toEqual([409, 'forms_mgmt0004'])
      expect(await listed()).toMatchObject({ draft: true, live_version: live })
      expect((await document()).tag_description).toBe('Another one')
    })

    test.each(actions)('%s %s succeeds for the draft that the operator loaded', async (method, path) => {
      await drafted('Seen again')
      expect((await call(method, path, undefined, await seen())).status).toBe(200)
    })

    test('keeps its draft when an earlier version is restored or a bundle is imported', async () => {
      await drafted('Unfinished work')
      const { status, body } = await call<{ live_version: number; draft: boolean }>('POST', '/definitions/ours-root/versions/1/restore')
      expect([status, body.data?.draft]).toEqual([200, true])
      expect((await document()).tag_description).toBe('Unfinished work')
      const first = await document('?version=1')
      expect((await call('POST', '/bundle', { definitions: [{ ...first, tag_description: 'From a bundle' }] })).status).toBe(200)
      await expect.poll(shownTitle).toBe('From a bundle')
      expect((await document()).tag_description).toBe('Unfinished work')
      // An import deletes a draft that equals the imported live version.
      expect((await call('POST', '/bundle', { definitions: [{ ...first, tag_description: 'Unfinished work' }] })).status).toBe(200)
      expect(await listed()).toMatchObject({ draft: false })
    })

    test('has audit log entries that contain its titles before and after each change', async () => {
      const { tag_description: title } = await document()
      await drafted('Drafted')
      await call('DELETE', '/definitions/ours-root')
      const lines = await rowsOf(server, "select action, before, after from audit_lines where subject = 'ours-root' order by id desc limit 2")
      expect(lines).toMatchObject([
        { action: 'definition.discard', before: { title: 'Drafted' }, after: { title: expect.any(String) } },
        { action: 'definition.draft', before: { title }, after: { title: 'Drafted' } },
      ])
    })

    test('is listed with the number of its steps', async () => {
      const step = (n: number) => ({ code_tag: `n${n}`, tag_description: `Step ${n}`, form_fields: [], children: [] })
      const three = { code_tag: 'three', tag_description: 'Three', form_params: {}, form_fields: [], children: [{ ...step(1), children: [step(2)] }] }
      expect((await call('PUT', '/definitions/three', three)).status).toBe(200)
      const rows = (await call<ListedDefinition[]>('GET', '/definitions')).body.data
      expect(rows?.find(({ code_tag }) => code_tag === 'three')?.steps).toBe(3)
    })
  })

  test('is rejected with the JSON Pointer of every error, and nothing is changed', async () => {
    const first = await document()
    const wrong = { ...first, hidden: true, children: [{ code_tag: 'a b', tag_description: '', form_fields: [], children: [] }] }
    const { status, body } = await call('PUT', '/definitions/ours-root', wrong)
    expect(status).toBe(400)
    expect(body.errors.map(({ data }) => data.field)).toEqual(expect.arrayContaining(['/hidden', '/children/0/code_tag', '/children/0/tag_description']))
    expect(body.errors[0]?.data.params[0]).toMatch(/./)
    expect((await call('PUT', '/definitions/other', first)).status).toBe(400)
    expect(await document()).toEqual(first)
    expect((await call('GET', '/definitions/absent')).status).toBe(404)
    expect((await call('POST', '/definitions/absent/publish')).status).toBe(404)
    expect((await call('POST', '/definitions/ours-root/versions/99/restore')).status).toBe(404)
  })

  test('keeps its stored secrets, but responses do not contain them', async () => {
    const hushed = (await call<Definition>('GET', '/definitions/hushed-root')).body.data as Definition
    expect(JSON.stringify(hushed)).not.toContain('very secret')
    await call('PUT', '/definitions/hushed-root', { ...hushed, tag_description: 'Another' })
    expect((await call('POST', '/definitions/hushed-root/publish')).status).toBe(200)
    const [row] = await rowsOf(
      server,
      "select document -> 'form_params' ->> 'sso_secret_aes' as secret from definition_versions where code_tag = 'hushed-root' order by version desc",
    )
    expect(row).toEqual({ secret: 'very secret indeed' })
  })

  test('is opened in the editor with the names of its stored secrets, but without their values', async () => {
    const draft = await call<DraftTreeAnswer>('GET', '/definitions/hushed-root/draft')
    expect(draft.body.data?.secrets).toEqual(['sso_secret_aes'])
    expect(JSON.stringify(draft.body)).not.toContain('very secret')
    expect((await call<DraftTreeAnswer>('GET', '/definitions/sample/draft')).body.data?.secrets ?? []).toEqual([])
  })

  test('may have thousands of steps', async () => {
    const step = (n: number) => ({
      code_tag: `s${n}`,
      tag_description: `Step ${n}`,
      form_fields: [{ type: 'HTML', ordering: 1, value: '<p>Information</p>' }],
      children: [],
    })
    const large = { code_tag: 'large', tag_description: 'Large', form_params: {}, form_fields: [], children: Array.from({ length: 3_000 }, (_, n) => step(n)) }
    expect((await call('PUT', '/definitions/large', large)).status).toBe(200)
    expect((await call('POST', '/definitions/large/publish')).status).toBe(200)
  })
})

describe('a bundle in the dashboard API', () => {
  test('is exported without secrets, and keeps the stored secrets when it is imported', async () => {
    const response = await fetch(`${server.url}/forms-service/rs/v2/managements/bundle?forms=ours`, {
      headers: { 'X-Api-Key': 'test-key', Authorization: `Bearer ${owner}` },
    })
    expect(response.headers.get('content-disposition')).toContain('attachment')
    const bundle = (await response.json()) as { forms: object[] }
    expect((await call<{ change: string }[]>('POST', '/bundle', bundle)).body.data?.map(({ change }) => change)).toEqual(['left', 'left'])
    await call('PUT', '/settings/forms/ours', {
      ...bundle.forms[0],
      mappings: undefined,
      description: 'Ours',
      client_url: 'https://a.example/',
      params: { sso_secret_aes: 'of the form itself' },
    })
    expect((await call('POST', '/bundle', bundle)).status).toBe(200)
    expect(await rowsOf(server, "select params from customers where customer_code = 'ours'")).toEqual([{ params: { sso_secret_aes: 'of the form itself' } }])
  })

  test('with all forms is exported without secrets, and changes nothing when it is imported', async () => {
    const people = { service: 'people', kind: 'http', url: 'https://people.example/a', output: { options_path: 'all', key: 'id', value: 'name' } } as const
    const headers = { Authorization: 'very secret indeed', Accept: 'application/json' }
    await server.load({ integrations: [{ ...people, headers }] })
    const response = await fetch(`${server.url}/forms-service/rs/v2/managements/bundle`, {
      headers: { 'X-Api-Key': 'test-key', Authorization: `Bearer ${owner}` },
    })
    const bundle = (await response.json()) as { integrations: Integration[] }
    expect(bundle.integrations).toContainEqual({ ...people, headers: { Authorization: '', Accept: '' } })
    expect(JSON.stringify(bundle)).not.toContain('very secret')
    const lines = (await call<{ change: string }[]>('POST', '/bundle', bundle)).body.data ?? []
    expect(lines.length).toBeGreaterThan(4)
    expect(lines.filter(({ change }) => change !== 'left')).toEqual([])

    const stored = async () => (await rowsOf(server, "select document -> 'headers' as headers from integrations where service = 'people'"))[0]?.headers
    await call('POST', '/bundle', { integrations: [{ ...people, url: 'https://people.example/b', headers: { Authorization: '', 'X-New': 'new' } }] })
    expect(await stored()).toEqual({ Authorization: 'very secret indeed', 'X-New': 'new' })
    await call('POST', '/bundle', { integrations: [{ ...people, url: 'https://evil.example/a', headers: { Authorization: '' } }] })
    expect(await stored()).toEqual({ Authorization: '' })
  })

  test('with schema errors is rejected with all its errors, in the operator’s language', async () => {
    const twice = { code_tag: 'same', tag_description: 'Same', form_fields: [], children: [] }
    const { status, body } = await call(
      'POST',
      '/bundle',
      {
        definitions: [{ code_tag: 'faulty', tag_description: 'Faulty', colour: 'red', children: [twice, twice] }],
        forms: [{ code_form: 'lost', code_tag: 'nowhere' }],
      },
      { 'Accept-Language': 'de' },
    )
    expect(status).toBe(400)
    expect(body.errors.map(({ data }) => [data.field, data.message])).toEqual([
      ['/definitions/0/colour', 'Dieses Feld gibt es nicht.'],
      ['/definitions/0/children/1/code_tag', '„same“ kommt zweimal vor.'],
      ['/forms/0/code_tag', 'Es gibt keine Definition „nowhere“.'],
    ])
  })

  test.each<[string, unknown, string]>([
    ['names a form without its definition', { forms: [{ code_form: 'lost', code_tag: 'nowhere' }] }, '/forms/0/code_tag'],
    ['reads a file of the server', { assets: [{ kind: 'logo', name: 'a', file: '/etc/passwd' }] }, '/assets'],
    ['has an unknown key', { secrets: [] }, '/secrets'],
  ])('that %s is rejected and changes nothing', async (_why, bundle, pointer) => {
    const before = await rowsOf(server, 'select revision from catalog_revision')
    const { status, body } = await call('POST', '/bundle', bundle)
    expect([status, body.errors[0]?.data.field]).toEqual([400, pointer])
    expect(await rowsOf(server, 'select revision from catalog_revision')).toEqual(before)
  })
})
