import type { Definition, TagView } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { Catalog } from '../customers/catalog.ts'
import { deleteOldCompiled, readVersion } from './read-version.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A form of 100,000 characters and more. */
const largeBundle = (first: string) => {
  const bundle = sampleBundle({ code: 'large' })
  const [definition] = bundle.definitions as Definition[]
  const children = Array.from({ length: 400 }, (_, at) => ({
    code_tag: `more-${at}`,
    tag_description: at === 0 ? first : `Step ${at}`,
    form_fields: [{ type: 'HTML', ordering: 1, value: `<p>${`word${at} `.repeat(60)}</p>` }],
    children: [],
  }))
  return { ...bundle, definitions: [{ ...definition, children: [...(definition?.children ?? []), ...children] }] }
}
const compiled = () => rowsOf(server, "select version, compiler from compiled_definitions where code_tag = 'large-root' order by version")
const titleOfStep = async (code: string) => (await server.call<TagView>('GET', `/forms/large/tags/${code}`)).body.data?.tag_description

test('a large definition is compiled when it is published, and served from that', async () => {
  await server.load(largeBundle('One'))
  expect(await compiled()).toMatchObject([{ version: 1 }])
  const { published } = (await readVersion(server.database.kysely, 'large-root', 1)) ?? {}
  expect(published?.nodes).not.toBeInstanceOf(Map)
  expect(await titleOfStep('more-399')).toBe('Step 399')
  expect((await server.call('GET', '/forms/large/tags/more-400')).status).toBe(404)
})

test('a small definition is not compiled', async () => {
  await server.load(sampleBundle())
  expect(await rowsOf(server, "select from compiled_definitions where code_tag = 'sample-root'")).toEqual([])
  expect((await readVersion(server.database.kysely, 'sample-root', 1))?.published.nodes).toBeInstanceOf(Map)
  expect(await readVersion(server.database.kysely, 'sample-root', 7)).toBeUndefined()
})

test('a large definition that another release has compiled, or none, is compiled by the first process that reads it', async () => {
  const [own] = await compiled()
  await rowsOf(server, "update compiled_definitions set compiler = 'other', content = 'x', search = 'x' where code_tag = 'large-root'")
  const catalog = new Catalog(server.database.kysely, server.database.listening, () => {})
  expect((await catalog.customer('large'))?.published.nodes.get('more-7')?.tag.tag_description).toBe('Step 7')
  expect(await compiled()).toEqual(expect.arrayContaining([own, { version: 1, compiler: 'other' }]))
})

test('compiled definitions of other releases and of superseded versions are deleted after a week', async () => {
  await server.load(largeBundle('Two'))
  expect((await compiled()).length).toBe(3)
  expect(await deleteOldCompiled(server.database.kysely)).toBe(0)
  await rowsOf(server, "update compiled_definitions set compiled_at = now() - interval '8 days'")
  expect(await deleteOldCompiled(server.database.kysely)).toBe(2)
  expect(await compiled()).toMatchObject([{ version: 2 }])
  expect(await titleOfStep('more-0')).toBe('Two')
})
