import type { AuditLine, ShownForm, TagForm } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes, newForm, startManagementCase } from '../../../test/management-case.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, sendForm } from '../../../test/send.ts'
import { rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
})
afterAll(() => on.server.close())

describe('the endpoints of form settings', () => {
  test('create, read, change and delete a form setting by id or by code', async () => {
    const added = await on.call<ShownForm>('POST', '/settings/forms', { body: newForm('made') })
    expect(codes(added)).toEqual([201])
    expect(added.body.data).toMatchObject({ code_form: 'made', tag_exists: true, auth_type: ['SSO'], secrets: [] })
    expect((await on.server.call('GET', '/forms/made')).status).toBe(200)
    const id = added.body.data?.id
    const changed = await on.call<ShownForm>('PUT', `/settings/forms/${id}`, { body: newForm('made', { active: false }) })
    expect(changed.body.data).toMatchObject({ id, active: false })
    await expect.poll(async () => (await on.server.call<{ is_active: boolean }>('GET', '/forms/made')).body.data?.is_active).toBe(false)
    expect((await on.call<ShownForm>('GET', '/settings/forms/made')).body.data).toEqual(changed.body.data)
    expect(codes(await on.call('DELETE', `/settings/forms/${id}`))).toEqual([200])
    await expect.poll(async () => (await on.server.call('GET', '/forms/made')).status).toBe(404)
  })

  test('never return a secret, keep a stored secret that is not sent again, and delete a secret that is sent empty', async () => {
    await on.call('POST', '/settings/forms', {
      body: newForm('hushed', { params: { sso_secret_aes: 'very secret' }, liveChatParams: { secret: 'chat secret' } }),
    })
    const stored = async () => (await rowsOf(on.server, "select params, live_chat_params from customers where customer_code = 'hushed'"))[0]
    const shown = await on.call<ShownForm>('PUT', '/settings/forms/hushed', { body: newForm('hushed', { description: 'Another' }) })
    expect(shown.body.data?.secrets).toEqual(['sso_secret_aes', 'secret'])
    expect(await stored()).toEqual({ params: { sso_secret_aes: 'very secret' }, live_chat_params: { secret: 'chat secret' } })
    expect(
      (await on.call<ShownForm>('PUT', '/settings/forms/hushed', { body: newForm('hushed', { params: { sso_secret_aes: '' } }) })).body.data?.secrets,
    ).toEqual(['secret'])
    const all = [
      (await on.call('GET', '/settings/forms')).body,
      await rowsOf(on.server, 'select before, after from audit_lines'),
      (await on.call('GET', '/audit/1')).body,
    ]
    expect(JSON.stringify(all)).not.toMatch(/very secret|chat secret|a secret of/)
  })

  test('reject the second of two concurrent edits with forms_mgmt0004', async () => {
    await on.call('POST', '/settings/forms', { body: newForm('shared') })
    const { body } = await on.call<ShownForm>('GET', '/settings/forms/shared')
    const headers = { 'if-match': `"${body.data?.version}"` }
    expect(codes(await on.call('PUT', '/settings/forms/shared', { body: newForm('shared', { description: 'First' }), headers }))).toEqual([200])
    expect(codes(await on.call('PUT', '/settings/forms/shared', { body: newForm('shared', { description: 'Second' }), headers }))).toEqual([
      409,
      'forms_mgmt0004',
    ])
    expect((await on.call<ShownForm>('GET', '/settings/forms/shared')).body.data?.description).toBe('First')
  })

  test('reject the deletion of a form that has requests', async () => {
    await on.server.load(sampleBundle({ code: 'kept' }))
    expect((await on.server.call('POST', '/forms/kept', { body: sendForm(ANSWERS) })).status).toBe(201)
    const refused = await on.call('DELETE', '/settings/forms/kept')
    expect(codes(refused)).toEqual([409, 'forms_mgmt0002'])
    expect(refused.body.errors[0]?.data).toMatchObject({ params: ['has_requests'], message: expect.stringContaining('manutenzione') })
    expect((await on.server.call('GET', '/forms/kept')).status).toBe(200)
  })

  test('return the list of forms page by page, with filters', async () => {
    const page = async (query: string) => (await on.call<ShownForm[]>('GET', `/settings/forms?${query}`)).body.data?.map(({ code_form }) => code_form)
    expect(await page('code=OUR')).toEqual(['ours'])
    expect(await page('page=1&size=2')).toHaveLength(2)
    expect(await page('page=999')).toEqual([])
    expect(await page('auth=sso&code=theirs')).toEqual(['theirs'])
    expect(await page('auth=survey')).toEqual([])
    expect(await page('code=%25')).toEqual([])
  })

  test.each<[object, string[]]>([
    [{ code_form: 'a b' }, ['code_form']],
    [{ code_form: 'admin' }, ['code_form']],
    [{ code_form: 'forms-service' }, ['code_form']],
    [{ description: ' ' }, ['description']],
    [{ code_tag: 'absent' }, ['code_tag']],
    [{ code_tag: '' }, ['code_tag']],
    [{ client_url: 'ftp://a' }, ['client_url']],
    [{ client_url: 'https://' }, ['client_url']],
    [{ client_url: 'javascript:alert(1)//http://' }, ['client_url']],
    [{ templateParams: { name: '', params: {} } }, ['templateParams.name']],
    [{ params: { background_gradient: { from: '#000', to: '#000', angle: 361 } } }, ['params.background_gradient.angle']],
    [{ templateParams: { name: 'hallways', params: { backgroundImg: { value: 'data:image/svg+xml;base64,AAAA' } } } }, ['templateParams.params.backgroundImg']],
    [{ hidden: true }, ['hidden']],
  ])('reject a form with %j and report errors at the fields %j', async (wrong, fields) => {
    const before = await rowsOf(on.server, 'select count(*) from customers')
    expect(codes(await on.call('POST', '/settings/forms', { body: newForm('wrong', wrong) }))).toEqual([
      400,
      ...fields.map((field) => `forms_mgmt0001 ${field}`),
    ])
    expect(await rowsOf(on.server, 'select count(*) from customers')).toEqual(before)
  })

  test('create a form in maintenance for a definition that is not published yet, and activate it only after the publication', async () => {
    expect(
      codes(
        await on.call('PUT', '/definitions/soon', {
          body: {
            code_tag: 'soon',
            tag_description: 'Soon',
            form_params: { auth_type: ['FREE'] },
            form_fields: [{ type: 'HTML', ordering: 1, value: '<p>Information</p>' }],
          },
        }),
      ),
    ).toEqual([200])
    expect(codes(await on.call('POST', '/settings/forms', { body: newForm('soon', { code_tag: 'soon' }) }))).toEqual([400, 'forms_mgmt0001 code_tag'])
    expect(codes(await on.call('POST', '/settings/forms', { body: newForm('never', { code_tag: 'never', active: false }) }))).toEqual([
      400,
      'forms_mgmt0001 code_tag',
    ])
    const added = await on.call<ShownForm>('POST', '/settings/forms', { body: newForm('soon', { code_tag: 'soon', active: false }) })
    expect(added.body.data).toMatchObject({ code_form: 'soon', tag_exists: false, active: false })
    expect((await on.server.call('GET', '/forms/soon')).status).toBe(404)
    expect(codes(await on.call('PUT', '/settings/forms/soon', { body: newForm('soon', { code_tag: 'soon' }) }))).toEqual([400, 'forms_mgmt0001 code_tag'])
    await on.call('POST', '/definitions/soon/publish')
    expect(codes(await on.call('PUT', '/settings/forms/soon', { body: newForm('soon', { code_tag: 'soon' }) }))).toEqual([200])
    await expect.poll(async () => (await on.server.call('GET', '/forms/soon')).status).toBe(200)
  })

  test('reject a changed form code, a code that another form has, and a change or deletion of an unknown form', async () => {
    expect(codes(await on.call('PUT', '/settings/forms/shared', { body: newForm('elsewhere') }))).toEqual([400, 'forms_mgmt0001 code_form'])
    expect(codes(await on.call('POST', '/settings/forms', { body: newForm('shared') }))).toEqual([409, 'forms_mgmt0003 code_form'])
    expect(codes(await on.call('PUT', '/settings/forms/absent', { body: newForm('absent') }))).toEqual([404, 'http_not_found'])
    expect(codes(await on.call('DELETE', '/settings/forms/absent'))).toEqual([404, 'forms_mgmt0002'])
  })

  test('return the form definitions with their parameters but without secrets', async () => {
    const { body } = await on.call<TagForm[]>('GET', '/settings/forms/tags')
    expect(body.data).toContainEqual(expect.objectContaining({ value: 'ours-root', form_params: expect.objectContaining({ auth_type: ['SSO'] }) }))
    expect(JSON.stringify(body)).not.toContain('a secret of')
  })
})

test('audit log entries of form settings contain no row versions', async () => {
  const { body } = await on.call<AuditLine[]>('GET', '/audit/1')
  expect(body.data?.some(({ action }) => action === 'form.edit')).toBe(true)
  expect(JSON.stringify(body.data?.map(({ before, after }) => [before, after]))).not.toMatch(/"version"/)
  await rowsOf(
    on.server,
    `insert into audit_lines (customer_code, operator, action, subject, before) values ('', 'x', 'asset.edit', 'x', '{"name": "a", "version": "123"}')`,
  )
  expect((await on.call<AuditLine[]>('GET', '/audit/1')).body.data?.[0]?.before).toEqual({ name: 'a' })
})
