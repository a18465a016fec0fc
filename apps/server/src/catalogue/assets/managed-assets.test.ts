import { setTimeout as sleep } from 'node:timers/promises'
import type { AssetTexts, ListedAsset } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../test/mail-sink.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

const PIXEL = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

let server: TestServer
let credential: string
beforeAll(async () => {
  server = await startTestServer()
  credential = await openOperatorSession(server.database, 'operator')
})
afterAll(() => server.close())

const call = <T>(method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  server.call<T>(method, `/managements${path}`, {
    headers: { Authorization: `Bearer ${credential}`, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })

test('a new asset appears in the list of its kind and is served at its URL', async () => {
  const added = await call<ListedAsset>('POST', '/assets', { kind: 'logo', name: 'ours.png', data_url: PIXEL })
  expect(added).toMatchObject({ status: 201, body: { data: { kind: 'logo', name: 'ours.png' } } })
  expect((await call<ListedAsset[]>('GET', '/assets?kind=logo')).body.data).toContainEqual(added.body.data)
  expect((await call<ListedAsset[]>('GET', '/assets?kind=favicon')).body.data).not.toContainEqual(added.body.data)
  expect((await fetch(server.url + added.body.data?.url)).headers.get('content-type')).toBe('image/png')
})

test('an asset is read from the database once, and is not served after its deletion', async () => {
  const { url } = (await call<ListedAsset>('POST', '/assets', { kind: 'logo', name: 'once.png', data_url: PIXEL })).body.data ?? {}
  // Waits until the server process has received the notification of the new asset.
  await sleep(300)
  const get = () => fetch(server.url + url)
  const bytes = await (await get()).bytes()
  const { pool } = server.database
  const held = await Promise.all(Array.from({ length: (pool.options.max ?? 0) - (pool.totalCount - pool.idleCount) }, () => pool.connect()))
  const late = new Promise<null>((resolve) => setTimeout(resolve, 1_000, null))
  const again = await Promise.race([get(), late])
  for (const client of held) client.release()
  expect(await again?.bytes()).toEqual(bytes)
  await rowsOf(server, "delete from assets where name = 'once.png'")
  const status = await eventually(
    async () => (await get()).status,
    (found) => found === 404,
    3_000,
  )
  expect(status).toBe(404)
})

test('an uploaded file of custom phrases is listed without a URL', async () => {
  const data_url = `data:application/json;base64,${Buffer.from('{"invia":"Manda"}').toString('base64')}`
  expect((await call<ListedAsset>('POST', '/assets', { kind: 'custom_loc_strings', name: 'texts', data_url })).body.data?.url).toBeNull()
})

test('GET …/texts returns the texts of a file in their order, its version, and after a replacement the new texts', async () => {
  const dataUrlOf = (texts: object) => `data:application/json;base64,${Buffer.from(JSON.stringify(texts)).toString('base64')}`
  const texts = { 'de.invia_richiesta': 'Los «{1}»', invia_richiesta: 'Manda', unheard_of: '', 'a.b.c': 'ä' }
  const added = (await call<ListedAsset>('POST', '/assets', { kind: 'custom_loc_strings', name: 'read.json', data_url: dataUrlOf(texts) })).body.data
  await server.load(form('reads', { params: { custom_loc_strings: 'read.json' } }))
  const read = () => call<AssetTexts>('GET', '/assets/custom_loc_strings/read.json/texts')
  const first = await read()
  expect(first).toMatchObject({ status: 200, body: { data: { ...added, uses: 1, used_by: ['reads'], texts } } })
  expect(Object.keys(first.body.data?.texts ?? {})).toEqual(Object.keys(texts))
  await call('PUT', '/assets/custom_loc_strings/read.json', { data_url: dataUrlOf({ invia: 'Via' }) }, { 'if-match': `"${added?.version}"` })
  const second = await read()
  expect(second.body.data?.texts).toEqual({ invia: 'Via' })
  expect(second.body.data?.version).not.toBe(added?.version)
})

test.each<[string, string, Record<string, string>, [number, string]]>([
  ['an unknown name', 'custom_loc_strings/absent.json', {}, [404, 'http_not_found']],
  ['a picture', 'logo/ours.png', {}, [404, 'http_not_found']],
  ['an unknown kind', 'script/texts', {}, [404, 'http_not_found']],
  ['a name that is a path', 'custom_loc_strings/..%2Ftexts', {}, [404, 'http_not_found']],
  ['a name with a null character', 'custom_loc_strings/a%00b', {}, [404, 'http_not_found']],
  ['a name that is too long', `custom_loc_strings/${'a'.repeat(129)}`, {}, [404, 'http_not_found']],
  ['a call without a session', 'custom_loc_strings/texts', { Authorization: '' }, [401, 'http_credential']],
  ['a session that does not exist', 'custom_loc_strings/texts', { Authorization: 'Bearer x' }, [401, 'http_credential']],
])('GET …/texts rejects %s', async (_why, asset, headers, expected) => {
  const { status, body } = await call('GET', `/assets/${asset}/texts`, undefined, headers)
  expect([status, body.errors[0]?.data.code]).toEqual(expected)
})

test.each<[string, object, (string | number | undefined)[]]>([
  ['an existing name', { name: 'ours.png' }, [409, 'forms_mgmt0003', 'name']],
  ['an SVG declared as PNG', { data_url: `data:image/png;base64,${Buffer.from('<svg/>').toString('base64')}` }, [400, 'forms_mgmt0001', 'data_url']],
  ['a file that is too large', { data_url: `${PIXEL.slice(0, -2)}${'A'.repeat(712_000)}` }, [400, 'forms_mgmt0001', 'data_url']],
  ['a name that is a path', { name: '../x' }, [400, 'forms_mgmt0001', 'name']],
  ['a phrases file that is not JSON', { kind: 'custom_loc_strings' }, [400, 'forms_mgmt0001', 'data_url']],
  ['an unknown kind', { kind: 'script' }, [400, 'forms_mgmt0001', 'kind']],
])('POST /assets rejects an asset with %s', async (_why, wrong, expected) => {
  const { status, body } = await call('POST', '/assets', { kind: 'logo', name: 'fresh', data_url: PIXEL, ...wrong })
  expect([status, body.errors[0]?.data.code, body.errors[0]?.data.field]).toEqual(expected)
})

const OTHER = 'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////2Q=='
const statusAndError = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.errors[0]?.data.code, body.errors[0]?.data.field]
/** Returns a bundle with one form that refers to an asset in the given parameters. */
const form = (code: string, named: { params?: object; form_params?: object; logoParams?: object[]; template?: object }) => ({
  definitions: [{ code_tag: code, tag_description: code, form_params: { auth_type: ['DATACOLLECTION'], ...named.form_params }, children: [] }],
  forms: [
    {
      code_form: code,
      code_tag: code,
      params: named.params ?? {},
      logoParams: named.logoParams ?? [],
      templateParams: { name: 'hallways', params: named.template ?? {} },
    },
  ],
})

test('a replaced asset gets a new URL, and the forms that use the asset show the new URL at once', async () => {
  const added = (await call<ListedAsset>('POST', '/assets', { kind: 'logo', name: 'renewed.png', data_url: PIXEL })).body.data
  await server.load(form('shows', { params: { logo: 'renewed.png' } }))
  const replaced = await call<ListedAsset>('PUT', '/assets/logo/renewed.png', { data_url: OTHER }, { 'if-match': `"${added?.version}"` })
  expect(replaced).toMatchObject({ status: 200, body: { data: { name: 'renewed.png', media_type: 'image/jpeg', bytes: 43, uses: 1, used_by: ['shows'] } } })
  expect(replaced.body.data?.url).not.toBe(added?.url)
  const shown = async () => (await server.call<{ logos: { src: string }[] }>('GET', '/forms/shows')).body.data?.logos[0]?.src
  await expect.poll(shown).toBe(replaced.body.data?.url)
  expect((await fetch(server.url + replaced.body.data?.url)).headers.get('content-type')).toBe('image/jpeg')
  expect((await fetch(server.url + added?.url)).status).toBe(404)
  expect(statusAndError(await call('PUT', '/assets/logo/renewed.png', { data_url: PIXEL }, { 'if-match': `"${added?.version}"` }))).toEqual([
    409,
    'forms_mgmt0004',
    undefined,
  ])
})

test.each<[string, string, Parameters<typeof form>[1]]>([
  ['its own parameter', 'logo', { params: { logo: 'wanted' } }],
  ['its definition', 'favicon', { form_params: { favicon: 'wanted' } }],
  ['its logos', 'logo', { logoParams: [{ value: 'other' }, { value: 'wanted' }] }],
  ['its template', 'background', { template: { backgroundSxImg: 'wanted' } }],
  ['its phrases', 'custom_loc_strings', { params: { custom_loc_strings: 'wanted' } }],
])('an asset cannot be deleted while a form uses it in %s, and the error names the form', async (_where, kind, named) => {
  const data_url = kind === 'custom_loc_strings' ? `data:application/json;base64,${btoa('{"invia":"Manda"}')}` : PIXEL
  await call('POST', '/assets', { kind, name: 'wanted', data_url })
  await server.load(form('names', named))
  const refused = await call('DELETE', `/assets/${kind}/wanted`)
  expect([refused.status, refused.body.errors[0]?.data]).toEqual([409, expect.objectContaining({ code: 'forms_mgmt0002', params: ['names'] })])
  expect((await call<ListedAsset[]>('GET', `/assets?kind=${kind}`)).body.data).toContainEqual(expect.objectContaining({ name: 'wanted', used_by: ['names'] }))
  await server.load(form('names', {}))
  expect((await call('DELETE', `/assets/${kind}/wanted`)).status).toBe(200)
  expect((await call<ListedAsset[]>('GET', `/assets?kind=${kind}`)).body.data?.map(({ name }) => name)).not.toContain('wanted')
})

test('an asset is neither replaced nor deleted if it is missing, invalid, or changed since the operator read it', async () => {
  const added = (await call<ListedAsset>('POST', '/assets', { kind: 'favicon', name: 'kept.png', data_url: PIXEL })).body.data
  const stale = { 'if-match': '"1"' }
  expect(statusAndError(await call('PUT', '/assets/favicon/absent.png', { data_url: PIXEL }))).toEqual([404, 'http_not_found', undefined])
  expect(statusAndError(await call('PUT', '/assets/script/kept.png', { data_url: PIXEL }))).toEqual([404, 'http_not_found', undefined])
  expect(statusAndError(await call('PUT', '/assets/favicon/kept.png', { data_url: 'data:image/png;base64,AAAA' }))).toEqual([400, 'forms_mgmt0001', 'data_url'])
  expect(statusAndError(await call('PUT', '/assets/favicon/kept.png', { data_url: OTHER }, stale))).toEqual([409, 'forms_mgmt0004', undefined])
  expect(statusAndError(await call('DELETE', '/assets/favicon/kept.png', undefined, stale))).toEqual([409, 'forms_mgmt0004', undefined])
  expect(statusAndError(await call('DELETE', '/assets/favicon/absent.png'))).toEqual([404, 'forms_mgmt0002', undefined])
  expect((await call<ListedAsset[]>('GET', '/assets?kind=favicon')).body.data).toContainEqual(added)
})

test('each change to an asset is recorded in the audit log without the asset’s content', async () => {
  const lines = await rowsOf(server, "select action, before, after from audit_lines where subject = 'logo/renewed.png' order by id")
  expect(lines.map(({ action }) => action)).toEqual(['asset.add', 'asset.edit'])
  expect(lines[1]).toMatchObject({ before: { media_type: 'image/png' }, after: { media_type: 'image/jpeg', bytes: 43 } })
  expect(JSON.stringify(lines)).not.toContain('base64')
})

test('POST /answer-css returns the parts of a stylesheet that the server would remove, with their positions, and stores nothing', async () => {
  const css = '.a { color: red; position: fixed }\n@import "x";'
  const { status, body } = await call<{ from: number; to: number; reason: string }[]>('POST', '/answer-css', { css })
  expect([status, body.data?.map(({ from, to, reason }) => [css.slice(from, to), reason])]).toEqual([
    200,
    [
      ['position: fixed', 'property'],
      ['@import "x";', 'at_rule'],
    ],
  ])
})
