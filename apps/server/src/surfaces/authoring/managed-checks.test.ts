import { randomUUID } from 'node:crypto'
import type { DraftOperation, ListedDefinition, PublishedVersion, ReportedFinding, Surroundings } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'
import { CheckThread } from './check-thread.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
})
afterAll(() => on.server.close())

const information = { type: 'HTML', ordering: 1, value: '<p>Information</p>' }
const SPORT = {
  code_tag: 'sport',
  tag_description: 'Sport',
  form_params: { auth_type: ['DATACOLLECTION'], retention: { processed: 30, failed: 30, expired: 30, cancelled: 30 } },
  form_fields: [],
  children: [
    { code_tag: 'court', tag_description: 'Court', form_fields: [information], children: [] },
    { code_tag: 'course', tag_description: 'Course', form_fields: [information], children: [] },
  ],
}
beforeEach(async () => {
  await on.call('DELETE', '/definitions/sport')
  await on.server.load({ definitions: [SPORT] })
})

const edit = (operations: DraftOperation[]) => on.call('POST', '/definitions/sport/draft/changes', { body: { id: randomUUID(), kind: 'edit', operations } })
const findings = async (as = 'owner', code = 'sport', headers = {}) =>
  (await on.call<ReportedFinding[]>('GET', `/definitions/${code}/check`, { as, headers })).body.data
const live = async () => (await on.call<ListedDefinition[]>('GET', '/definitions')).body.data?.find(({ code_tag }) => code_tag === 'sport')?.live_version

describe('the check of a definition', () => {
  test('returns the error in the draft with its place, in the language of the request', async () => {
    expect(await findings()).toEqual([])
    await edit([{ type: 'remove', id: 'court-0' }])
    const fault = { check: 'dead-end', severity: 'error', pointer: '/children/0', step: 'court', field: null }
    expect(await findings('viewer', 'sport', { 'Accept-Language': 'it' })).toEqual([
      { ...fault, message: 'Chi arriva a «Court» non trova niente: né scelte, né domande, né un testo.' },
    ])
    expect(await findings('translator', 'sport', { 'Accept-Language': 'de' })).toEqual([{ ...fault, message: expect.stringContaining('Wer zu „Court“ kommt') }])
  })

  test('takes the forms, data sources and mail templates of the deployment into account', async () => {
    await edit([
      { type: 'set', id: 'root', path: ['form_params', 'success_email_template'], value: 'gone' },
      { type: 'set', id: 'root', path: ['form_params', 'auth_type'], value: ['SSO'] },
    ])
    expect((await findings())?.map(({ check, pointer }) => [check, pointer])).toEqual([
      ['access', '/form_params/sso_secret_aes'],
      ['mail-template', '/form_params/success_email_template'],
      ['access', '/form_params/auth_type'],
    ])
  })

  test('gets the same response as for a definition that does not exist, if no form of the operator uses the definition', async () => {
    for (const path of ['check', 'surroundings'])
      for (const code of ['ours-root', 'absent']) expect((await on.call('GET', `/definitions/${code}/${path}`, { as: 'theirs' })).status).toBe(404)
    expect((await on.call('GET', '/definitions/sport/check', { as: null })).status).toBe(401)
  })

  test('receives the data about the deployment without secrets and without URLs of the office’s systems', async () => {
    const { body } = await on.call<Surroundings>('GET', '/definitions/ours-root/surroundings', { as: 'translator' })
    expect(body.data).toMatchObject({
      today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      forms: [{ code: 'ours', active: true, tokens: 0, accounts: 0 }],
      services: expect.any(Array),
      files: { fileKb: 20_480, requestKb: 51_200 },
      retentionDays: null,
    })
    expect(JSON.stringify(body.data)).not.toMatch(/a secret of|destination|client_url/)
  })
})

describe('the publication of a draft', () => {
  test('is rejected with the place and the message of each error, and nothing is changed', async () => {
    const before = await live()
    await edit([{ type: 'remove', id: 'court-0' }])
    const refused = await on.call('POST', '/definitions/sport/publish', { headers: { 'Accept-Language': 'en' } })
    expect(refused.status).toBe(400)
    expect(refused.body.errors.map(({ data }) => [data.code, data.field, data.params])).toEqual([
      ['forms_mgmt0001', '/children/0', ['Who reaches “Court” finds nothing: no choices, no questions and no text.']],
    ])
    expect(await live()).toBe(before)
    await edit([
      { type: 'set', id: 'court', path: ['tag_description'], value: 'Tennis' },
      { type: 'move', id: 'court-0', parent: 'court', position: 'a0' },
    ])
    expect((await on.call('POST', '/definitions/sport/publish')).status).toBe(200)
    expect(await live()).toBe((before ?? 0) + 1)
  })

  test('is not prevented by warnings', async () => {
    await edit([{ type: 'set', id: 'course', path: ['tag_description'], value: 'Court' }])
    expect((await findings())?.map(({ check, severity }) => [check, severity])).toEqual([['same-titles', 'warning']])
    expect((await on.call('POST', '/definitions/sport/publish')).status).toBe(200)
  })

  test('stores the publisher’s name and message, and is rejected if the message is too long', async () => {
    await edit([{ type: 'set', id: 'court', path: ['tag_description'], value: 'Tennis' }])
    const publish = (message: unknown) => on.call('POST', '/definitions/sport/publish', { as: 'publisher', body: { message } })
    expect((await publish('x'.repeat(501))).status).toBe(400)
    expect((await publish(7)).status).toBe(400)
    expect((await publish('nul \u0000')).status).toBe(400)
    expect((await publish('  The courts have new names. ')).status).toBe(200)
    const versions = (await on.call<PublishedVersion[]>('GET', '/definitions/sport/versions')).body.data
    expect(versions?.slice(0, 2).map(({ published_by, message }) => [published_by, message])).toEqual([
      ['publisher', 'The courts have new names.'],
      [null, null],
    ])
    const [line] = await rowsOf(on.server, "select after from audit_lines where action = 'definition.publish' and subject = 'sport' order by id desc limit 1")
    expect(line?.after).toMatchObject({ message: 'The courts have new names.' })
  })

  test('returns at most 100 errors', async () => {
    await on.call('PUT', '/definitions/sport', {
      body: { ...SPORT, children: Array.from({ length: 300 }, (_, at) => ({ code_tag: `s${at}`, tag_description: `S ${at}`, form_fields: [], children: [] })) },
    })
    expect((await on.call('POST', '/definitions/sport/publish')).body.errors).toHaveLength(100)
  })
})

describe('restoring an earlier version', () => {
  test('is rejected with the places of its errors, and nothing is changed', async () => {
    const [court, course] = SPORT.children
    await on.server.load({ definitions: [{ ...SPORT, children: [{ ...court, form_fields: [] }, course] }] })
    await on.server.load({ definitions: [{ ...SPORT, tag_description: 'Sport again' }] })
    const before = await live()
    const [{ version: broken } = { version: 0 }] = (
      await rowsOf(on.server, "select max(version)::int as version from definition_versions where code_tag = 'sport' and version < $1", [before])
    ).map((row) => row as { version: number })
    const listed = (await on.call<ListedDefinition[]>('GET', '/definitions')).body.data?.find(({ code_tag }) => code_tag === 'sport')
    const restore = (version: number) => on.call('POST', `/definitions/sport/versions/${version}/restore`, { headers: { 'If-Match': `"${listed?.version}"` } })
    const refused = await restore(broken)
    expect([refused.status, refused.body.errors[0]?.data.field]).toEqual([400, '/children/0'])
    expect(await live()).toBe(before)
    expect((await restore(broken - 1)).status).toBe(200)
  })
})

describe('the worker thread of the checks', () => {
  const task = { definition: SPORT as never, known: { today: '2026-11-24' }, language: 'it' as const }

  test('rejects further checks when 20 are waiting, and completes the waiting checks', async () => {
    const thread = new CheckThread({})
    const results = await Promise.allSettled(Array.from({ length: 25 }, () => thread.check(task)))
    expect(results.map(({ status }) => status)).toEqual([...Array<string>(20).fill('fulfilled'), ...Array<string>(5).fill('rejected')])
    expect(await thread.check(task)).toEqual([])
  })

  test('completes further checks after a definition that it cannot parse', async () => {
    const thread = new CheckThread({})
    await expect(thread.check({ ...task, definition: { children: 7 } as never })).rejects.toThrow()
    expect(await thread.check(task)).toEqual([])
  })
})
