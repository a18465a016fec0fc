import type { DeskBatchOutcome, DuplicateCandidate, ShownRequest } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { waitForLock } from '../../../test/crossed.ts'
import { startRequestsCase } from '../../../test/requests-case.ts'
import { rowsOf } from '../../../test/traces.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { eraseRequests } from '../../requests/requests/rules.ts'

let on: Awaited<ReturnType<typeof startRequestsCase>>
let [anna, bruno, carla, again, code] = ['', '', '', '', '']
beforeAll(async () => {
  on = await startRequestsCase()
  anna = on.tickets.anna ?? ''
  bruno = on.tickets.bruno ?? ''
  carla = on.tickets.carla ?? ''
  again = await on.send('ours', 'anna.neri@example.org', { street: 'Via Roma 2' })
  code = await on.send('ours', 'other@example.org', { street: 'RSSMRA80A01H501U' })
})
afterAll(() => on.server.close())
beforeEach(() => rowsOf(on.server, 'truncate desk_cases, desk_labels, desk_entries, desk_merges'))

const merge = (ticket: string, into: unknown, { as = 'all', version }: { as?: string; version?: string } = {}) =>
  on.call<ShownRequest>('PUT', `/requests/${ticket}/merge`, as, { body: { into }, version })
const split = (ticket: string, as = 'all') => on.call<ShownRequest>('DELETE', `/requests/${ticket}/merge`, as)
const shown = async (ticket: string) => (await on.call<ShownRequest>('GET', `/requests/${ticket}`)).body.data?.desk
const candidates = async (ticket: string, as = 'all') => {
  const { status, body } = await on.call<{ items: DuplicateCandidate[] }>('GET', `/requests/${ticket}/duplicates`, as)
  return status === 200 ? body.data?.items.map((each) => each.ticket) : status
}
const refusal = ({ status, body }: { status: number; body: { errors: { data: { code: string; params?: string[] } }[] } }) => [
  status,
  body.errors[0]?.data.code,
  body.errors[0]?.data.params?.[0],
]
const kinds = async (ticket: string) => (await shown(ticket))?.entries.map(({ kind, before, after }) => [kind, before, after])

describe('a request that is merged into another one', () => {
  test('is closed, and both say so in their timelines and in the log of changes', async () => {
    const { status, body } = await merge(again, anna, { version: '0' })
    expect(status).toBe(200)
    expect(body.data?.desk).toMatchObject({ state: 'closed', merged_into: anna, duplicates: [] })
    expect(await shown(anna)).toMatchObject({ state: 'open', merged_into: null, duplicates: [again] })
    expect(await kinds(again)).toEqual([
      ['merged', null, anna],
      ['state', 'open', 'closed'],
    ])
    expect(await kinds(anna)).toEqual([['absorbed', null, again]])
    const [line] = await rowsOf(on.server, "select operator, subject, after from audit_lines where action = 'request.merge' order by id desc limit 1")
    expect(line).toEqual({ operator: 'all', subject: again, after: { into: anna } })
  })

  test('can be taken apart, and is open again', async () => {
    await merge(again, anna)
    const { status, body } = await split(again)
    expect([status, body.data?.desk.state, body.data?.desk.merged_into]).toEqual([200, 'open', null])
    expect(await shown(anna)).toMatchObject({ duplicates: [] })
    expect((await kinds(again))?.slice(2)).toEqual([
      ['merged', anna, null],
      ['state', 'closed', 'open'],
    ])
    expect((await kinds(anna))?.at(-1)).toEqual(['absorbed', again, null])
    expect(refusal(await split(again))).toEqual([409, 'forms_mgmt0004', undefined])
  })

  test('takes along what was merged into it, and nothing is merged into it any more', async () => {
    await merge(again, bruno)
    await merge(bruno, anna)
    expect(await shown(again)).toMatchObject({ merged_into: anna })
    expect((await shown(anna))?.duplicates.toSorted()).toEqual([again, bruno].toSorted())
    expect(refusal(await merge(code, bruno))).toEqual([400, 'forms_mgmt0001', 'inside_itself'])
    expect(refusal(await merge(again, code))).toEqual([409, 'forms_mgmt0004', undefined])
  })

  test('must be of the same form, another request, and as the operator saw it', async () => {
    expect(refusal(await merge(anna, carla))).toEqual([400, 'forms_mgmt0001', 'absent'])
    expect(refusal(await merge(anna, 'UNKNOWN'))).toEqual([400, 'forms_mgmt0001', 'absent'])
    expect(refusal(await merge(anna, anna))).toEqual([400, 'forms_mgmt0001', 'twice'])
    expect(refusal(await merge('UNKNOWN', anna)).slice(0, 2)).toEqual([404, 'http_not_found'])
    expect(refusal(await merge(anna, '../x')).slice(0, 2)).toEqual([400, 'forms_mgmt0001'])
    expect(refusal(await merge(anna, bruno, { version: '3' })).slice(0, 2)).toEqual([409, 'forms_mgmt0004'])
    expect(await rowsOf(on.server, 'select from desk_merges')).toEqual([])
  })

  test('is within the operator’s reach', async () => {
    expect(refusal(await merge(anna, bruno, { as: 'theirs' })).slice(0, 2)).toEqual([404, 'http_not_found'])
    expect(refusal(await merge(carla, anna, { as: 'theirs' }))).toEqual([400, 'forms_mgmt0001', 'absent'])
    expect((await merge(anna, bruno, { as: 'reader' })).status).toBe(403)
    await merge(again, anna)
    expect((await split(again, 'reader')).status).toBe(403)
    expect(refusal(await split(again, 'theirs')).slice(0, 2)).toEqual([404, 'http_not_found'])
  })

  test('is merged once if several operators merge it, and its duplicates, at once', async () => {
    const pairs = [
      [anna, bruno],
      [bruno, anna],
      [again, anna],
      [again, bruno],
      [code, again],
    ] as const
    const statuses = await Promise.all(pairs.map(async ([ticket, into]) => (await merge(ticket, into)).status))
    for (const status of statuses) expect([200, 400, 409]).toContain(status)
    // Nothing is merged into a request that was merged itself.
    expect(await rowsOf(on.server, 'select from desk_merges m join desk_merges n on n.request_id = m.into_id')).toEqual([])
    expect((await rowsOf(on.server, 'select from desk_merges')).length).toBe(statuses.filter((status) => status === 200).length)
  })

  test('keeps its state until it is taken apart', async () => {
    await merge(again, anna)
    const change = (body: object) => on.call('PUT', `/requests/${again}/desk`, 'all', { body })
    expect(refusal((await change({ state: 'open' })) as Awaited<ReturnType<typeof merge>>)).toEqual([400, 'forms_mgmt0001', 'fixed'])
    expect((await change({ labels: ['double'] })).status).toBe(200)
    const { body } = await on.call<DeskBatchOutcome>('POST', '/desk/changes', 'all', { body: { tickets: [again], change: { state: 'open' } } })
    expect(body.data).toEqual({ changed: 0, refused: [{ ticket: again, reason: 'merged' }] })
    expect(await shown(again)).toMatchObject({ state: 'closed', merged_into: anna })
  })

  test('is not stored about a request that is being erased', async () => {
    const ticket = await on.send('ours', 'erasing@example.org', { street: 'Via Torino 1' })
    const [row] = await rowsOf(on.server, 'select id from requests where ticket = $1', [ticket])
    const { id } = row ?? {}
    const calls = await acrossCustomers(on.server.database.jobs, async (db) => {
      await eraseRequests(db, on.server.services, [{ customerCode: 'ours', id: String(id), ticket }])
      const waiting = Promise.all([
        merge(again, ticket),
        on.call('PUT', `/requests/${ticket}/desk`, 'all', { body: { labels: ['late'] } }),
        on.call('POST', `/requests/${ticket}/notes`, 'all', { body: { text: 'late' } }),
      ])
      await waitForLock(on.server, 100)
      return { waiting }
    })
    for (const { status } of await calls.waiting) expect([400, 404]).toContain(status)
    for (const table of ['desk_cases', 'desk_labels', 'desk_entries', 'desk_merges'])
      expect([table, await rowsOf(on.server, `select from ${table} where request_id = $1`, [id])]).toEqual([table, []])
    expect(await shown(again)).toMatchObject({ merged_into: null })
  })

  test('is no longer merged, and is to be done again, when the other one is erased', async () => {
    const ticket = await on.send('ours', 'erased@example.org', { street: 'Via Milano 1' })
    await merge(again, ticket)
    const [row] = await rowsOf(on.server, 'select id from requests where ticket = $1', [ticket])
    const remove = await acrossCustomers(on.server.database.jobs, (db) =>
      eraseRequests(db, on.server.services, [{ customerCode: 'ours', id: String(row?.id), ticket }]),
    )
    await remove()
    expect(await rowsOf(on.server, 'select from desk_merges')).toEqual([])
    expect(await shown(again)).toMatchObject({ merged_into: null, state: 'open' })
  })
})

describe('the requests that may say the same', () => {
  test('are those of the same form from the same address or with the same tax code', async () => {
    const same = await on.send('ours', 'nobody@example.org', { street: 'rssmra80a01h501u' })
    await on.send('theirs', 'anna.neri@example.org', { street: 'RSSMRA80A01H501U' })
    expect(await candidates(anna)).toEqual([again])
    expect(await candidates(again)).toEqual([anna])
    expect(await candidates(code)).toEqual([same])
    expect(await candidates(bruno)).toEqual([])
    expect(await candidates(anna, 'theirs')).toBe(404)
    expect(await candidates(anna, 'reader')).toBe(403)
  })
})
