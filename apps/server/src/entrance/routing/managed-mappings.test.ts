import type { MappingLogLine, ShownMapping } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
  await on.server.load(sampleBundle({ code: 'kept' }))
})
afterAll(() => on.server.close())

describe('a client mapping in the dashboard API', () => {
  test('is stored in lower case, is listed, and can be deleted; the deletion is recorded in the mapping log', async () => {
    const added = await on.call<ShownMapping>('POST', '/settings/forms/ours/mapping/', { body: { form_code: 'ours', client: 'ACME', sub_client: 'North' } })
    expect(added).toMatchObject({ status: 201, body: { data: { form_code: 'ours', client: 'acme', sub_client: 'north', sub_client2: '', deleted: false } } })
    expect((await on.call<ShownMapping[]>('GET', '/settings/forms/ours/mapping')).body.data).toContainEqual(added.body.data)
    expect(codes(await on.call('POST', '/settings/forms/theirs/mapping', { body: { client: 'acme', sub_client: 'NORTH' } }))).toEqual([
      409,
      'forms_mgmt0003 client',
    ])
    expect(codes(await on.call('DELETE', `/settings/forms/theirs/mapping/${added.body.data?.id}`))).toEqual([404, 'forms_mgmt0002'])
    expect(codes(await on.call('DELETE', `/settings/forms/ours/mapping/${added.body.data?.id}`))).toEqual([200])
    const log = await on.call<MappingLogLine[]>('GET', '/settings/forms/mappings/logs/1?code_client=ACM&action=0')
    expect(log.body.data).toEqual([
      { code_client: 'acme', sub_client: 'north', sub_client2: '', sub_client3: '', action: 0, action_details: 'ours', timestamp: expect.any(Number) },
    ])
  })

  test('is rejected if the client is missing', async () => {
    expect(codes(await on.call('POST', '/settings/forms/ours/mapping', { body: { client: ' ' } }))).toEqual([400, 'forms_mgmt0001 client'])
    expect(codes(await on.call('POST', '/settings/forms/ours/mapping', { body: {} }))).toEqual([400, 'forms_mgmt0001 client'])
  })

  test('has a log that is returned in pages of 50 lines, or completely as page 0', async () => {
    await rowsOf(on.server, "insert into mapping_logs (customer_code, code_client, action) select 'ours', 'many' || n, 1 from generate_series(1, 120) n")
    const lengths = []
    for (const page of [1, 2, 3, 4, 0])
      lengths.push((await on.call<MappingLogLine[]>('GET', `/settings/forms/mappings/logs/${page}?code_client=many`)).body.data?.length)
    expect(lengths).toEqual([50, 50, 20, 0, 120])
    // Inserts more log lines than one batch contains, all with the same timestamp. The server must stream them batch by
    // batch and lose none.
    await rowsOf(on.server, "insert into mapping_logs (customer_code, code_client, action) select 'ours', 'batch' || n, 1 from generate_series(1, 2500) n")
    for (const sort of ['timestamp', '-timestamp']) {
      const { headers, body } = await on.call<MappingLogLine[]>('GET', `/settings/forms/mappings/logs/0?code_client=batch&sort=${sort}`)
      const clients = (body.data ?? []).map(({ code_client }) => code_client)
      expect([headers.get('content-length'), clients.length, new Set(clients).size]).toEqual([null, 2_500, 2_500])
      expect([body.success, body.errors]).toEqual([true, []])
    }
    expect((await on.call<MappingLogLine[]>('GET', '/settings/forms/mappings/logs/0?code_client=nobodys')).body.data).toEqual([])
    expect(codes(await on.call('GET', '/settings/forms/mappings/logs/x'))).toEqual([404, 'http_not_found'])
    expect(codes(await on.call('GET', '/settings/forms/mappings/logs/-1'))).toEqual([404, 'http_not_found'])
  })
})

describe('POST /settings/forms/sso/message', () => {
  test('returns an encrypted message that opens a session, like a message from the customer’s own site', async () => {
    const [mapping] = (await on.call<ShownMapping[]>('GET', '/settings/forms/ours/mapping')).body.data ?? []
    const { status, body } = await on.call<{ url: string; message: string }>('POST', '/settings/forms/sso/message', {
      body: { form_id: 'ours', mapping_id: mapping?.id, message_request: { email: 'anna@example.org', nome: 'Anna' } },
    })
    expect([status, body.data?.url]).toEqual([200, 'http://sportello.example/forms-service/rs/v2/forms/ours/sso'])
    const entered = await fetch(`${on.server.url}/forms-service/rs/v2/forms/ours/sso`, {
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
  ])('rejects a body with the invalid value %j', async (wrong, field) => {
    const [mapping] = (await on.call<ShownMapping[]>('GET', '/settings/forms/ours/mapping')).body.data ?? []
    const body = { form_id: 'ours', mapping_id: mapping?.id, message_request: {}, ...wrong }
    expect(codes(await on.call('POST', '/settings/forms/sso/message', { body }))).toEqual([400, `forms_mgmt0001 ${field}`])
  })
})
