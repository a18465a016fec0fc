import type { Definition, TagView } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
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

test('compiled definitions of other releases and of superseded versions are deleted a week after they were needed', async () => {
  const { kysely } = server.database
  expect((await compiled()).length).toBe(2)
  expect(await deleteOldCompiled(kysely)).toBe(0)
  await rowsOf(server, "update compiled_definitions set compiled_at = now() - interval '8 days' where compiler = 'other'")
  expect(await deleteOldCompiled(kysely)).toBe(0)
  await rowsOf(server, "update compiled_definitions set compiled_at = now() - interval '8 days'")
  expect(await deleteOldCompiled(kysely)).toBe(1)
  await server.load(largeBundle('Two'))
  expect(await deleteOldCompiled(kysely)).toBe(0)
  await server.database.owner.query(`begin; alter table definition_versions disable trigger user;
    update definition_versions set published_at = now() - interval '8 days'; alter table definition_versions enable trigger user; commit`)
  expect(await deleteOldCompiled(kysely)).toBe(1)
  expect(await compiled()).toMatchObject([{ version: 2 }])
  expect(await titleOfStep('more-0')).toBe('Two')
})

test('inside a transaction, a large definition is read without storing anything', async () => {
  await rowsOf(server, 'delete from compiled_definitions')
  const read = () => acrossCustomers(server.database.kysely, (db) => readVersion(db, 'large-root', 2))
  expect((await read())?.published.nodes.get('more-0')?.tag.tag_description).toBe('Two')
  expect(await compiled()).toEqual([])
  await readVersion(server.database.kysely, 'large-root', 2)
  expect(await compiled()).toMatchObject([{ version: 2 }])
  expect((await read())?.published.isCompiled).toBe(true)
})

test('a large definition can be used although its compiled form cannot be stored', async () => {
  await rowsOf(server, 'delete from compiled_definitions')
  await rowsOf(server, 'revoke insert on compiled_definitions from sportello_server')
  expect((await readVersion(server.database.kysely, 'large-root', 2))?.published.nodes.has('more-1')).toBe(true)
  expect(await compiled()).toEqual([])
  await rowsOf(server, 'grant insert on compiled_definitions to sportello_server')
})
