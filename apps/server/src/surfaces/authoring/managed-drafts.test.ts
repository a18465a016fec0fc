import { randomUUID } from 'node:crypto'
import type { Definition, DraftChange, DraftOperation, DraftTreeAnswer, ListedDefinition, StoredDraftChange } from '@sportello/contract'
import { DraftTree, definitionOf } from '@sportello/editing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'

type Case = Awaited<ReturnType<typeof startManagementCase>>
let on: Case
beforeAll(async () => {
  on = await startManagementCase()
})
afterAll(() => on.server.close())

const SPORT = {
  code_tag: 'sport',
  tag_description: 'Sport',
  form_params: { sso_secret_aes: 'a secret of the form', ticket_prefix: 'SPORT-' },
  form_fields: [],
  children: [
    { code_tag: 'court', tag_description: 'Court', form_fields: [{ type: 'HTML', ordering: 1, value: '<p>Choose.</p>' }], children: [] },
    { code_tag: 'course', tag_description: 'Course', form_fields: [{ type: 'HTML', ordering: 1, value: '<p>Soon.</p>' }], children: [] },
  ],
}
/** Publishes the definition `sport` again, so that it has no draft. */
beforeEach(async () => {
  const { status } = await on.call('GET', '/definitions/sport/draft')
  if (status === 200) await on.call('DELETE', '/definitions/sport')
  await on.server.load({ definitions: [SPORT] })
})

const tree = async (as = 'owner') => (await on.call<DraftTreeAnswer>('GET', '/definitions/sport/draft', { as })).body.data as DraftTreeAnswer
const send = (change: DraftChange, as = 'owner') => on.call<StoredDraftChange>('POST', '/definitions/sport/draft/changes', { body: change, as })
const edit = (...operations: DraftOperation[]): DraftChange => ({ id: randomUUID(), kind: 'edit', operations })
const title = (value: string, id = 'court'): DraftOperation => ({ type: 'set', id, path: ['tag_description'], value })
const document = async () => definitionOf(new DraftTree((await tree()).nodes))
const listed = async () => (await on.call<ListedDefinition[]>('GET', '/definitions')).body.data?.find(({ code_tag }) => code_tag === 'sport')

describe('a change of a draft', () => {
  test('creates the draft, which other authors see at once and visitors see after the publication', async () => {
    const before = await tree()
    expect([before.draft, before.nodes.length]).toEqual([false, 5])
    const { status, body } = await send(edit(title('Tennis court')))
    expect([status, body.data]).toEqual([200, expect.objectContaining({ sequence: before.sequence + 1, username: 'owner' })])
    expect(await tree('operator')).toMatchObject({ draft: true, sequence: before.sequence + 1, own: [] })
    expect((await tree()).own).toEqual([{ sequence: before.sequence + 1, kind: 'edit', operations: [title('Tennis court')], inverse: [title('Court')] }])
    expect((await document()).children[0]).toMatchObject({ id: 'court', code_tag: 'court', tag_description: 'Tennis court' })
    expect(await listed()).toMatchObject({ draft: true, steps: 3 })
    const live = async () =>
      (
        await rowsOf(
          on.server,
          "select document from definition_versions v join definitions d using (code_tag) where code_tag = 'sport' and version = live_version",
        )
      )[0]?.document as Definition
    expect((await live()).children[0]?.tag_description).toBe('Court')
    expect((await on.call('POST', '/definitions/sport/publish')).status).toBe(200)
    expect((await live()).children[0]).toMatchObject({ id: 'court', tag_description: 'Tennis court', form_fields: [{ id: 'court-0' }] })
    expect(await tree()).toMatchObject({ draft: false, own: [] })
    const since = await on.call<StoredDraftChange[]>('GET', `/definitions/sport/draft/changes?after=${before.sequence}`)
    expect(since.body.data?.map(({ kind }) => kind)).toEqual(['edit', 'reset'])
  })

  test('updates the number of steps that are part of the form', async () => {
    const branch: DraftOperation = {
      type: 'insert',
      nodes: [
        { id: 'n1', kind: 'step', parent: 'court', position: 'a5', content: { code_tag: 'tennis', tag_description: 'Tennis' } },
        { id: 'n2', kind: 'step', parent: 'n1', position: 'a0', content: { code_tag: 'indoor', tag_description: 'Indoor' } },
        { id: 'n3', kind: 'field', parent: 'n2', position: 'a0', content: { type: 'HTML', ordering: 1, value: '' } },
      ],
    }
    await send(edit(branch))
    expect(await listed()).toMatchObject({ steps: 5 })
    await send(edit({ type: 'remove', id: 'court' }))
    expect(await listed()).toMatchObject({ steps: 2 })
    await send(edit({ type: 'move', id: 'n1', parent: 'course', position: 'a0' }))
    expect(await listed()).toMatchObject({ steps: 4 })
    expect((await document()).children).toMatchObject([{ code_tag: 'course', children: [{ code_tag: 'tennis', children: [{ code_tag: 'indoor' }] }] }])
  })

  test('is applied only once if it is sent twice, even in parallel', async () => {
    const change = edit(title('Once'), { type: 'insert', nodes: [{ id: 'new', kind: 'step', parent: 'court', position: 'a0', content: { code_tag: 'x' } }] })
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(change)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.data?.sequence)).size).toBe(1)
    expect((await send(change)).body.data).toEqual(answers[0]?.body.data)
  })

  test('is stored in one order without gaps, even if several authors send changes at the same time', async () => {
    const { sequence } = await tree()
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        send(
          edit({ type: 'insert', nodes: [{ id: `p${at}`, kind: 'step', parent: 'court', position: 'a1', content: { code_tag: `p${at}` } }] }),
          at % 2 ? 'owner' : 'operator',
        ),
      ),
    )
    const { body } = await on.call<StoredDraftChange[]>('GET', `/definitions/sport/draft/changes?after=${sequence}`)
    expect(body.data?.map((change) => change.sequence)).toEqual(Array.from({ length: 20 }, (_, at) => sequence + 1 + at))
    expect((await document()).children[0]?.children).toHaveLength(20)
  })

  test('may leave a step incomplete; the draft then cannot be published', async () => {
    const field = {
      id: 'f',
      kind: 'field',
      parent: 'court',
      position: 'a9',
      content: { type: 'PROPERTY', value: { default_value: { input_type: 'select' } } },
    } as const
    expect((await send(edit({ type: 'insert', nodes: [{ ...field, content: { ...field.content } }] }))).status).toBe(200)
    expect((await send(edit(title('')))).status).toBe(200)
    const { status, body } = await on.call('POST', '/definitions/sport/publish')
    expect([status, body.errors.map(({ data }) => data.field)]).toEqual([
      400,
      expect.arrayContaining([
        '/children/0/tag_description',
        '/children/0/form_fields/1/value/property_code',
        '/children/0/form_fields/1/value/default_value/options',
      ]),
    ])
    expect(await listed()).toMatchObject({ draft: true })
  })

  test('is stored with its HTML cleaned', async () => {
    const { body } = await send(edit({ type: 'set', id: 'court-0', path: ['value'], value: '<p onclick="x()">Hi<script>x()</script></p>' }))
    expect(body.data?.operations).toEqual([{ type: 'set', id: 'court-0', path: ['value'], value: '<p>Hi</p>' }])
    expect((await document()).children[0]?.form_fields[0]?.value).toBe('<p>Hi</p>')
  })

  test('keeps the form’s secrets; neither the log nor the draft contains a secret in a response', async () => {
    await send(edit({ type: 'set', id: 'root', path: ['form_params', 'max_requests'], value: 5 }))
    await send(edit({ type: 'set', id: 'root', path: ['form_params'], value: { sso_secret_aes: 'another long secret', max_requests: 6 } }))
    await send(edit({ type: 'set', id: 'root', path: ['form_params', 'ticket_prefix'], value: 'X-' }))
    const [stored] = await rowsOf(on.server, "select content from draft_nodes where code_tag = 'sport' and id = 'root'")
    expect(stored?.content).toMatchObject({ form_params: { sso_secret_aes: 'another long secret', max_requests: 6, ticket_prefix: 'X-' } })
    const log = await rowsOf(on.server, "select operations, inverse from draft_changes where code_tag = 'sport'")
    const seen = JSON.stringify([
      log,
      await tree(),
      (await on.call('GET', '/definitions/sport')).body,
      (await on.call('GET', '/definitions/sport/draft/changes?after=0')).body,
    ])
    expect(seen).toContain('X-')
    expect(seen).not.toContain(' secret')
  })
})

/** Returns a draft with its nodes sorted by id, because the server returns them in no fixed order. */
const inOrderOfIds = (draft: DraftTreeAnswer) => ({ ...draft, nodes: draft.nodes.toSorted((one, other) => (one.id < other.id ? -1 : 1)) })

describe('a change is rejected and changes nothing', () => {
  const position = 'a0'
  test.each<[string, unknown, string]>([
    ['that names an unknown node', edit(title('x', 'nobody')), 'forms_mgmt0001 nobody'],
    [
      'that inserts an id that exists',
      edit({ type: 'insert', nodes: [{ id: 'course', kind: 'step', parent: 'court', position, content: {} }] }),
      'forms_mgmt0001 course',
    ],
    ['that moves a step into itself', edit({ type: 'move', id: 'court', parent: 'court', position }), 'forms_mgmt0001 court'],
    ['that moves the root', edit({ type: 'move', id: 'root', parent: 'court', position }), 'forms_mgmt0001 root'],
    ['that puts a field into a field', edit({ type: 'move', id: 'course', parent: 'court-0', position }), 'forms_mgmt0001 course'],
    ['with a position that has no neighbours', edit({ type: 'move', id: 'court', parent: 'course', position: 'zzzz0' }), 'forms_mgmt0001 position'],
    ['with an unknown property', edit({ type: 'set', id: 'court', path: ['colour'], value: 'red' }), 'forms_mgmt0001 colour'],
    ['with a value of a wrong type', edit({ type: 'set', id: 'court', path: ['disabled'], value: 'yes' }), 'forms_mgmt0001 disabled'],
    ['with a field of an unknown type', edit({ type: 'set', id: 'court-0', path: ['type'], value: 'SONG' }), 'forms_mgmt0001 type'],
    ['with a block that lacks its value', edit({ type: 'set', id: 'court-0', path: ['type'], value: 'FAQ' }), 'forms_mgmt0001 value'],
    ['that sets the prototype', edit({ type: 'set', id: 'court', path: ['__proto__', 'x'], value: 1 }), 'forms_mgmt0001 court'],
    ['without operations', { id: randomUUID(), kind: 'edit', operations: [] }, 'forms_mgmt0001 operations'],
    ['with an unknown operation', { id: randomUUID(), kind: 'edit', operations: [{ type: 'clear' }] }, 'forms_mgmt0001 operations.0.type'],
    ['without an id', { kind: 'edit', operations: [title('x')] }, 'forms_mgmt0001 id'],
  ])('%s', async (_name, change, error) => {
    await send(edit(title('Before')))
    const before = await tree()
    const { status, body } = await send({ ...(change as DraftChange) })
    expect(codes({ status, body })).toEqual([400, error])
    // Checks that the server stores none of the operations that precede the rejected operation.
    const { id, operations } = change as DraftChange
    if (id && operations.length > 0) expect((await send({ ...edit(title('Half')), operations: [title('Half'), ...operations] })).status).toBe(400)
    expect(inOrderOfIds(await tree())).toEqual(inOrderOfIds(before))
  })

  test('sent by an operator with the role viewer, by an operator of other forms, without a session, or for an unknown definition', async () => {
    expect(codes(await send(edit(title('x')), 'viewer'))).toEqual([403, 'forms0018'])
    expect(codes(await send(edit(title('x')), 'theirs'))).toEqual([404, 'http_not_found'])
    expect((await on.call('POST', '/definitions/sport/draft/changes', { body: edit(title('x')), as: null })).status).toBe(401)
    expect((await on.call('POST', '/definitions/nothing/draft/changes', { body: edit(title('x')) })).status).toBe(404)
    expect((await on.call('GET', '/definitions/nothing/draft')).status).toBe(404)
    expect((await on.call('GET', '/definitions/sport/draft', { as: 'theirs' })).status).toBe(404)
    expect((await tree()).draft).toBe(false)
  })
})

describe('a document saved as a draft', () => {
  test('is stored as operations on the nodes that differ, so that another author’s changes remain and each change can be undone', async () => {
    await send(edit(title('Courses', 'course')), 'operator')
    const { sequence } = await tree()
    const sent = await document()
    const [court, course] = sent.children
    await on.call('PUT', '/definitions/sport', { body: { ...sent, children: [course, { ...court, tag_description: 'Courts' }] } })
    const { body } = await on.call<StoredDraftChange[]>('GET', `/definitions/sport/draft/changes?after=${sequence}`)
    expect(body.data?.map(({ username, operations }) => [username, operations.map(({ type }) => type)])).toEqual([['owner', ['move', 'set']]])
    expect((await document()).children.map(({ id, tag_description }) => [id, tag_description])).toEqual([
      ['course', 'Courses'],
      ['court', 'Courts'],
    ])
  })

  test('that a server of the previous release has stored in the old column is edited like any other draft', async () => {
    const old = { ...SPORT, tag_description: 'Old draft', form_params: { ticket_prefix: 'OLD-' } }
    await rowsOf(on.server, "update definitions set draft = $1 where code_tag = 'sport'", [JSON.stringify(old)])
    expect(await listed()).toMatchObject({ draft: true, steps: 3 })
    expect(await tree()).toMatchObject({ draft: true })
    expect((await document()).tag_description).toBe('Old draft')
    expect((await send(edit(title('New', 'course')))).status).toBe(200)
    expect((await on.call<Definition>('GET', '/definitions/sport')).body.data).toMatchObject({
      tag_description: 'Old draft',
      form_params: { ticket_prefix: 'OLD-' },
    })
  })
})

describe('the calls that the editor makes automatically', () => {
  const idle = async () =>
    Number((await rowsOf(on.server, "select extract(epoch from now() - last_used_at) as s from operator_sessions where username = 'viewer'"))[0]?.s)

  test('do not keep an idle session open, unlike the calls that the operator causes', async () => {
    await rowsOf(on.server, "update operator_sessions set last_used_at = now() - interval '300 seconds' where username = 'viewer'")
    expect((await on.call('POST', '/definitions/sport/draft/presence', { body: { client: randomUUID(), node: 'court' }, as: 'viewer' })).status).toBe(202)
    const events = await on.follow('sport', 0, 'viewer')
    await expect.poll(() => events.text()).toContain('retry:')
    await events.end()
    expect(await idle()).toBeGreaterThanOrEqual(300)
    await tree('viewer')
    expect(await idle()).toBeLessThan(60)
  })

  test('are rejected after ten minutes without a call that the operator causes', async () => {
    await rowsOf(on.server, "update operator_sessions set last_used_at = now() - interval '601 seconds' where username = 'viewer'")
    expect((await on.call('POST', '/definitions/sport/draft/presence', { body: { client: randomUUID(), node: null }, as: 'viewer' })).status).toBe(401)
    await rowsOf(on.server, "update operator_sessions set last_used_at = now() where username = 'viewer'")
  })
})

describe('the event stream of a draft', () => {
  test('sends other authors’ changes and presence within a second, and the changes that the client missed', async () => {
    const { sequence } = await tree()
    await send(edit(title('First')))
    const events = await on.follow('sport', sequence)
    await expect.poll(() => events.text()).toContain('"First"')
    await send(edit(title('Second')), 'operator')
    await expect.poll(() => events.text(), { timeout: 1_000 }).toContain('"Second"')
    const client = randomUUID()
    expect((await on.call('POST', '/definitions/sport/draft/presence', { body: { client, node: 'court' }, as: 'viewer' })).status).toBe(202)
    await expect.poll(() => events.text(), { timeout: 1_000 }).toContain(`{"client":"${client}","node":"court","username":"viewer"}`)
    await on.call('DELETE', '/definitions/sport')
    await expect.poll(() => events.text(), { timeout: 1_000 }).toContain('"kind":"reset"')
    expect(events.text().match(/^id: \d+$/gm)).toEqual([`id: ${sequence + 1}`, `id: ${sequence + 2}`, `id: ${sequence + 3}`])
    await events.end()
  })
})
