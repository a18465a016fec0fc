import { isGuard, type KnownSetting, type ListedSetting, SYSTEM_SETTINGS } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
})
afterAll(() => on.server.close())

describe('the endpoints of system settings', () => {
  test('create, list, change and delete a setting by its code, and record each change in the audit log', async () => {
    const added = await on.call<ListedSetting>('POST', '/settings/systems', { body: { code: 'own_pair', value: 'any text' } })
    expect(added).toMatchObject({ status: 201, body: { data: { id: 'own_pair', code: 'own_pair', value: 'any text' } } })
    const changed = await on.call<ListedSetting>('PUT', '/settings/systems/own_pair', { body: { code: 'own_pair', value: 'another' } })
    expect(changed.body.data?.value).toBe('another')
    expect((await on.call<ListedSetting[]>('GET', '/settings/systems')).body.data).toContainEqual(changed.body.data)
    expect(codes(await on.call('DELETE', '/settings/systems/own_pair'))).toEqual([200])
    expect((await on.call<ListedSetting[]>('GET', '/settings/systems')).body.data?.map(({ code }) => code)).not.toContain('own_pair')
    const lines = await rowsOf(on.server, "select operator, action, before, after from audit_lines where subject = 'own_pair' order by id")
    expect(lines).toEqual([
      { operator: 'owner', action: 'setting.add', before: null, after: { value: 'any text' } },
      { operator: 'owner', action: 'setting.edit', before: { value: 'any text' }, after: { value: 'another' } },
      { operator: 'owner', action: 'setting.delete', before: { value: 'another' }, after: null },
    ])
  })

  test('reject the second of two concurrent changes with forms_mgmt0004', async () => {
    const { body } = await on.call<ListedSetting>('POST', '/settings/systems', { body: { code: 'raced', value: '1' } })
    const headers = { 'if-match': `"${body.data?.version}"` }
    expect(codes(await on.call('PUT', '/settings/systems/raced', { body: { code: 'raced', value: '2' }, headers }))).toEqual([200])
    expect(codes(await on.call('PUT', '/settings/systems/raced', { body: { code: 'raced', value: '3' }, headers }))).toEqual([409, 'forms_mgmt0004'])
    expect(codes(await on.call('DELETE', '/settings/systems/raced', { headers }))).toEqual([409, 'forms_mgmt0004'])
    expect((await on.call<ListedSetting[]>('GET', '/settings/systems')).body.data).toContainEqual(expect.objectContaining({ code: 'raced', value: '2' }))
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
  ])('reject the request %s /settings/systems%s with the body %j: the response is %j, and no setting changes', async (method, path, body, expected) => {
    const before = await rowsOf(on.server, 'select code, value from settings order by code')
    expect(codes(await on.call(method, `/settings/systems${path}`, { body }))).toEqual(expected)
    expect(await rowsOf(on.server, 'select code, value from settings order by code')).toEqual(before)
  })

  test.each(Object.keys(SYSTEM_SETTINGS).filter(isGuard))('allow only owners to change %s, which protects people or secrets', async (code) => {
    const value = SYSTEM_SETTINGS[code as KnownSetting].preset || 'https://chat.example'
    const at = `/settings/systems/${code}`
    const tries = async () => [
      codes(await on.call('POST', '/settings/systems', { as: 'operator', body: { code, value } })),
      codes(await on.call('PUT', at, { as: 'operator', body: { code, value } })),
    ]
    expect(await tries()).toEqual([
      [403, 'forms0018'],
      [403, 'forms0018'],
    ])
    expect(codes(await on.call('POST', '/settings/systems', { body: { code, value } }))).toEqual([201])
    expect([...(await tries()), codes(await on.call('DELETE', at, { as: 'operator' }))]).toEqual(Array(3).fill([403, 'forms0018']))
    expect(codes(await on.call('PUT', at, { body: { code, value } }))).toEqual([200])
    expect(codes(await on.call('DELETE', at))).toEqual([200])
  })

  test('apply a changed setting to the next request', async () => {
    expect((await on.call('POST', '/settings/systems', { body: { code: 'attachment_max_count', value: '3' } })).status).toBe(201)
    await expect.poll(async () => (await on.server.call<{ limits: { files: number } }>('GET', '/forms/ours')).body.data?.limits.files).toBe(3)
    await on.call('DELETE', '/settings/systems/attachment_max_count')
  })
})
