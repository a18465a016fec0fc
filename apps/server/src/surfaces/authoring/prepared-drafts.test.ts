import { randomUUID } from 'node:crypto'
import type { DraftTreeAnswer, ListedDefinition } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'
import { deleteOldLogs } from '../operators/log-retention.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
})
afterAll(() => on.server.close())

const formOf = (code_tag: string, steps: number, title: string) => ({
  code_tag,
  tag_description: title,
  form_fields: [],
  children: Array.from({ length: steps }, (_, at) => ({
    code_tag: `s${at}`,
    tag_description: `Step ${at}`,
    form_fields: [{ type: 'HTML', ordering: 1, value: '<p>Information</p>' }],
    children: [],
  })),
})
const publish = (title: string) => on.server.load({ definitions: [formOf('large', 2_100, title), formOf('small', 10, title)] })
beforeEach(async () => {
  for (const code of ['large', 'small']) await on.call('DELETE', `/definitions/${code}`)
  await publish('First')
})

const opens = (code: string, as = 'author', node: string | null = 'root') =>
  on.call('POST', `/definitions/${code}/draft/presence`, { as, body: { client: randomUUID(), node } })
const stored = async () => (await rowsOf(on.server, 'select code_tag, steps, prepared_from from drafts order by code_tag')) as { code_tag: string }[]
const listed = async () => (await on.call<ListedDefinition[]>('GET', '/definitions')).body.data?.find(({ code_tag }) => code_tag === 'large')
const tree = async () => (await on.call<DraftTreeAnswer>('GET', '/definitions/large/draft')).body.data
const rename = (value: string) =>
  on.call('POST', '/definitions/large/draft/changes', {
    body: { id: randomUUID(), kind: 'edit', operations: [{ type: 'set', id: 's7', path: ['tag_description'], value }] },
  })
const live = async () => (await listed())?.live_version

describe('the draft of a large form', () => {
  test('is prepared when an author opens the form, but the form is still shown as having no draft', async () => {
    expect((await opens('large')).status).toBe(202)
    await opens('large')
    expect(await stored()).toEqual([{ code_tag: 'large', steps: 2_101, prepared_from: await live() }])
    expect(await listed()).toMatchObject({ draft: false, steps: 2_101 })
    expect(await tree()).toMatchObject({ draft: false })
    expect((await on.call<{ drafts: object[] }>('GET', '/home')).body.data?.drafts).toEqual([])
  })

  test('is read exactly as the live version, whatever characters its ids and texts contain', async () => {
    const definition = formOf('large', 2_100, 'First')
    const [first] = definition.children
    const title = 'a "title" with \\, \n, \t, </script>, \u2028, 🏛 and \u0001'
    definition.children[0] = Object.assign({ id: `x"\\'\u2028é` }, first, { tag_description: title })
    await on.server.load({ definitions: [definition] })
    const byId = (answer?: DraftTreeAnswer | null) => new Map(answer?.nodes.map((node) => [node.id, node]))
    const before = byId(await tree())
    expect(before.size).toBeGreaterThan(4_000)
    await opens('large')
    expect((await stored()).length).toBe(1)
    const after = byId(await tree())
    expect(after).toEqual(before)
    expect([...after.values()].filter(({ content }) => content.tag_description === title)).toHaveLength(1)
  })

  test('becomes visible with the first edit, which reuses the prepared rows', async () => {
    await opens('large')
    const [before] = await rowsOf(on.server, "select ctid::text as place from draft_nodes where code_tag = 'large' and id = 's8'")
    expect((await rename('Renamed')).status).toBe(200)
    expect(await rowsOf(on.server, "select ctid::text as place from draft_nodes where code_tag = 'large' and id = 's8'")).toEqual([before])
    expect(await listed()).toMatchObject({ draft: true })
    expect((await tree())?.nodes.find(({ id }) => id === 's7')?.content.tag_description).toBe('Renamed')
  })

  test('is prepared again if another version was published after it was prepared', async () => {
    await opens('large')
    await publish('Second')
    expect((await tree())?.nodes.find(({ id }) => id === 'root')?.content.tag_description).toBe('Second')
    await rename('Renamed')
    const nodes = (await tree())?.nodes ?? []
    expect([nodes.length, nodes.find(({ id }) => id === 'root')?.content.tag_description]).toEqual([4_201, 'Second'])
    // After a publication, the definition has no draft. When an author then opens the form again, the server must
    // prepare a new draft.
    expect((await on.call('POST', '/definitions/large/publish')).status).toBe(200)
    await opens('large')
    await publish('Third')
    await opens('large')
    expect(await stored()).toEqual([{ code_tag: 'large', steps: 2_101, prepared_from: await live() }])
    expect(await rowsOf(on.server, "select content ->> 'tag_description' as title from draft_nodes where code_tag = 'large' and id = 'root'")).toEqual([
      { title: 'Third' },
    ])
  })

  test('is deleted if nobody has edited it within a day after it was prepared', async () => {
    await opens('large')
    await deleteOldLogs(on.server.services)
    expect(await stored()).toHaveLength(1)
    await rowsOf(on.server, "update drafts set begun_at = now() - interval '25 hours'")
    await deleteOldLogs(on.server.services)
    expect(await stored()).toEqual([])
  })

  test.each<[why: string, code: string, as: string, node: string | null]>([
    ['for a small form', 'small', 'author', 'root'],
    ['for a viewer, who cannot edit it', 'large', 'viewer', 'root'],
    ['when an author leaves', 'large', 'author', null],
  ])('is not prepared in advance %s', async (_why, code, as, node) => {
    expect((await opens(code, as, node)).status).toBe(202)
    expect(await stored()).toEqual([])
  })
})
