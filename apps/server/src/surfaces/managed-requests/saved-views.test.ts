import { MAX_SAVED_VIEWS, type NewView, type SavedView } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startRequestsCase } from '../../../test/requests-case.ts'
import { rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startRequestsCase>>
beforeAll(async () => {
  on = await startRequestsCase()
})
afterAll(() => on.server.close())
beforeEach(() => rowsOf(on.server, 'truncate saved_views'))

const VIEW: NewView = { name: 'Buche in ritardo', filters: { desk: '-closed', label: 'buche', due_before: 'today' }, sort: 'created', is_shared: false }
const add = (view: object = VIEW, as = 'all') => on.call<SavedView>('POST', '/views', as, { body: view })
const edit = (id: string | undefined, view: object, as = 'all') => on.call<SavedView>('PUT', `/views/${id}`, as, { body: view })
const remove = (id: string | undefined, as = 'all') => on.call('DELETE', `/views/${id}`, as)
const named = async (as?: string) => (await on.call<{ items: SavedView[] }>('GET', '/views', as)).body.data?.items.map(({ name }) => name)
const refusal = ({ status, body }: Awaited<ReturnType<typeof add>>) => [status, body.errors[0]?.data.code, body.errors[0]?.data.params?.[0]]

describe('a saved list of requests', () => {
  test('is returned to the operator who saved it, and to nobody else', async () => {
    const { status, body } = await add()
    expect([status, body.data]).toEqual([201, { ...VIEW, id: expect.any(String), operator: 'all' }])
    expect(await named()).toEqual([VIEW.name])
    expect(await named('reader')).toEqual([])
    const mine = await add({ ...VIEW, sort: null, filters: { from: '2026-02-28', to: 'today' } }, 'reader')
    expect(mine.status).toBe(201)
    expect(await named('reader')).toEqual([VIEW.name])
  })

  test('can be changed and deleted by the operator who saved it only', async () => {
    const { id } = (await add()).body.data ?? {}
    expect((await edit(id, { ...VIEW, name: 'Buche' })).body.data?.name).toBe('Buche')
    for (const call of [edit(id, VIEW, 'reader'), remove(id, 'reader'), remove(id, 'theirs'), edit('00000000-0000-0000-0000-000000000000', VIEW)])
      expect(refusal((await call) as Awaited<ReturnType<typeof add>>).slice(0, 2)).toEqual([404, 'http_not_found'])
    expect(await named()).toEqual(['Buche'])
    expect((await remove(id)).status).toBe(200)
    expect(await named()).toEqual([])
    expect((await remove(id)).status).toBe(404)
  })

  test('has a name that the operator has not given to another one', async () => {
    await add()
    const { id } = (await add({ ...VIEW, name: 'Altra' })).body.data ?? {}
    expect(refusal(await add())).toEqual([409, 'forms_mgmt0003', undefined])
    expect(refusal(await edit(id, VIEW))).toEqual([409, 'forms_mgmt0003', undefined])
    expect((await edit(id, { ...VIEW, name: 'Altra', sort: '-state' })).status).toBe(200)
    expect((await add(VIEW, 'theirs')).status).toBe(201)
  })

  test('that is shared is shown to operators who manage a common form, unless it names a form that they do not manage', async () => {
    const shared = { ...VIEW, is_shared: true }
    await add({ ...shared, name: 'everyone' })
    await add({ ...shared, name: 'ours', filters: { form: 'ours' } })
    await add({ ...shared, name: 'theirs', filters: { form: 'theirs' } })
    await rowsOf(on.server, "update saved_views set customers = '{ours}' where name = 'everyone'")
    expect(await named('theirs')).toEqual(['theirs'])
    await rowsOf(on.server, "update saved_views set customers = '{ours,theirs}' where name = 'everyone'")
    expect(await named('theirs')).toEqual(['everyone', 'theirs'])
    expect(await named('reader')).toEqual(['everyone', 'ours', 'theirs'])
    await add({ ...shared, name: 'of a part' }, 'theirs')
    expect(await rowsOf(on.server, "select customers from saved_views where name = 'of a part'")).toEqual([{ customers: ['theirs'] }])
    // The operator's own lists come first.
    expect(await named()).toEqual(['everyone', 'ours', 'theirs', 'of a part'])
  })

  test('that is shared can be deleted by an owner, but not changed', async () => {
    const { id } = (await add({ ...VIEW, is_shared: true }, 'theirs')).body.data ?? {}
    expect((await remove(id)).status).toBe(404)
    await rowsOf(on.server, "update operators set role = 'owner' where username = 'all'")
    try {
      expect((await edit(id, VIEW)).status).toBe(404)
      expect((await remove(id)).status).toBe(200)
    } finally {
      await rowsOf(on.server, "update operators set role = 'operator' where username = 'all'")
    }
  })

  test('cannot be shared by a viewer', async () => {
    expect(refusal(await add({ ...VIEW, is_shared: true }, 'reader'))).toEqual([400, 'forms_mgmt0001', 'fixed'])
    const { id } = (await add(VIEW, 'reader')).body.data ?? {}
    expect(refusal(await edit(id, { ...VIEW, is_shared: true }, 'reader'))).toEqual([400, 'forms_mgmt0001', 'fixed'])
  })

  test.each([
    ['a filter that finds one person', { ...VIEW, filters: { email: 'a@example.org' } }],
    ['a search', { ...VIEW, filters: { q: 'Rossi' } }],
    ['no filter', { ...VIEW, filters: {} }],
    ['no day', { ...VIEW, filters: { from: 'yesterday' } }],
    ['no state', { ...VIEW, filters: { state: 'lost' } }],
    ['no name', { ...VIEW, name: ' ' }],
    ['a long name', { ...VIEW, name: 'x'.repeat(61) }],
    ['a name of two lines', { ...VIEW, name: 'a\nb' }],
    ['another order', { ...VIEW, sort: 'email' }],
    ['another part', { ...VIEW, operator: 'reader' }],
  ])('is rejected with %s', async (_, view) => {
    expect(refusal(await add(view)).slice(0, 2)).toEqual([400, 'forms_mgmt0001'])
    expect(await named()).toEqual([])
  })

  test('is one of at most fifty, also if several are saved at once', async () => {
    const statuses = await Promise.all(Array.from({ length: MAX_SAVED_VIEWS + 5 }, async (_, n) => (await add({ ...VIEW, name: `view ${n}` })).status))
    expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_SAVED_VIEWS)
    expect(refusal(await add({ ...VIEW, name: 'more' }))).toEqual([400, 'forms_mgmt0001', 'too_many'])
    expect((await named())?.length).toBe(MAX_SAVED_VIEWS)
  })

  test('is deleted with its operator', async () => {
    await rowsOf(on.server, "insert into operators (username, role) values ('leaving', 'viewer')")
    await rowsOf(on.server, `insert into saved_views (operator, name, filters, is_shared) values ('leaving', 'x', '{"desk": "open"}', true)`)
    expect(await named()).toEqual(['x'])
    await rowsOf(on.server, "delete from operators where username = 'leaving'")
    expect(await named()).toEqual([])
  })
})
