import type { DeskBatchOutcome, DeskChange, DeskChoices, ShownRequest } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { followDesk } from '../../../test/desk-stream.ts'
import { startRequestsCase } from '../../../test/requests-case.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

let on: Awaited<ReturnType<typeof startRequestsCase>>
let anna = ''
let bruno = ''
let carla = ''
const credentials: Record<string, string> = {}
beforeAll(async () => {
  on = await startRequestsCase()
  anna = on.tickets.anna ?? ''
  bruno = on.tickets.bruno ?? ''
  carla = on.tickets.carla ?? ''
  for (const [username, role, customers] of [
    ['ugo', 'agent', null],
    ['pia', 'agent', null],
    ['few', 'agent', ['theirs']],
    ['chief', 'supervisor', null],
  ]) {
    await rowsOf(on.server, 'insert into operators (username, role, customers) values ($1, $2, $3)', [username, role, customers])
    credentials[String(username)] = await openOperatorSession(on.server.database, String(username))
  }
})
afterAll(() => on.server.close())
beforeEach(async () => {
  await rowsOf(on.server, 'truncate desk_cases, desk_labels, desk_entries')
  await rowsOf(on.server, 'insert into desk_cases (customer_code, request_id) select customer_code, id from requests where ticket = any($1)', [[anna, carla]])
})

const bearer = (as: string) => ({ Authorization: `Bearer ${credentials[as]}` })
const call = <T>(method: string, path: string, as: string, body?: object) =>
  on.server.call<T>(method, `/managements${path}`, {
    headers: { ...bearer(as), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
const change = (ticket: string, as: string, body: DeskChange) => call<ShownRequest>('PUT', `/requests/${ticket}/desk`, as, body)
const statusOf = async (...sent: Parameters<typeof call>) => (await call(...sent)).status
const ticketsOf = async (as: string, query = '') =>
  (await call<{ items: { ticket: string }[] }>('GET', `/requests?${query}`, as)).body.data?.items.map(({ ticket }) => ticket)

test('an agent sees only the own requests of the desk and those of nobody, in every list and filter; a supervisor sees all', async () => {
  expect(await ticketsOf('ugo')).toEqual([carla, anna])
  expect(await ticketsOf('few')).toEqual([carla])
  expect(await ticketsOf('chief')).toEqual([carla, bruno, anna])
  expect((await change(anna, 'ugo', { assignee: 'ugo' })).status).toBe(200)
  expect(await ticketsOf('ugo', 'assignee=ugo')).toEqual([anna])
  for (const query of ['', 'assignee=ugo', 'desk=open', `ticket=${anna}`, 'email=anna', 'form=ours', `tickets=${anna},${bruno}`, 'sort=form', 'list=new'])
    expect([query, (await ticketsOf('pia', query))?.filter((ticket) => ticket !== carla)]).toEqual([query, []])
  expect(await ticketsOf('chief', 'assignee=ugo')).toEqual([anna])
  await change(anna, 'ugo', { state: 'closed' })
  expect(await ticketsOf('ugo')).toEqual([carla])
  expect(await ticketsOf('ugo', 'desk=closed')).toEqual([anna])
  expect(await ticketsOf('pia', 'desk=closed')).toEqual([])
})

test('an agent can neither read nor change, note or download what belongs to another one or is not on the desk', async () => {
  await change(anna, 'ugo', { assignee: 'ugo' })
  const [file] = (await call<ShownRequest>('GET', `/requests/${anna}`, 'ugo')).body.data?.attachments ?? []
  const path = `/forms-service/rs/v2/managements/requests/${anna}/attachments/${file?.id}`
  const download = await fetch(on.server.url + path, { headers: { 'X-Api-Key': 'test-key', ...bearer('chief') } })
  await download.body?.cancel()
  expect(download.status).toBe(200)
  for (const ticket of [anna, bruno]) {
    expect(await statusOf('GET', `/requests/${ticket}`, 'pia')).toBe(404)
    expect(await statusOf('PUT', `/requests/${ticket}/desk`, 'pia', { state: 'closed' })).toBe(404)
    expect(await statusOf('POST', `/requests/${ticket}/notes`, 'pia', { text: 'Letta' })).toBe(404)
    expect(await statusOf('GET', `/requests/${ticket}/attachments/${file?.id}`, 'pia')).toBe(404)
  }
  const outcome = await call<DeskBatchOutcome>('POST', '/desk/changes', 'pia', { tickets: [anna, bruno, carla], change: { assignee: 'pia' } })
  expect(outcome.body.data?.changed).toBe(1)
  expect(outcome.body.data?.refused.map(({ ticket, reason }) => [ticket, reason]).sort()).toEqual(
    [
      [anna, 'missing'],
      [bruno, 'missing'],
    ].sort(),
  )
  // A refused call puts nothing on the desk.
  expect(await rowsOf(on.server, 'select count(*) as n from desk_cases')).toEqual([{ n: 2 }])
  expect(await rowsOf(on.server, 'select from desk_entries where kind = $1', ['note'])).toEqual([])
  for (const [method, path] of [
    ['POST', `/requests/${carla}/cancel`],
    ['GET', '/home'],
    ['GET', '/mails'],
    ['GET', '/deliveries'],
    ['POST', '/search'],
  ] as const)
    for (const as of ['pia', 'chief']) expect([path, as, await statusOf(method, path, as, method === 'POST' ? {} : undefined)]).toEqual([path, as, 403])
})

test('an agent takes what is nobody’s and hands on what is the agent’s own; a supervisor assigns everything', async () => {
  const refused = await change(anna, 'ugo', { assignee: 'pia' })
  expect([refused.status, refused.body.errors[0]?.data.field]).toEqual([400, 'assignee'])
  expect((await change(anna, 'ugo', { assignee: 'ugo' })).status).toBe(200)
  const handed = await change(anna, 'ugo', { assignee: 'pia' })
  expect([handed.status, handed.body.data?.desk.assignee]).toEqual([200, 'pia'])
  expect((await change(anna, 'ugo', { assignee: 'ugo' })).status).toBe(404)
  expect((await change(anna, 'pia', { assignee: 'few' })).status).toBe(400)
  expect((await change(anna, 'pia', { assignee: null })).status).toBe(200)
  expect((await change(anna, 'chief', { assignee: 'ugo' })).status).toBe(200)
  expect((await change(bruno, 'chief', { assignee: 'pia', state: 'closed' })).status).toBe(200)
  const { body } = await call<DeskChoices>('GET', '/desk', 'chief')
  expect(body.data?.assignees.map(({ username }) => username)).toEqual(expect.arrayContaining(['chief', 'few', 'pia', 'ugo']))
})

test('a supervisor shares lists and merges requests, an agent does neither', async () => {
  const view = (name: string, is_shared: boolean) => ({ name, filters: { desk: '-closed' }, is_shared })
  expect(await statusOf('POST', '/views', 'chief', view('Di tutti', true))).toBe(201)
  expect(await statusOf('POST', '/views', 'pia', view('Mia', false))).toBe(201)
  expect(await statusOf('POST', '/views', 'pia', view('Di tutti', true))).toBe(400)
  expect(await statusOf('PUT', `/requests/${anna}/merge`, 'pia', { into: bruno })).toBe(403)
  expect(await statusOf('PUT', `/requests/${anna}/merge`, 'chief', { into: bruno })).toBe(200)
})

test('two agents who take the same request at once do not both get it', async () => {
  for (let round = 0; round < 5; round++) {
    await rowsOf(on.server, 'update desk_cases set assignee = null')
    const answers = await Promise.all(['ugo', 'pia'].map((as) => change(anna, as, { assignee: as })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  }
})

test('the events of the desk tell an agent of what is the agent’s own or nobody’s, and that it went to somebody else', async () => {
  await rowsOf(on.server, "update desk_cases set changed_at = now() - interval '1 minute'")
  const stream = await followDesk(on.server, bearer('pia'))
  const told = { timeout: 2_500, interval: 20 }
  await change(carla, 'ugo', { state: 'closed' })
  await expect.poll(stream.tickets, told).toEqual([carla])
  await change(anna, 'ugo', { assignee: 'ugo' })
  await expect.poll(stream.tickets, told).toEqual([carla, anna])
  await rowsOf(on.server, "update desk_entries set created_at = now() - interval '1 hour'")
  await change(anna, 'ugo', { state: 'closed' })
  await change(carla, 'ugo', { state: 'open' })
  await expect.poll(stream.tickets, told).toEqual([carla, anna, carla])
  await stream.leave()
})
