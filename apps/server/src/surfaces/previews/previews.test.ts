import { randomUUID } from 'node:crypto'
import type { CustomerConfiguration, DraftOperation, DryRunReport, MadePreview, PreviewAnswer, PreviewOptions, TagView } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, PNG, sendForm, withFiles } from '../../../test/send.ts'
import { filesIn, rowsOf } from '../../../test/traces.ts'
import { deleteOldLogs } from '../operators/jobs.ts'

const SECRET = `whsec_${Buffer.from('a secret of the webhook!!').toString('base64')}`

type Case = Awaited<ReturnType<typeof startManagementCase>>
let on: Case
beforeAll(async () => {
  on = await startManagementCase()
  await on.server.load(
    sampleBundle({
      params: {
        max_requests: 1,
        destination: [
          { kind: 'email', address: 'office@example.org' },
          { kind: 'webhook', url: 'https://tickets.example/', secret: SECRET },
        ],
      },
    }),
  )
})
afterAll(() => on.server.close())

const OPTIONS: PreviewOptions = { form: 'sample', mode: null, known: {}, today: null, language: null }
const make = (options: Partial<PreviewOptions> = {}, { as = 'operator', tag = 'sample-root' } = {}) =>
  on.call<MadePreview>('POST', `/definitions/${tag}/previews`, { as, body: { ...OPTIONS, ...options } })
async function made(options: Partial<PreviewOptions> = {}): Promise<MadePreview> {
  const { status, body } = await make(options)
  expect(status).toBe(201)
  return body.data as MadePreview
}
const edit = (...operations: DraftOperation[]) =>
  on.call('POST', '/definitions/sample-root/draft/changes', { body: { id: randomUUID(), kind: 'edit', operations } })
const tag = (code: string, step = 'report') => on.server.call<TagView>('GET', `/forms/${code}/tags/${step}`)
const configuration = (code: string) => on.server.call<CustomerConfiguration>('GET', `/forms/${code}`)
const dryRun = (code: string, body: FormData) => on.server.call<DryRunReport>('POST', `/forms/${code}/dry-run`, { body })

/**
 * Returns the number of rows in each table of the database, including the queue of jobs. Also returns the stored files.
 */
async function everything() {
  const tables = await rowsOf(
    on.server,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker') or schemaname = 'graphile_worker' order by 1`,
  )
  const counts = await Promise.all(
    tables.map(async ({ name }) => [
      name,
      (await rowsOf(on.server, `select count(*)::int as n, md5(string_agg(t::text, '' order by t::text)) as h from ${name} t`))[0],
    ]),
  )
  return { counts, quarantine: await filesIn(on.server, 'quarantine'), kept: await filesIn(on.server, 'kept') }
}

describe('the pages of a preview', () => {
  test('show the current draft at once, while visitors still see the live version', async () => {
    const { code } = await made()
    expect((await tag(code)).body.data?.tag_description).toBe('Report something')
    await edit({ type: 'set', id: 'report', path: ['tag_description'], value: 'Report a hole' })
    expect((await tag(code)).body.data?.tag_description).toBe('Report a hole')
    expect((await tag('sample')).body.data?.tag_description).toBe('Report something')
    const { body } = await configuration(code)
    expect(body.data).toMatchObject({ form_code: code, preview: true, is_active: true, captcha: null, auth_type: ['FREE'], version: 'sample-root.0' })
    expect((await configuration('sample')).body.data).not.toHaveProperty('preview')
  })

  test('do not count visits, and reports about them are dropped', async () => {
    const { code } = await made()
    const [preview, live] = [await configuration(code), await configuration('sample')]
    expect([preview.body.data?.counts_visits, live.body.data?.counts_visits]).toEqual([false, true])
    const report = JSON.stringify({ version: preview.body.data?.version, language: 'it', started: true })
    await on.server.call('POST', `/analytics/${code}/visits`, {
      body: report,
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    })
    await on.server.services.visitCounts.store()
    expect(await rowsOf(on.server, 'select * from visit_counts')).toEqual([])
  })

  test('show a published version if the options name one, whatever the draft and the live version contain', async () => {
    const { code } = await made({ version: 1 })
    expect((await tag(code)).body.data?.tag_description).toBe('Report something')
    await edit({ type: 'set', id: 'report', path: ['tag_description'], value: 'Report anything' })
    expect((await tag(code)).body.data?.tag_description).toBe('Report something')
    expect(codes(await make({ version: 99 }))).toEqual([404, 'http_not_found'])
    expect(codes(await make({ version: 0 }))).toEqual([400, 'forms_mgmt0001 version'])
  })

  test('clean the HTML of the draft, and show a note in place of an incomplete field', async () => {
    const { code } = await made()
    const at = { parent: 'leaf', position: 'a0' }
    await edit(
      {
        type: 'insert',
        nodes: [{ id: 'evil', kind: 'field', ...at, content: { type: 'HTML', ordering: 1, value: '<p onclick="x()">Hello</p><script>x()</script>' } }],
      },
      {
        type: 'insert',
        nodes: [
          {
            id: 'half',
            kind: 'field',
            ...at,
            content: {
              type: 'PROPERTY',
              ordering: 2,
              value: { property_code: 'half', property_description: '<b>', default_value: { input_type: 'select', options: [] } },
            },
          },
        ],
      },
    )
    // Stores HTML that was not cleaned, as if it had been stored before the allow-list became stricter. The server must
    // clean it when it is read.
    const raw = JSON.stringify({ type: 'HTML', ordering: 1, value: '<p onclick="x()">Hello</p><script>x()</script>' })
    await rowsOf(on.server, "update draft_nodes set content = $1 where code_tag = 'sample-root' and id = 'evil'", [raw])
    await edit({ type: 'set', id: 'leaf', path: ['tag_description'], value: 'Leaf' })
    const { status, body } = await tag(code, 'leaf')
    expect(status).toBe(200)
    const values = JSON.stringify(body.data?.form_fields)
    expect(values).toContain('<p>Hello</p>')
    expect(values).not.toMatch(/<script|onclick/)
  })

  test('show a step that has neither a title nor a code', async () => {
    const { code } = await made()
    const { status } = await edit({
      type: 'insert',
      nodes: [{ id: 'bare', kind: 'step', parent: 'branch', position: 'a9', content: { tag_description: '' } }],
    } as unknown as DraftOperation)
    expect(status).toBe(200)
    expect((await tag(code, 'bare')).body.data).toMatchObject({ tag_description: '…', code_tag: 'bare' })
  })

  test('simulate the chosen access mode, personal data and date, even without a form', async () => {
    const { code, id } = await made({ mode: 'SSO', known: { nome: 'Anna', email: ['anna@example.org'] }, today: '2030-02-01' })
    expect((await configuration(code)).body.data).toMatchObject({
      session: { auth_type: 'SSO' },
      metadata: { nome: 'Anna', email: ['anna@example.org'] },
      today: '2030-02-01',
    })
    expect((await tag(code, 'closed')).status).toBe(200)
    const changed = await on.call<PreviewAnswer>('PUT', `/definitions/sample-root/previews/${id}`, { as: 'operator', body: { ...OPTIONS, form: null } })
    expect(changed.body.data).toMatchObject({ id, modes: ['FREE'], languages: [], forms: [{ code_form: 'sample' }] })
    expect((await configuration(code)).body.data).toMatchObject({ session: null, metadata: null, template_params: { name: 'default2022' } })
    expect((await tag(code, 'closed')).status).toBe(403)
  })

  test.each(['FREE', 'FREE_CAPTCHA', 'DATACOLLECTION', 'AUTORESPONDER', 'SURVEY', 'LOGIN', 'TOKEN_LOGIN', 'DYNAMIC'] as const)(
    'open in the access mode %s',
    async (mode) => {
      const { code } = await made({ mode })
      expect([(await configuration(code)).status, (await tag(code)).status]).toEqual([200, 200])
    },
  )

  test('have a neutral look once their form uses another definition', async () => {
    const { code, id } = await made()
    expect((await configuration(code)).body.data).toMatchObject({ form_title: 'Form sample', time_limit_request: 48 })
    await rowsOf(on.server, `update previews set options = jsonb_set(options, '{form}', '"ours"') where id = $1`, [id])
    const setting = (await on.server.services.previews.customer(code))?.setting
    expect(setting).toMatchObject({ code_form: 'sample-root', params: {} })
  })

  test('stop working when the definition is deleted', async () => {
    const body = { code_tag: 'passing', tag_description: 'Passing', form_params: {}, form_fields: [], children: [] }
    expect((await on.call('PUT', '/definitions/passing', { body })).status).toBe(200)
    const { code } = (await make({ form: null }, { tag: 'passing' })).body.data as MadePreview
    expect((await configuration(code)).body.data).toMatchObject({ code_tag: 'passing', logos: [], template_params: { name: 'default2022' } })
    await rowsOf(on.server, "delete from definitions where code_tag = 'passing'")
    expect((await configuration(code)).status).toBe(404)
  })

  test('stop working when the preview expires, and the daily job deletes the preview', async () => {
    const { code, id } = await made()
    await rowsOf(on.server, "update previews set expires_at = now() - interval '1 second' where id = $1", [id])
    expect(codes(await configuration(code))).toEqual([404, 'forms0001'])
    expect(codes(await dryRun(code, sendForm(ANSWERS)))).toEqual([404, 'forms0001'])
    expect(codes(await on.call('PUT', `/definitions/sample-root/previews/${id}`, { as: 'operator', body: OPTIONS }))).toEqual([404, 'http_not_found'])
    const kept = await made()
    await deleteOldLogs(on.server.services)
    expect([(await configuration(kept.code)).status, (await rowsOf(on.server, 'select id from previews where id = $1', [id])).length]).toEqual([200, 0])
  })
})

describe('a test submission in a preview (dry run)', () => {
  test('reports the request, the mails and the deliveries, and stores nothing', async () => {
    const { code } = await made()
    const before = await everything()
    const form = withFiles(sendForm({ ...ANSWERS, where: 'road' }), ['hole.png', PNG])
    const { status, body } = await dryRun(code, form)
    expect([status, body.errors]).toEqual([200, []])
    expect(body.data).toMatchObject({
      receipt: { ticket: expect.stringMatching(/^T-/), summary_html: expect.stringContaining('Via Roma 1, On the road') },
      request: {
        code_tag: 'report',
        confirmed_by: 'link',
        opens_ticket: true,
        email: 'anna@example.org',
        form_fields: expect.objectContaining({ street: 'Via Roma 1', where: 'road', channel: 'web' }),
        files: [{ property: 'photos', name: 'hole.png', media_type: 'image/png', size: PNG.length }],
      },
      mails: [
        { kind: 'validation', recipient: 'anna@example.org', error: null, mail: { html: expect.stringContaining('/sample/validation?code=') } },
        { kind: 'success', recipient: 'anna@example.org', error: null },
        { kind: 'desk', recipient: 'office@example.org', error: null, mail: { html: expect.stringContaining('hole.png') } },
      ],
      deliveries: [{ destination: 'webhook', kind: 'webhook', error: null, body: expect.stringContaining('"form":"sample"') }],
    })
    expect(JSON.stringify(body.data)).not.toContain(SECRET)
    expect(JSON.stringify(body.data)).not.toContain(code)
    expect(await everything()).toEqual(before)
    // Checks that a test submission does not count towards a real visitor's limit of one request.
    expect((await dryRun(code, sendForm(ANSWERS))).status).toBe(200)
    expect((await on.server.call('POST', '/forms/sample', { body: sendForm(ANSWERS) })).status).toBe(201)
  })

  test('rejects answers by the rules of the draft and by the simulated date, and stores nothing', async () => {
    const { code } = await made({ today: '2020-01-01' })
    const before = await everything()
    expect(codes(await dryRun(code, withFiles(sendForm({}), ['virus.exe', 'MZ'])))).toEqual([422, 'forms0038 street', 'forms0032 photos'])
    expect(codes(await dryRun(code, sendForm({ ...ANSWERS, seen: '2020-01-02' })))).toEqual([422, 'forms0043 seen'])
    expect((await dryRun(code, sendForm({ ...ANSWERS, seen: '2019-12-31' }))).status).toBe(200)
    expect(codes(await dryRun(code, sendForm(ANSWERS, { code_tag: 'closed' })))).toEqual([403, 'forms0006'])
    expect(codes(await dryRun(code, sendForm({ street: { a: 1 } })))).toEqual([422, 'forms0043 street'])
    expect((await on.server.call('POST', `/forms/${code}/dry-run`, { body: '{}', headers: { 'content-type': 'application/json' } })).status).toBe(415)
    expect(await everything()).toEqual(before)
  })

  test('is not available for a real form, and a preview accepts no other call that changes data', async () => {
    const { code } = await made({ mode: 'SSO' })
    const before = await everything()
    expect(codes(await dryRun('sample', sendForm(ANSWERS)))).toEqual([404, 'forms0001'])
    expect(codes(await dryRun(`~${'a'.repeat(32)}`, sendForm(ANSWERS)))).toEqual([404, 'forms0001'])
    const json = (value: unknown) => ({ body: JSON.stringify(value), headers: { 'content-type': 'application/json' } })
    const rejected: [string, string, RequestInit?][] = [
      ['POST', '', { body: sendForm(ANSWERS) }],
      ['PUT', '', json({ otp_code: 'x' })],
      ['GET', '/confirmation?code=x'],
      ['POST', '/confirmation', json({ ticket: 'T-12345678' })],
      ['GET', '/captcha'],
      ['GET', '/chat'],
      ['POST', '/auth/token', json({})],
      ['DELETE', '/session?code=preview'],
      ['POST', '/login', json({ username: 'a', password: 'b' })],
      ['POST', '/login/recovery', json({ username: 'a' })],
    ]
    for (const [method, path, init] of rejected) expect([path, (await on.server.call(method, `/forms/${code}${path}`, init)).status]).toEqual([path, 404])
    expect((await fetch(`${on.server.url}/forms-service/rs/v2/analytics/${code}/tags/report`, { method: 'POST' })).status).toBe(404)
    expect(await everything()).toEqual(before)
  })
})

describe('creating a preview', () => {
  test('requires the session of an operator who may manage the definition', async () => {
    expect(codes(await make({}, { as: null as unknown as string }))).toEqual([401, 'http_credential'])
    expect(codes(await make({}, { as: 'theirs' }))).toEqual([404, 'http_not_found'])
    expect((await make({}, { as: 'viewer' })).status).toBe(201)
  })

  test('rejects an unknown definition, a form that uses another definition, and malformed options', async () => {
    expect(codes(await make({}, { tag: 'nothing' }))).toEqual([404, 'http_not_found'])
    expect(codes(await make({ form: 'ours' }))).toEqual([400, 'forms_mgmt0001 form'])
    expect(codes(await make({ mode: 'B2B' as never }))).toEqual([400, 'forms_mgmt0001 mode'])
    expect(codes(await make({ today: '2020-02-31' }))).toEqual([400, 'forms_mgmt0001 today'])
    expect(codes(await make({ known: { a: { b: 1 } } as never }))[0]).toBe(400)
    expect(codes(await make({ more: 1 } as never))).toEqual([400, 'forms_mgmt0001 more'])
  })

  test('does not allow an operator to change another operator’s preview, or a preview through another definition', async () => {
    const { id } = await made()
    const put = (as: string, tag = 'sample-root') => on.call('PUT', `/definitions/${tag}/previews/${id}`, { as, body: { ...OPTIONS, form: null } })
    expect([(await put('owner')).status, (await put('operator', 'ours-root')).status, (await put('operator')).status]).toEqual([404, 404, 200])
    expect(codes(await on.call('PUT', '/definitions/sample-root/previews/x', { as: 'operator', body: OPTIONS }))[0]).toBe(404)
  })

  test('stores no code, keeps at most ten previews per operator, and is recorded in the audit log without the simulated personal data', async () => {
    const first = await made({ known: { nome: 'Invented' } })
    for (let at = 0; at < 10; at++) await made()
    expect((await configuration(first.code)).status).toBe(404)
    const rows = await rowsOf(on.server, "select *, previews::text as whole from previews where username = 'operator' and code_tag = 'sample-root'")
    expect(rows).toHaveLength(10)
    expect(rows.some(({ whole }) => String(whole).includes(first.code))).toBe(false)
    const [line] = await rowsOf(
      on.server,
      "select operator, after::text as after from audit_lines where action = 'definition.preview' order by id desc limit 1",
    )
    expect(line).toMatchObject({ operator: 'operator' })
    expect(JSON.stringify(await rowsOf(on.server, "select after::text from audit_lines where action = 'definition.preview'"))).not.toContain('Invented')
  })
})
