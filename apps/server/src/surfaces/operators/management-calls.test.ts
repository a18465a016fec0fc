import {
  type AuditLine,
  isGuard,
  type KnownSetting,
  type ListedSetting,
  type MappingLogLine,
  type OperatorRole,
  type ShownForm,
  type ShownMapping,
  SYSTEM_SETTINGS,
  type TagForm,
} from '@sportello/contract'
import { type Endpoint, endpoints } from '@sportello/contract/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

let server: TestServer
const credentials: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer()
  for (const code of ['ours', 'theirs']) {
    await server.load(accessForm({ code, authTypes: ['SSO'], params: { sso_secret_aes: `a secret of ${code}` } }))
    await rowsOf(server, 'insert into mappings (customer_code, client) values ($1, $1)', [code])
    await rowsOf(server, 'insert into mapping_logs (customer_code, code_client, action) values ($1, $1, 1)', [code])
  }
  const people: [string, OperatorRole, string[] | null][] = [
    ['owner', 'owner', null],
    ['operator', 'operator', null],
    ['viewer', 'viewer', null],
    ['theirs', 'owner', ['theirs']],
    ['nobody', 'operator', []],
  ]
  for (const [username, role, customers] of people) {
    await rowsOf(server, 'insert into operators (username, role, customers) values ($1, $2, $3) on conflict (username) do update set role = $2', [
      username,
      role,
      customers,
    ])
    credentials[username] = await openOperatorSession(server.database, username)
  }
})
afterAll(() => server.close())

interface Options {
  as?: string | null
  body?: unknown
  headers?: Record<string, string>
}

async function call<T>(method: string, path: string, { as = 'owner', body, headers = {} }: Options = {}) {
  return server.call<T>(method, `/managements${path}`, {
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(as !== null && { Authorization: `Bearer ${credentials[as]}` }),
      ...headers,
    },
  })
}
const codes = ({ status, body }: { status: number; body: { errors: { data: { code: string; field?: string | undefined } }[] } }) => [
  status,
  ...body.errors.map(({ data }) => (data.field === undefined ? data.code : `${data.code} ${data.field}`)),
]

describe('system settings', () => {
  test('are added, listed, changed and deleted by their code', async () => {
    const added = await call<ListedSetting>('POST', '/settings/systems', { body: { code: 'own_pair', value: 'any text' } })
    expect(added).toMatchObject({ status: 201, body: { data: { id: 'own_pair', code: 'own_pair', value: 'any text' } } })
    const changed = await call<ListedSetting>('PUT', '/settings/systems/own_pair', { body: { code: 'own_pair', value: 'another' } })
    expect(changed.body.data?.value).toBe('another')
    expect((await call<ListedSetting[]>('GET', '/settings/systems')).body.data).toContainEqual(changed.body.data)
    expect(codes(await call('DELETE', '/settings/systems/own_pair'))).toEqual([200])
    expect((await call<ListedSetting[]>('GET', '/settings/systems')).body.data?.map(({ code }) => code)).not.toContain('own_pair')
    const lines = await rowsOf(server, "select operator, action, before, after from audit_lines where subject = 'own_pair' order by id")
    expect(lines).toEqual([
      { operator: 'owner', action: 'setting.add', before: null, after: { value: 'any text' } },
      { operator: 'owner', action: 'setting.edit', before: { value: 'any text' }, after: { value: 'another' } },
      { operator: 'owner', action: 'setting.delete', before: { value: 'another' }, after: null },
    ])
  })

  test('two operators who change the same one: the second is told', async () => {
    const { body } = await call<ListedSetting>('POST', '/settings/systems', { body: { code: 'raced', value: '1' } })
    const headers = { 'if-match': `"${body.data?.version}"` }
    expect(codes(await call('PUT', '/settings/systems/raced', { body: { code: 'raced', value: '2' }, headers }))).toEqual([200])
    expect(codes(await call('PUT', '/settings/systems/raced', { body: { code: 'raced', value: '3' }, headers }))).toEqual([409, 'forms_mgmt0004'])
    expect(codes(await call('DELETE', '/settings/systems/raced', { headers }))).toEqual([409, 'forms_mgmt0004'])
    expect((await call<ListedSetting[]>('GET', '/settings/systems')).body.data).toContainEqual(expect.objectContaining({ code: 'raced', value: '2' }))
  })

  test.each<[string, string, unknown, (string | number)[]]>([
    ['POST', '', { code: 'raced', value: 'x' }, [409, 'forms_mgmt0003 code']],
    ['POST', '', { code: '', value: '' }, [400, 'forms_mgmt0001 code', 'forms_mgmt0001 value']],
    ['POST', '', {}, [400, 'forms_mgmt0001 code', 'forms_mgmt0001 value']],
    ['POST', '', { code: 'a\0b', value: 'x' }, [400, 'http_malformed']],
    ['POST', '', { code: 'attachment_max_count', value: 'many' }, [400, 'forms_mgmt0001 value']],
    ['POST', '', { code: 'attachment_max_count', value: '1.5' }, [400, 'forms_mgmt0001 value']],
    ['POST', '', { code: 'time_zone', value: 'Europe/Atlantis' }, [400, 'forms_mgmt0001 value']],
    ['PUT', '/raced', { code: 'other', value: 'x' }, [400, 'forms_mgmt0001 code']],
    ['PUT', '/absent', { code: 'absent', value: 'x' }, [404, 'http_not_found']],
    ['DELETE', '/absent', undefined, [404, 'forms_mgmt0002']],
  ])('%s %s with %j is refused: %j, and nothing changes', async (method, path, body, expected) => {
    const before = await rowsOf(server, 'select code, value from settings order by code')
    expect(codes(await call(method, `/settings/systems${path}`, { body }))).toEqual(expected)
    expect(await rowsOf(server, 'select code, value from settings order by code')).toEqual(before)
  })

  test.each(Object.keys(SYSTEM_SETTINGS).filter(isGuard))('that guard people, or name where a secret goes, are set by owners alone: %s', async (code) => {
    const value = SYSTEM_SETTINGS[code as KnownSetting].preset || 'https://chat.example'
    const at = `/settings/systems/${code}`
    const tries = async () => [
      codes(await call('POST', '/settings/systems', { as: 'operator', body: { code, value } })),
      codes(await call('PUT', at, { as: 'operator', body: { code, value } })),
    ]
    expect(await tries()).toEqual([
      [403, 'forms0018'],
      [403, 'forms0018'],
    ])
    expect(codes(await call('POST', '/settings/systems', { body: { code, value } }))).toEqual([201])
    expect([...(await tries()), codes(await call('DELETE', at, { as: 'operator' }))]).toEqual(Array(3).fill([403, 'forms0018']))
    expect(codes(await call('PUT', at, { body: { code, value } }))).toEqual([200])
    expect(codes(await call('DELETE', at))).toEqual([200])
  })

  test('a limit that is set is in force in the next call', async () => {
    expect((await call('POST', '/settings/systems', { body: { code: 'attachment_max_count', value: '3' } })).status).toBe(201)
    await expect.poll(async () => (await server.call<{ limits: { files: number } }>('GET', '/forms/ours')).body.data?.limits.files).toBe(3)
    await call('DELETE', '/settings/systems/attachment_max_count')
  })
})

const newForm = (code_form: string, more: object = {}) => ({
  code_form,
  description: 'A form',
  code_tag: 'ours-root',
  client_url: 'https://client.example/',
  active: true,
  params: {},
  logoParams: [],
  templateParams: { name: 'default2022', params: {} },
  liveChatParams: {},
  ...more,
})

describe('form settings', () => {
  test('are added, read, changed and deleted, by their id and their code', async () => {
    const added = await call<ShownForm>('POST', '/settings/forms', { body: newForm('made') })
    expect(codes(added)).toEqual([201])
    expect(added.body.data).toMatchObject({ code_form: 'made', tag_exists: true, auth_type: ['SSO'], secrets: [] })
    expect((await server.call('GET', '/forms/made')).status).toBe(200)
    const id = added.body.data?.id
    const changed = await call<ShownForm>('PUT', `/settings/forms/${id}`, { body: newForm('made', { active: false }) })
    expect(changed.body.data).toMatchObject({ id, active: false })
    await expect.poll(async () => (await server.call<{ is_active: boolean }>('GET', '/forms/made')).body.data?.is_active).toBe(false)
    expect((await call<ShownForm>('GET', '/settings/forms/made')).body.data).toEqual(changed.body.data)
    expect(codes(await call('DELETE', `/settings/forms/${id}`))).toEqual([200])
    await expect.poll(async () => (await server.call('GET', '/forms/made')).status).toBe(404)
  })

  test('never show a secret, keep the one that is not sent again, and forget the one that is emptied', async () => {
    await call('POST', '/settings/forms', { body: newForm('hushed', { params: { sso_secret_aes: 'very secret' }, liveChatParams: { secret: 'chat secret' } }) })
    const stored = async () => (await rowsOf(server, "select params, live_chat_params from customers where customer_code = 'hushed'"))[0]
    const shown = await call<ShownForm>('PUT', '/settings/forms/hushed', { body: newForm('hushed', { description: 'Another' }) })
    expect(shown.body.data?.secrets).toEqual(['sso_secret_aes', 'secret'])
    expect(await stored()).toEqual({ params: { sso_secret_aes: 'very secret' }, live_chat_params: { secret: 'chat secret' } })
    expect(
      (await call<ShownForm>('PUT', '/settings/forms/hushed', { body: newForm('hushed', { params: { sso_secret_aes: '' } }) })).body.data?.secrets,
    ).toEqual(['secret'])
    const all = [
      (await call('GET', '/settings/forms')).body,
      await rowsOf(server, 'select before, after from audit_lines'),
      (await call('GET', '/audit/1')).body,
    ]
    expect(JSON.stringify(all)).not.toMatch(/very secret|chat secret|a secret of/)
  })

  test('two operators who edit the same form: the second is told, and loses nothing of the first', async () => {
    await call('POST', '/settings/forms', { body: newForm('shared') })
    const { body } = await call<ShownForm>('GET', '/settings/forms/shared')
    const headers = { 'if-match': `"${body.data?.version}"` }
    expect(codes(await call('PUT', '/settings/forms/shared', { body: newForm('shared', { description: 'First' }), headers }))).toEqual([200])
    expect(codes(await call('PUT', '/settings/forms/shared', { body: newForm('shared', { description: 'Second' }), headers }))).toEqual([409, 'forms_mgmt0004'])
    expect((await call<ShownForm>('GET', '/settings/forms/shared')).body.data?.description).toBe('First')
  })

  test('a form that has received requests is not deleted', async () => {
    await server.load(sampleBundle({ code: 'kept' }))
    expect((await server.call('POST', '/forms/kept', { body: sendForm(ANSWERS) })).status).toBe(201)
    const refused = await call('DELETE', '/settings/forms/kept')
    expect(codes(refused)).toEqual([409, 'forms_mgmt0002'])
    expect(refused.body.errors[0]?.data).toMatchObject({ params: ['has_requests'], message: expect.stringContaining('manutenzione') })
    expect((await server.call('GET', '/forms/kept')).status).toBe(200)
  })

  test('are paged and filtered', async () => {
    const page = async (query: string) => (await call<ShownForm[]>('GET', `/settings/forms?${query}`)).body.data?.map(({ code_form }) => code_form)
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
  ])('%j is refused at %j', async (wrong, fields) => {
    const before = await rowsOf(server, 'select count(*) from customers')
    expect(codes(await call('POST', '/settings/forms', { body: newForm('wrong', wrong) }))).toEqual([400, ...fields.map((field) => `forms_mgmt0001 ${field}`)])
    expect(await rowsOf(server, 'select count(*) from customers')).toEqual(before)
  })

  test('another code is another form', async () => {
    expect(codes(await call('PUT', '/settings/forms/shared', { body: newForm('elsewhere') }))).toEqual([400, 'forms_mgmt0001 code_form'])
    expect(codes(await call('POST', '/settings/forms', { body: newForm('shared') }))).toEqual([409, 'forms_mgmt0003 code_form'])
    expect(codes(await call('PUT', '/settings/forms/absent', { body: newForm('absent') }))).toEqual([404, 'http_not_found'])
    expect(codes(await call('DELETE', '/settings/forms/absent'))).toEqual([404, 'forms_mgmt0002'])
  })

  test('the definitions that a form may point at come with their parameters, without secrets', async () => {
    const { body } = await call<TagForm[]>('GET', '/settings/forms/tags')
    expect(body.data).toContainEqual(expect.objectContaining({ value: 'ours-root', form_params: expect.objectContaining({ auth_type: ['SSO'] }) }))
    expect(JSON.stringify(body)).not.toContain('a secret of')
  })
})

describe('routing', () => {
  test('is added in lower case, listed, and deleted with a line in the log', async () => {
    const added = await call<ShownMapping>('POST', '/settings/forms/ours/mapping/', { body: { form_code: 'ours', client: 'ACME', sub_client: 'North' } })
    expect(added).toMatchObject({ status: 201, body: { data: { form_code: 'ours', client: 'acme', sub_client: 'north', sub_client2: '', deleted: false } } })
    expect((await call<ShownMapping[]>('GET', '/settings/forms/ours/mapping')).body.data).toContainEqual(added.body.data)
    expect(codes(await call('POST', '/settings/forms/theirs/mapping', { body: { client: 'acme', sub_client: 'NORTH' } }))).toEqual([
      409,
      'forms_mgmt0003 client',
    ])
    expect(codes(await call('DELETE', `/settings/forms/theirs/mapping/${added.body.data?.id}`))).toEqual([404, 'forms_mgmt0002'])
    expect(codes(await call('DELETE', `/settings/forms/ours/mapping/${added.body.data?.id}`))).toEqual([200])
    const log = await call<MappingLogLine[]>('GET', '/settings/forms/mappings/logs/1?code_client=ACM&action=0')
    expect(log.body.data).toEqual([
      { code_client: 'acme', sub_client: 'north', sub_client2: '', sub_client3: '', action: 0, action_details: 'ours', timestamp: expect.any(Number) },
    ])
  })

  test('needs a client', async () => {
    expect(codes(await call('POST', '/settings/forms/ours/mapping', { body: { client: ' ' } }))).toEqual([400, 'forms_mgmt0001 client'])
    expect(codes(await call('POST', '/settings/forms/ours/mapping', { body: {} }))).toEqual([400, 'forms_mgmt0001 client'])
  })

  test('its log comes by pages of 50, and whole for page 0', async () => {
    await rowsOf(server, "insert into mapping_logs (customer_code, code_client, action) select 'ours', 'many' || n, 1 from generate_series(1, 120) n")
    const lengths = []
    for (const page of [1, 2, 3, 4, 0])
      lengths.push((await call<MappingLogLine[]>('GET', `/settings/forms/mappings/logs/${page}?code_client=many`)).body.data?.length)
    expect(lengths).toEqual([50, 50, 20, 0, 120])
    // More than a batch, all of one moment; as a stream, so that no process holds them all.
    await rowsOf(server, "insert into mapping_logs (customer_code, code_client, action) select 'ours', 'batch' || n, 1 from generate_series(1, 2500) n")
    for (const sort of ['timestamp', '-timestamp']) {
      const { headers, body } = await call<MappingLogLine[]>('GET', `/settings/forms/mappings/logs/0?code_client=batch&sort=${sort}`)
      const clients = (body.data ?? []).map(({ code_client }) => code_client)
      expect([headers.get('content-length'), clients.length, new Set(clients).size]).toEqual([null, 2_500, 2_500])
      expect([body.success, body.errors]).toEqual([true, []])
    }
    expect((await call<MappingLogLine[]>('GET', '/settings/forms/mappings/logs/0?code_client=nobodys')).body.data).toEqual([])
    expect(codes(await call('GET', '/settings/forms/mappings/logs/x'))).toEqual([404, 'http_not_found'])
    expect(codes(await call('GET', '/settings/forms/mappings/logs/-1'))).toEqual([404, 'http_not_found'])
  })
})

describe('a simulated visit', () => {
  test('leads in as somebody, by a message as the customer’s own site would seal it', async () => {
    const [mapping] = (await call<ShownMapping[]>('GET', '/settings/forms/ours/mapping')).body.data ?? []
    const { status, body } = await call<{ url: string; message: string }>('POST', '/settings/forms/sso/message', {
      body: { form_id: 'ours', mapping_id: mapping?.id, message_request: { email: 'anna@example.org', nome: 'Anna' } },
    })
    expect([status, body.data?.url]).toEqual([200, 'http://sportello.example/forms-service/rs/v2/forms/ours/sso'])
    const entered = await fetch(`${server.url}/forms-service/rs/v2/forms/ours/sso`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ message: body.data?.message ?? '' }).toString(),
    })
    expect(entered.headers.get('location')).toMatch(/\/ours\/sso\?code=/)
  })

  test.each<[object, string]>([
    [{ mapping_id: 'x' }, 'mapping_id'],
    [{ form_id: 'kept' }, 'form_id'],
  ])('with %j is refused', async (wrong, field) => {
    const [mapping] = (await call<ShownMapping[]>('GET', '/settings/forms/ours/mapping')).body.data ?? []
    const body = { form_id: 'ours', mapping_id: mapping?.id, message_request: {}, ...wrong }
    expect(codes(await call('POST', '/settings/forms/sso/message', { body }))).toEqual([400, `forms_mgmt0001 ${field}`])
  })
})

const MANAGED = Object.entries(endpoints as Record<string, Endpoint>).filter(([, { role }]) => role !== undefined)
const concrete = (path: string, form: string) =>
  path
    .replace('/managements', '')
    .replace(/forms\/\{id\}/, `forms/${form}`)
    .replaceAll(/\{(?:page)\}/g, '1')
    .replaceAll(/\{\w+\}/g, 'x')

describe.each(MANAGED)('%s', (name, { method, path, role = 'owner', wholeDeployment = false }) => {
  test('answers 401 without a credential, and 403 with too small a role or reach', async () => {
    const body = method === 'GET' || method === 'DELETE' ? undefined : {}
    expect((await call(method, concrete(path, 'ours'), { as: null, body })).status).toBe(401)
    const roles: OperatorRole[] = ['viewer', 'operator']
    for (const as of roles) {
      const enough = roles.indexOf(as) >= roles.indexOf(role) && role !== 'owner'
      if (!enough) expect(codes(await call(method, concrete(path, 'ours'), { as, body }))).toEqual([403, 'forms0018'])
      else if (name !== 'leave') expect((await call(method, concrete(path, 'ours'), { as, body })).status).not.toBe(403)
    }
    if (wholeDeployment) expect(codes(await call(method, concrete(path, 'ours'), { as: 'theirs', body }))).toEqual([403, 'forms0018'])
  })

  test('shows and changes nothing of a customer outside the operator’s reach', async () => {
    if (name === 'leave') return
    const image = async () => [
      await rowsOf(server, "select * from customers where customer_code = 'ours'"),
      await rowsOf(server, "select * from mappings where customer_code = 'ours'"),
    ]
    const before = await image()
    const table = { table: 'username,password\na,b\n' }
    const other = path.endsWith('/table')
      ? table
      : { username: 'new', client: 'new', people: [{ email: 'a@b.it' }], form_id: 'ours', mapping_id: 'x', message_request: {} }
    const body = method === 'GET' || method === 'DELETE' ? undefined : /\/settings\/forms(?:\/\{id\})?$/.test(path) ? newForm('ours') : other
    for (const as of ['theirs', 'nobody']) {
      const answer = await call(method, concrete(path, 'ours'), { as, body })
      expect(JSON.stringify(answer.body.data ?? null)).not.toMatch(/"ours"|many\d/)
      if (path.includes('forms/{id}')) expect([403, 404]).toContain(answer.status)
    }
    expect(await image()).toEqual(before)
  })
})

test('an operator of some customers sees theirs', async () => {
  expect((await call<ShownForm[]>('GET', '/settings/forms', { as: 'theirs' })).body.data?.map(({ code_form }) => code_form)).toEqual(['theirs'])
  expect((await call<MappingLogLine[]>('GET', '/settings/forms/mappings/logs/0', { as: 'theirs' })).body.data?.map((line) => line.code_client)).toEqual([
    'theirs',
  ])
  expect(codes(await call('POST', '/settings/forms', { as: 'theirs', body: newForm('fresh') }))).toEqual([403, 'forms0018'])
})

test('the log of changes names no version of a row', async () => {
  const { body } = await call<AuditLine[]>('GET', '/audit/1')
  expect(body.data?.some(({ action }) => action === 'form.edit')).toBe(true)
  expect(JSON.stringify(body.data?.map(({ before, after }) => [before, after]))).not.toMatch(/"version"/)
  await rowsOf(
    server,
    `insert into audit_lines (customer_code, operator, action, subject, before) values ('', 'x', 'asset.edit', 'x', '{"name": "a", "version": "123"}')`,
  )
  expect((await call<AuditLine[]>('GET', '/audit/1')).body.data?.[0]?.before).toEqual({ name: 'a' })
})
