import { randomUUID } from 'node:crypto'
import type { DraftOperation, FormTest, ListedDefinition, Publication, Publications, PublishedVersion, ShownChanges } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'
import { publishPlanned } from './jobs.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
})
afterAll(() => on.server.close())

const information = { type: 'HTML', ordering: 1, value: '<p>Information</p>' }
/** Code of the definition in the current test. */
let code = ''
const SPORT = {
  tag_description: 'Sport',
  form_params: { auth_type: ['DATACOLLECTION'] },
  form_fields: [],
  children: [{ id: 'court', code_tag: 'court', tag_description: 'Court', form_fields: [information], children: [] }],
}
const edit = (...operations: DraftOperation[]) =>
  on.call('POST', `/definitions/${code}/draft/changes`, { body: { id: randomUUID(), kind: 'edit', operations } })
const rename = (title: string) => edit({ type: 'set', id: 'court', path: ['tag_description'], value: title })
const listed = async () => (await on.call<ListedDefinition[]>('GET', '/definitions')).body.data?.find(({ code_tag }) => code_tag === code)
const ifMatch = async () => ({ headers: { 'If-Match': `"${(await listed())?.version}"` } })
const needApproval = async (value: 'true' | 'false') => {
  await rowsOf(on.server, "insert into settings (code, value) values ('publication_approval', $1) on conflict (code) do update set value = excluded.value", [
    value,
  ])
  on.server.services.catalog.forget()
}
const ask = async (body: object = {}, as = 'author') => on.call<Publication>('POST', `/definitions/${code}/publications`, { as, body, ...(await ifMatch()) })
const judge = (id: string | undefined, body: object, as = 'publisher') =>
  on.call<Publication>('POST', `/definitions/${code}/publications/${id}/judgement`, { as, body })
const open = async () => (await on.call<Publications>('GET', `/definitions/${code}/publications`, { as: 'viewer' })).body.data
const title = async () =>
  (
    await rowsOf(
      on.server,
      "select document #>> '{children,0,tag_description}' as title from definition_versions where code_tag = $1 order by version desc limit 1",
      [code],
    )
  )[0]?.title
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
/** Changes the planned time of all planned publications to a second ago, so that they are due. */
const letMomentCome = () => rowsOf(on.server, "update publications set publish_at = now() - interval '1 second' where state = 'planned'")

const letMomentComeOf = (codeTag: string) =>
  rowsOf(on.server, "update publications set publish_at = now() - interval '1 second' where code_tag = $1", [codeTag])

beforeEach(async () => {
  code = `sport-${randomUUID().slice(0, 8)}`
  await on.server.load({ definitions: [{ ...SPORT, code_tag: code }] })
  await needApproval('true')
  await rename('Tennis')
})

describe('a publication that a second person must approve', () => {
  test('goes live when another publisher approves it, with the content that it had when it was requested', async () => {
    expect(codes(await on.call('POST', `/definitions/${code}/publish`, { as: 'publisher', ...(await ifMatch()) }))).toEqual([400, 'forms_mgmt0001 publication'])
    const { status, body } = await ask({ message: 'Now with tennis' })
    expect([status, body.data]).toEqual([
      201,
      expect.objectContaining({ state: 'asked', asked_by: 'author', message: 'Now with tennis', publish_at: null, stale: false }),
    ])
    await rename('Padel')
    expect(await open()).toMatchObject({ needs_approval: true, publications: [{ state: 'asked', stale: true }] })
    expect(await listed()).toMatchObject({ publication: 'asked' })
    const { body: compared } = await on.call<ShownChanges>('GET', `/definitions/${code}/changes?from=live&to=asked`, { as: 'viewer' })
    expect(
      compared.data?.changes.map(({ text }) => text),
      'what was asked for, without the later change',
    ).toEqual(['«Court» ora si chiama «Tennis»'])
    expect(await title()).toBe('Court')
    expect((await judge(body.data?.id, { approve: true })).body.data).toMatchObject({ state: 'published', judged_by: 'publisher' })
    expect(await title()).toBe('Tennis')
    expect((await listed())?.draft, 'the later change stays a draft').toBe(true)
    const [version] = (await on.call<PublishedVersion[]>('GET', `/definitions/${code}/versions`)).body.data ?? []
    expect(version).toMatchObject({ version: 2, published_by: 'author', message: 'Now with tennis' })
    expect((await rowsOf(on.server, 'select document from publications where code_tag = $1', [code]))[0]).toEqual({ document: null })
  })

  test('can be sent back with a comment, and can then be requested again', async () => {
    const first = (await ask()).body.data
    expect(codes(await ask())).toEqual([400, 'forms_mgmt0001 publication'])
    expect(codes(await judge(first?.id, { approve: false }))).toEqual([400, 'forms_mgmt0001 comment'])
    expect((await judge(first?.id, { approve: false, comment: 'Say where' })).body.data).toMatchObject({ state: 'sent_back', comment: 'Say where' })
    expect(codes(await judge(first?.id, { approve: true }))).toEqual([404, 'http_not_found'])
    expect(await title()).toBe('Court')
    expect((await ask()).status).toBe(201)
    expect((await open())?.publications.map(({ state }) => state)).toEqual(['asked', 'sent_back'])
  })

  test('cannot be approved by the person who requested it, by an author, or after it was withdrawn', async () => {
    const own = (await ask({}, 'publisher')).body.data
    expect(codes(await judge(own?.id, { approve: true }))).toEqual([400, 'forms_mgmt0001 operator'])
    expect(codes(await judge(own?.id, { approve: true }, 'author'))).toEqual([403, 'forms0018'])
    const withdraw = (as: string) => on.call<Publication>('DELETE', `/definitions/${code}/publications/${own?.id}`, { as })
    expect(codes(await withdraw('author'))).toEqual([403, 'forms0018'])
    expect((await withdraw('publisher')).body.data).toMatchObject({ state: 'withdrawn' })
    expect((await judge(own?.id, { approve: true }, 'owner')).status).toBe(404)
    expect(await title()).toBe('Court')
  })

  test('is rejected if the draft has errors, if there is no draft, or if the draft has changed since', async () => {
    expect(codes(await on.call('POST', `/definitions/${code}/publications`, { as: 'author', body: {}, headers: { 'If-Match': '"1"' } }))[0]).toBe(409)
    await edit({ type: 'remove', id: 'court-0' })
    expect(codes(await ask())).toEqual([400, expect.stringContaining('/children/0')])
    await on.call('DELETE', `/definitions/${code}`)
    expect(codes(await ask())).toEqual([400, 'forms_mgmt0001 draft'])
    expect(codes(await judge('x', { approve: true }))[0]).toBe(404)
    expect(codes(await judge(randomUUID(), { approve: true }))).toEqual([404, 'http_not_found'])
    for (const body of [{ publish_at: 'tomorrow' }, { publish_at: inHours(-1) }, { publish_at: inHours(24 * 400) }, { more: 1 }, { message: 'a'.repeat(501) }])
      expect(codes(await ask(body))[0]).toBe(400)
    expect((await on.call('GET', `/definitions/${code}/publications`, { as: 'theirs' })).status).toBe(404)
  })
})

test('a bundle in the dashboard publishes nothing where a second person must approve', async () => {
  const other = `other-${randomUUID().slice(0, 8)}`
  const send = (body: object) => on.call('POST', '/bundle', { as: 'owner', body })
  const definitions = [{ ...SPORT, code_tag: code, tag_description: 'Sports' }]
  const setting = { code: 'time_zone', value: 'Europe/Athens' }
  expect(codes(await send({ definitions, settings: [setting] }))).toEqual([400, `forms_mgmt0001 /definitions/${code}`])
  expect(codes(await send({ definitions: [{ ...SPORT, code_tag: other }] }))).toEqual([400, `forms_mgmt0001 /definitions/${other}`])
  expect(await rowsOf(on.server, "select value from settings where code = 'time_zone'"), 'nothing else is changed').toEqual([])
  expect(await listed()).toMatchObject({ live_version: 1 })
  expect(codes(await send({ definitions: [{ ...SPORT, code_tag: code }], settings: [setting] })), 'an unchanged definition').toEqual([200])
  await needApproval('false')
  expect(codes(await send({ definitions }))).toEqual([200])
  expect(await listed()).toMatchObject({ live_version: 2 })
})

test('if a second person must approve publications, restoring an earlier version also needs an approval', async () => {
  await needApproval('false')
  const publish = async () => on.call('POST', `/definitions/${code}/publish`, { as: 'publisher', ...(await ifMatch()) })
  expect(codes(await publish())).toEqual([200])
  await needApproval('true')
  const restore = async () =>
    on.call<{ live_version: number; asked: boolean }>('POST', `/definitions/${code}/versions/1/restore`, { as: 'publisher', ...(await ifMatch()) })
  const { status, body } = await restore()
  expect([status, body.data]).toEqual([200, { code_tag: code, live_version: 2, draft: false, asked: true }])
  expect(await title()).toBe('Tennis')
  expect(codes(await restore()), 'while it waits').toEqual([400, 'forms_mgmt0001 publication'])
  const [waiting] = (await open())?.publications ?? []
  expect(waiting).toMatchObject({ state: 'asked', asked_by: 'publisher', message: 'Rimetti in uso: Versione 1' })
  expect(codes(await judge(waiting?.id, { approve: true })), 'not by the same person').toEqual([400, 'forms_mgmt0001 operator'])
  expect(codes(await judge(waiting?.id, { approve: true }, 'owner'))).toEqual([200])
  expect(await title()).toBe('Court')
})

describe('a publication planned for a later time', () => {
  test('goes live at its planned time, and not earlier', async () => {
    await needApproval('false')
    expect(codes(await ask({}, 'publisher'))).toEqual([400, 'forms_mgmt0001 publish_at'])
    expect(codes(await ask({ publish_at: inHours(2) }))).toEqual([403, 'forms0018'])
    expect((await ask({ publish_at: inHours(2) }, 'publisher')).body.data).toMatchObject({ state: 'planned' })
    await publishPlanned(on.server.services)
    expect(await title()).toBe('Court')
    await letMomentCome()
    await Promise.all([publishPlanned(on.server.services), publishPlanned(on.server.services)])
    expect([await title(), (await listed())?.live_version, (await listed())?.draft]).toEqual(['Tennis', 2, false])
    expect((await open())?.publications).toMatchObject([{ state: 'published' }])
  })

  test('is published at its planned time, not at its approval', async () => {
    const { id } = (await ask({ publish_at: inHours(2) })).body.data ?? {}
    await letMomentCome()
    await publishPlanned(on.server.services)
    expect((await judge(id, { approve: true })).body.data).toMatchObject({ state: 'planned', judged_by: 'publisher' })
    expect(await title()).toBe('Court')
    await letMomentCome()
    await publishPlanned(on.server.services)
    expect(await title()).toBe('Tennis')
  })

  test('fails with the reason if the form has errors at the planned time', async () => {
    await needApproval('false')
    await rowsOf(on.server, "insert into mail_templates (name, lang_code, subject, html) values ('thanks', 'it', 'Grazie', '<p>Grazie</p>')")
    await edit({ type: 'set', id: 'root', path: ['form_params', 'success_email_template'], value: 'thanks' })
    expect(codes(await ask({ publish_at: inHours(2) }, 'publisher'))).toEqual([201])
    await rowsOf(on.server, "delete from mail_templates where name = 'thanks'")
    await letMomentCome()
    await publishPlanned(on.server.services)
    expect(await title()).toBe('Court')
    expect((await open())?.publications).toMatchObject([{ state: 'failed', comment: expect.stringContaining('thanks') }])
    expect((await rowsOf(on.server, "select subject from audit_lines where action = 'publication.fail'"))[0]).toEqual({ subject: code })
  })

  test('fails if a recorded test fails that nobody has accepted', async () => {
    await needApproval('false')
    const input = { code_tag: 'court', form_fields: {}, further_questions: null, terms: [], files: [], known: {}, today: '2026-03-01' }
    const record = (name: string, expected?: object) => on.call<FormTest>('POST', `/definitions/${code}/tests`, { body: { name, input, expected } })
    const outcome = (await record('Court')).body.data?.expected
    await record('Accepted', { ...outcome, path: [] })
    expect(codes(await ask({ publish_at: inHours(2) }, 'publisher'))).toEqual([400, 'forms_mgmt0001 test_reason'])
    const plan = async () => codes(await ask({ publish_at: inHours(2), test_reason: 'Known' }, 'publisher'))
    expect(await plan()).toEqual([201])
    await rowsOf(on.server, "update form_tests set expected = jsonb_set(expected, '{path}', '[]') where code_tag = $1 and name = 'Court'", [code])
    await letMomentCome()
    await publishPlanned(on.server.services)
    expect(await title()).toBe('Court')
    expect((await open())?.publications).toMatchObject([{ state: 'failed', comment: 'Prove con un altro risultato: Court' }])
    expect(await plan(), 'with both tests accepted').toEqual([201])
    await letMomentCome()
    await publishPlanned(on.server.services)
    expect(await title()).toBe('Tennis')
  })

  test('that causes an unexpected error stays planned and does not hold up later ones', async () => {
    await needApproval('false')
    expect(codes(await ask({ publish_at: inHours(2) }, 'publisher'))).toEqual([201])
    const first = code
    code = `sport-${randomUUID().slice(0, 8)}`
    await on.server.load({ definitions: [{ ...SPORT, code_tag: code }] })
    await rename('Padel')
    expect(codes(await ask({ publish_at: inHours(2) }, 'publisher'))).toEqual([201])
    await rowsOf(on.server, "update publications set publish_at = now() - interval '1 hour', document = '[]' where code_tag = $1", [first])
    await letMomentComeOf(code)
    await expect(publishPlanned(on.server.services)).rejects.toThrow()
    expect(await title()).toBe('Padel')
    expect(await rowsOf(on.server, 'select state from publications where code_tag = $1', [first])).toEqual([{ state: 'planned' }])
    await rowsOf(on.server, 'delete from publications where code_tag = $1', [first])
  })
})
