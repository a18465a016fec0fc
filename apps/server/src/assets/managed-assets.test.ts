import type { ListedAsset } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { openOperatorSession } from '../operators/rules.ts'

const PIXEL = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

let server: TestServer
let credential: string
beforeAll(async () => {
  server = await startTestServer()
  credential = await openOperatorSession(server.database, 'operator')
})
afterAll(() => server.close())

const call = <T>(method: string, path: string, body?: object) =>
  server.call<T>(method, `/managements${path}`, {
    headers: { Authorization: `Bearer ${credential}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

test('a picture that is added is listed by its kind, and served', async () => {
  const added = await call<ListedAsset>('POST', '/assets', { kind: 'logo', name: 'ours.png', data_url: PIXEL })
  expect(added).toMatchObject({ status: 201, body: { data: { kind: 'logo', name: 'ours.png' } } })
  expect((await call<ListedAsset[]>('GET', '/assets?kind=logo')).body.data).toContainEqual(added.body.data)
  expect((await call<ListedAsset[]>('GET', '/assets?kind=favicon')).body.data).not.toContainEqual(added.body.data)
  expect((await fetch(server.url + added.body.data?.url)).headers.get('content-type')).toBe('image/png')
})

test('texts are listed without an address', async () => {
  const data_url = `data:application/json;base64,${Buffer.from('{"invia":"Manda"}').toString('base64')}`
  expect((await call<ListedAsset>('POST', '/assets', { kind: 'custom_loc_strings', name: 'texts', data_url })).body.data?.url).toBeNull()
})

test.each<[string, object, (string | number | undefined)[]]>([
  ['a name that is there', { name: 'ours.png' }, [409, 'forms_mgmt0003', 'name']],
  ['a drawing', { data_url: `data:image/png;base64,${Buffer.from('<svg/>').toString('base64')}` }, [400, 'forms_mgmt0001', 'data_url']],
  ['what is too large', { data_url: `${PIXEL.slice(0, -2)}${'A'.repeat(712_000)}` }, [400, 'forms_mgmt0001', 'data_url']],
  ['a path', { name: '../x' }, [400, 'forms_mgmt0001', 'name']],
  ['texts that are none', { kind: 'custom_loc_strings' }, [400, 'forms_mgmt0001', 'data_url']],
  ['another kind', { kind: 'script' }, [400, 'forms_mgmt0001', 'kind']],
])('%s is refused', async (_why, wrong, expected) => {
  const { status, body } = await call('POST', '/assets', { kind: 'logo', name: 'fresh', data_url: PIXEL, ...wrong })
  expect([status, body.errors[0]?.data.code, body.errors[0]?.data.field]).toEqual(expected)
})

test('the faults of a style are told with their places, and nothing is kept', async () => {
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
