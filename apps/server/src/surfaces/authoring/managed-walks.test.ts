import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { DraftOperation, WalkReport } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/mail-sink.ts'
import { startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
})
afterAll(() => on.server.close())

const question = (code: string, settings: object) => ({
  type: 'PROPERTY',
  ordering: 1,
  required: true,
  value: { property_code: code, property_description: code, default_value: settings },
})
const summary = { type: 'HTML_SUMMARY', ordering: 9, value: '<p>{{ age }}</p>' }
const SPORT = {
  code_tag: 'walked',
  tag_description: 'Sport',
  form_params: { auth_type: ['LOGIN'] },
  form_fields: [],
  children: [
    { code_tag: 'court', tag_description: 'Court', form_fields: [question('age', { input_type: 'int', min: 18 }), summary], children: [] },
    { code_tag: 'course', tag_description: 'Course', form_fields: [question('name', { input_type: 'text' })], children: [] },
  ],
}

const edit = (...operations: DraftOperation[]) => on.call('POST', '/definitions/walked/draft/changes', { body: { id: randomUUID(), kind: 'edit', operations } })

/** Opens the event stream of the check that tries every path of a draft. */
async function open(code: string, { as = 'owner', signal }: { as?: string; signal?: AbortSignal } = {}) {
  return fetch(`${on.server.url}/forms-service/rs/v2/managements/definitions/${code}/walk`, {
    headers: { ...on.headersOf(as), 'Accept-Language': 'en' },
    ...(signal && { signal }),
  })
}
async function walk(code: string, as = 'owner') {
  const response = await open(code, { as })
  const text = await response.text()
  const events = text
    .split('\n\n')
    .flatMap((each) => (each ? [{ event: each.match(/^event: (.*)$/m)?.[1], data: JSON.parse(each.match(/^data: (.*)$/m)?.[1] ?? '') }] : []))
  return { status: response.status, events, last: events.at(-1) as { event: string; data: WalkReport } }
}

describe('the check that tries every path through a form', () => {
  beforeAll(() => on.server.load({ definitions: [SPORT] }))

  test('renders every step, tries every path, and reports how many requests each rule rejected', async () => {
    const { status, events, last } = await walk('walked', 'viewer')
    expect(status).toBe(200)
    expect(last).toEqual({
      event: 'report',
      data: {
        steps: 3,
        paths: 2,
        tried: 8,
        accepted: 4,
        refused: { numero_min: 1, campo_corto: 1, campo_richiesto: 2 },
        milliseconds: expect.any(Number),
        findings: [],
        found: 0,
      },
    })
    expect(events.slice(0, -1).every(({ event, data }) => event === 'progress' && data.steps === 3)).toBe(true)
  })

  test('reports the places at which a request cannot be submitted, in the language of the request', async () => {
    await edit(
      { type: 'set', id: 'court-0', path: ['readonly'], value: 'LOCKED' },
      { type: 'set', id: 'court-1', path: ['value'], value: '<p>{{ age | unknown_filter }}</p>' },
    )
    const { last } = await walk('walked')
    expect(last.data).toMatchObject({ paths: 2, accepted: 2, found: 1 })
    const place = { check: 'walk', severity: 'error', pointer: '/children/0/form_fields/0', step: 'court', field: 'court-0' }
    expect(last.data.findings).toEqual([{ ...place, message: 'A request with valid answers is refused because of “age”.' }])
    await edit({ type: 'set', id: 'court-0', path: ['readonly'] })
    expect((await walk('walked')).last.data.findings).toEqual([
      expect.objectContaining({ step: 'court', field: null, message: 'The summary of the request of “Court” cannot be written.' }),
    ])
    await on.call('DELETE', '/definitions/walked')
  })

  test('renders incomplete steps as the preview does, and stores nothing', async () => {
    await edit({ type: 'set', id: 'course-0', path: ['value', 'default_value'] })
    const count = () =>
      rowsOf(
        on.server,
        'select (select count(*) from requests) as requests, (select count(*) from audit_lines) as lines, (select count(*) from mails) as mails',
      )
    const before = await count()
    expect((await walk('walked')).last.data).toMatchObject({ steps: 3, paths: 1, found: 0 })
    expect(await count()).toEqual(before)
    await on.call('DELETE', '/definitions/walked')
  })
})

describe('the endpoint of the check that tries every path', () => {
  test('gets the same response as for a definition that does not exist, if no form of the operator uses the definition', async () => {
    for (const code of ['ours-root', 'absent', 'a%00b']) expect((await open(code, { as: 'theirs' })).status).toBe(404)
    expect((await open('ours-root', { as: 'nobody-at-all' })).status).toBe(401)
    expect((await walk('theirs-root', 'theirs')).last.event).toBe('report')
  })

  test('is rejected while two such checks are running; when its connection closes, its check ends', async () => {
    await on.server.load({ definitions: [large(3_000)] })
    const leaving = new AbortController()
    const running = await Promise.all([1, 2].map(() => open('large', { signal: leaving.signal })))
    expect(running.map(({ status }) => status)).toEqual([200, 200])
    const third = await open('large')
    expect([third.status, third.headers.get('retry-after')]).toEqual([503, '5'])
    leaving.abort()
    const connections = async () => (await rowsOf(on.server, "select count(*)::int as n from pg_stat_activity where application_name = 'sportello-walk'"))[0]?.n
    expect(await eventually(connections, (n) => n === 0, 5_000)).toBe(0)
    expect((await walk('walked')).last.event).toBe('report')
  })

  test('does not block other requests while the paths of a form with 1,000 steps are tried', async () => {
    await on.server.load({ definitions: [large(1_000)] })
    let isDone = false
    const walking = walk('large').finally(() => {
      isDone = true
    })
    let answers = 0
    while (!isDone) {
      expect((await on.server.call('GET', '/forms/ours')).status).toBe(200)
      answers += 1
      // Stays below the rate limit of one client, even if the check takes 10 seconds.
      await setTimeout(15)
    }
    const { last, events } = await walking
    expect(last.data).toMatchObject({ steps: 1_000, found: 0 })
    expect(events.length, 'progress is reported').toBeGreaterThan(3)
    expect(answers).toBeGreaterThan(20)
  })
})

/** Returns a form with the given number of steps. Only one in a hundred steps has further steps below it. */
function large(steps: number) {
  const branches = Math.floor(steps / 100)
  const leaf = (code: string) => ({
    code_tag: code,
    tag_description: code,
    form_fields: [question(`${code}-name`, { input_type: 'text', validation: '[A-Z]{2}[0-9]{3}' }), question(`${code}-day`, { input_type: 'date' })],
    children: [],
  })
  const branch = (at: number, leaves: number) => ({
    code_tag: `b${at}`,
    tag_description: `${at}`,
    form_fields: [],
    children: Array.from({ length: leaves }, (_, n) => leaf(`l${at}-${n}`)),
  })
  const children = Array.from({ length: branches }, (_, at) => branch(at, at === 0 ? 98 : 99))
  return { code_tag: 'large', tag_description: 'Large', form_params: { auth_type: ['FREE'] }, form_fields: [], children }
}
