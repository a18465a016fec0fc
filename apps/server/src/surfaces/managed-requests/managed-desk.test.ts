import type { DeskBatchOutcome, DeskChange, DeskChoices, ShownRequest } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/mail-sink.ts'
import { startRequestsCase } from '../../../test/requests-case.ts'
import { openRowsOf, rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startRequestsCase>>
let anna: string
beforeAll(async () => {
  on = await startRequestsCase({ desk_states: ['In lavorazione', 'Dal tecnico'], desk_labels: ['urgente', 'buche'] })
  anna = on.tickets.anna ?? ''
  for (const [username, role, disabled, customers] of [
    ['ada', 'operator', false, ['ours']],
    ['gone', 'operator', true, null],
  ])
    await rowsOf(on.server, 'insert into operators (username, role, disabled, customers, name, surname) values ($1, $2, $3, $4, $1, $5)', [
      username,
      role,
      disabled,
      customers,
      'Lovelace',
    ])
})
afterAll(() => on.server.close())
beforeEach(() => rowsOf(on.server, 'truncate desk_cases, desk_labels, desk_entries'))

const change = (ticket: string, body: DeskChange | object, { as = 'all', version }: { as?: string; version?: string } = {}) =>
  on.call<ShownRequest>('PUT', `/requests/${ticket}/desk`, as, { body, version })
const note = (ticket: string, text: unknown, as = 'all') => on.call<ShownRequest>('POST', `/requests/${ticket}/notes`, as, { body: { text } })
const ticketsOf = async (query: string, as?: string) => (await on.list(query, as))?.items.map(({ ticket }) => ticket)

describe('a request on the desk', () => {
  test('gets there when its ticket is opened, and is open, with nobody’s name', async () => {
    await rowsOf(on.server, "update requests set state = 'failed' where ticket = $1", [on.tickets.bruno])
    expect((await on.list('desk=-closed'))?.items).toEqual([])
    await on.call('POST', `/requests/${on.tickets.bruno}/retry`)
    const items = await eventually(
      async () => (await on.list('desk=-closed'))?.items ?? [],
      (found) => found.length === 1,
    )
    expect(items[0]).toMatchObject({ ticket: on.tickets.bruno, state: 'processed', desk: { state: 'open', assignee: null, due_on: null, labels: [] } })
    expect((await on.list())?.items.find(({ ticket }) => ticket === anna)?.desk).toBeNull()
  })

  test('can be changed in each part; the request shows who changed what, and the audit log too', async () => {
    const before = (await on.call<ShownRequest>('GET', `/requests/${anna}`)).body.data?.desk
    expect(before).toMatchObject({
      exists: false,
      state: 'open',
      states: ['open', 'In lavorazione', 'Dal tecnico', 'closed'],
      offered_labels: ['urgente', 'buche'],
    })
    const { status, body } = await change(anna, { state: 'In lavorazione', assignee: 'ada', due_on: '2030-02-28', labels: ['urgente', 'a mano', 'urgente'] })
    expect(status).toBe(200)
    expect(body.data?.desk).toMatchObject({
      exists: true,
      state: 'In lavorazione',
      assignee: 'ada',
      due_on: '2030-02-28',
      labels: ['a mano', 'urgente'],
      entries: [
        { operator: 'all', kind: 'state', before: 'open', after: 'In lavorazione' },
        { operator: 'all', kind: 'assignee', before: null, after: 'ada' },
        { operator: 'all', kind: 'due_on', before: null, after: '2030-02-28' },
        { operator: 'all', kind: 'labels', before: [], after: ['a mano', 'urgente'] },
      ],
    })
    const cleared = (await change(anna, { assignee: null, due_on: null, labels: [] })).body.data?.desk
    expect(cleared).toMatchObject({ state: 'In lavorazione', assignee: null, due_on: null, labels: [] })
    expect(cleared?.entries.slice(4).map(({ kind, before }) => [kind, before])).toEqual([
      ['assignee', 'ada'],
      ['due_on', '2030-02-28'],
      ['labels', ['a mano', 'urgente']],
    ])
    const [line] = await rowsOf(
      on.server,
      "select operator, customer_code, before, after from audit_lines where action = 'request.work' and subject = $1 order by id limit 1",
      [anna],
    )
    expect(line).toMatchObject({ operator: 'all', customer_code: 'ours', after: { state: 'In lavorazione', assignee: 'ada', due_on: '2030-02-28', labels: 2 } })
    expect(JSON.stringify(await rowsOf(on.server, 'select * from audit_lines'))).not.toContain('a mano')
  })

  test('is changed by one of two operators who opened the same version; the other gets 409', async () => {
    const opened = (await on.call<ShownRequest>('GET', `/requests/${anna}`)).body.data?.desk.version
    const answers = await Promise.all(
      ['In lavorazione', 'Dal tecnico'].map((state) => change(anna, { state }, { ...(opened !== undefined && { version: opened }) })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const won = answers.find(({ status }) => status === 200)?.body.data?.desk
    expect((await on.call<ShownRequest>('GET', `/requests/${anna}`)).body.data?.desk).toMatchObject({ state: won?.state, version: '1' })
    expect(won?.entries).toHaveLength(1)
  })

  test('is not touched by a change to what it already is', async () => {
    await change(anna, { assignee: 'ada' })
    const { body } = await change(anna, { assignee: 'ada', state: 'open', labels: [] })
    expect([body.data?.desk.version, body.data?.desk.entries.length]).toEqual(['1', 1])
  })

  test.each<[string, object, string]>([
    ['a state that its form does not have', { state: 'Elsewhere' }, 'state'],
    ['an empty state', { state: ' ' }, 'state'],
    ['a state on two lines', { state: 'a\nb' }, 'state'],
    ['an assignee who does not exist', { assignee: 'nobody' }, 'assignee'],
    ['an assignee who can only read', { assignee: 'reader' }, 'assignee'],
    ['an assignee whose account is disabled', { assignee: 'gone' }, 'assignee'],
    ['an assignee who may not see its form', { assignee: 'theirs' }, 'assignee'],
    ['a date that does not exist', { due_on: '2030-02-30' }, 'due_on'],
    ['a label that is too long', { labels: ['x'.repeat(41)] }, 'labels'],
    ['a label with a comma', { labels: ['a,b'] }, 'labels'],
    ['too many labels', { labels: Array.from({ length: 21 }, (_, at) => `l${at}`) }, 'labels'],
    ['an unknown key', { owner: 'me' }, ''],
  ])('refuses %s, and stays as it was', async (_, body, field) => {
    const { status, body: answer } = await change(anna, body)
    expect([status, answer.errors[0]?.data.code]).toEqual([400, 'forms_mgmt0001'])
    expect(String(answer.errors[0]?.data.field)).toContain(field)
    expect((await on.call<ShownRequest>('GET', `/requests/${anna}`)).body.data?.desk).toMatchObject({ exists: false, entries: [] })
  })

  test('cannot be changed by a viewer, nor by an operator of other forms', async () => {
    expect((await change(anna, { state: 'closed' }, { as: 'reader' })).status).toBe(403)
    expect((await note(anna, 'hello', 'reader')).status).toBe(403)
    expect((await change(anna, { state: 'closed' }, { as: 'theirs' })).status).toBe(404)
    expect((await note(anna, 'hello', 'theirs')).status).toBe(404)
    expect((await change('X-NOBODY', { state: 'closed' })).status).toBe(404)
    expect(await rowsOf(on.server, 'select from desk_cases')).toEqual([])
  })
})

describe('a note', () => {
  test('is stored encrypted, also if it was stored in plain text before, and is erased with its request', async () => {
    const secret = 'Ha chiamato la signora Rossi'
    expect((await note(anna, ` ${secret}\nalle 9 `)).status).toBe(201)
    const plain = await rowsOf(on.server, "update desk_entries set note = 'plain ' || id where kind = 'note' returning note")
    await rowsOf(on.server, "select graphile_worker.add_job('seal_open', '{}'::json)")
    const open = () => rowsOf(on.server, "select from desk_entries where note like 'plain %'")
    expect(await eventually(open, (rows) => rows.length === 0)).toEqual([])
    const { body } = await note(anna, secret)
    expect(body.data?.desk.entries.map(({ kind, operator, text }) => [kind, operator, text])).toEqual([
      ['note', 'all', plain[0]?.note],
      ['note', 'all', secret],
    ])
    const stored = JSON.stringify(await openRowsOf(on.server, 'select * from desk_entries'))
    expect(stored.match(/sealed1\./g)).toHaveLength(2)
    expect(stored).not.toContain('Rossi')
    expect(JSON.stringify(await rowsOf(on.server, 'select * from audit_lines'))).not.toContain('Rossi')
  })

  test.each([[''], [' \n'], ['x'.repeat(5_001)], ['a\u0000b'], [7], [null]])('is refused if it is %j', async (text) => {
    expect((await note(anna, text)).status).toBe(400)
    expect(await rowsOf(on.server, 'select from desk_entries')).toEqual([])
  })

  test('is erased with its request, as all work on it', async () => {
    const email = 'erased@example.org'
    const ticket = await on.send('ours', email)
    await note(ticket, 'x')
    await change(ticket, { labels: ['urgente'] })
    await change(anna, { labels: ['urgente'] })
    await rowsOf(on.server, "update operators set role = 'owner' where username = 'all'")
    const erased = await on.call('POST', '/personal-data/erase', 'all', { body: { email } })
    expect(erased.status).toBe(200)
    for (const table of ['desk_cases', 'desk_labels', 'desk_entries'])
      expect(await rowsOf(on.server, `select request_id = (select id from requests where ticket = $1) as is_annas from ${table}`, [anna])).toEqual([
        { is_annas: true },
      ])
    await rowsOf(on.server, "update operators set role = 'operator' where username = 'all'")
  })
})

describe('the list of requests', () => {
  test('can be filtered by state on the desk, assignee, label and due date', async () => {
    const { bruno = '', carla = '' } = on.tickets
    await change(anna, { state: 'In lavorazione', assignee: 'ada', labels: ['urgente'], due_on: '2020-01-01' })
    await change(bruno, { labels: ['urgente', 'buche'], due_on: '2030-01-01' })
    await change(carla, { state: 'closed', assignee: 'all', due_on: '2020-01-01' })
    expect(await ticketsOf('desk=-closed')).toEqual([bruno, anna])
    expect(await ticketsOf('desk=-closed&sort=created')).toEqual([anna, bruno])
    expect(await ticketsOf('desk=-closed&sort=form')).toEqual([bruno, anna])
    expect(await ticketsOf('desk=closed')).toEqual([carla])
    expect(await ticketsOf('desk=In lavorazione')).toEqual([anna])
    expect(await ticketsOf('desk=-open')).toEqual([])
    expect(await ticketsOf('assignee=ada')).toEqual([anna])
    expect(await ticketsOf('assignee=-')).toEqual([bruno])
    expect(await ticketsOf('assignee=all')).toEqual([])
    expect(await ticketsOf('assignee=all&desk=closed')).toEqual([carla])
    expect(await ticketsOf('label=urgente')).toEqual([bruno, anna])
    expect(await ticketsOf('label=urgente&form=theirs')).toEqual([])
    expect(await ticketsOf('label=buche&email=bruno')).toEqual([bruno])
    expect(await ticketsOf('due_before=2026-01-01')).toEqual([anna])
    expect(await ticketsOf("label=' or 1=1 --")).toEqual([])
    expect(await ticketsOf('desk=closed', 'theirs')).toEqual([carla])
    expect(await ticketsOf('desk=-closed', 'theirs')).toEqual([])
    expect((await on.call('GET', '/requests?due_before=yesterday')).status).toBe(400)
    const choices = (await on.call<DeskChoices>('GET', '/desk', 'reader')).body.data
    expect(choices).toMatchObject({ states: ['In lavorazione', 'closed', 'open'], labels: ['buche', 'urgente'] })
    const offered = async (forms: string, as?: string) => (await on.call<DeskChoices>('GET', `/desk?forms=${forms}`, as)).body.data
    expect(await offered('ours,nothing')).toMatchObject({ states: ['In lavorazione', 'closed', 'open', 'Dal tecnico'] })
    expect((await offered('ours', 'theirs'))?.states).toEqual(['closed'])
    expect(choices?.assignees).toContainEqual({ username: 'ada', name: 'ada Lovelace' })
    expect(choices?.assignees.map(({ username }) => username)).not.toContain('gone')
    const theirs = (await on.call<DeskChoices>('GET', '/desk', 'theirs')).body.data
    expect(theirs).toMatchObject({ states: ['closed'], labels: [] })
    expect(theirs?.assignees.map(({ username }) => username)).not.toContain('ada')
  })
})

describe('a change of several requests', () => {
  const batch = (body: object, as = 'all') => on.call<DeskBatchOutcome>('POST', '/desk/changes', as, { body })

  test('changes those that it can, and names the others', async () => {
    const { carla = '' } = on.tickets
    await change(anna, { labels: ['urgente', 'buche'] })
    const { status, body } = await batch({ tickets: [anna, carla, carla, 'X-NOBODY'], change: { assignee: 'ada', add_label: 'nuova', remove_label: 'buche' } })
    expect([status, body.data]).toEqual([
      200,
      {
        changed: 1,
        refused: [
          { ticket: 'X-NOBODY', reason: 'missing' },
          { ticket: carla, reason: 'assignee' },
        ],
      },
    ])
    expect((await on.list('label=nuova'))?.items.map(({ ticket, desk }) => [ticket, desk])).toEqual([
      [anna, { state: 'open', assignee: 'ada', due_on: null, labels: ['nuova', 'urgente'] }],
    ])
    expect((await batch({ tickets: [anna], change: { add_label: 'nuova' } })).body.data).toEqual({ changed: 0, refused: [] })
    expect((await batch({ tickets: [anna], change: { state: 'closed' } }, 'theirs')).body.data).toEqual({
      changed: 0,
      refused: [{ ticket: anna, reason: 'missing' }],
    })
  })

  test('by several operators at once loses nothing', async () => {
    const { bruno = '' } = on.tickets
    const labels = Array.from({ length: 8 }, (_, at) => `l${at}`)
    const answers = await Promise.all(labels.map((add_label, at) => batch({ tickets: at % 2 ? [anna, bruno] : [bruno, anna], change: { add_label } })))
    expect(answers.map(({ body }) => body.data?.changed)).toEqual(labels.map(() => 2))
    expect((await on.list('desk=-closed'))?.items.map(({ desk }) => desk?.labels)).toEqual([labels, labels])
  })

  test.each([
    [{ tickets: [], change: { state: 'closed' } }],
    [{ tickets: Array.from({ length: 101 }, (_, at) => `T-${at}`), change: { state: 'closed' } }],
    [{ tickets: ['T-1'] }],
    [{ tickets: ["'"], change: {} }],
  ])('is refused if it is malformed (%#)', async (body) => {
    expect((await batch(body)).status).toBe(400)
  })

  test('is refused to a viewer', async () => {
    expect((await batch({ tickets: [anna], change: { state: 'closed' } }, 'reader')).status).toBe(403)
  })
})
