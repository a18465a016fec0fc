import { isAllowed, type MappingLogLine, OPERATOR_ROLES, type ShownForm } from '@sportello/contract'
import { type Endpoint, endpoints } from '@sportello/contract/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes, newForm, startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
})
afterAll(() => on.server.close())

const MANAGED = Object.entries(endpoints as Record<string, Endpoint>).filter(([, { role }]) => role !== undefined)
const concrete = (path: string, form: string) =>
  path
    .replace('/managements', '')
    .replace(/forms\/\{id\}/, `forms/${form}`)
    .replaceAll(/\{(?:page)\}/g, '1')
    .replaceAll(/\{\w+\}/g, 'x')

/** Calls that end the session, or whose stream of events does not end; managed-desk-events.test.ts tests who may follow the desk, and what. */
const WITHOUT_ANSWER = ['leave', 'followDesk']

describe.each(MANAGED)('%s', (name, { method, path, role = 'owner', authoring, desk, wholeDeployment = false }) => {
  test('returns 401 without a credential, and 403 for an operator without the required role or forms', async () => {
    const body = method === 'GET' || method === 'DELETE' ? undefined : {}
    expect((await on.call(method, concrete(path, 'ours'), { as: null, body })).status).toBe(401)
    for (const as of OPERATOR_ROLES.filter((each) => each !== 'owner')) {
      if (!isAllowed(as, { role, authoring, desk })) expect(codes(await on.call(method, concrete(path, 'ours'), { as, body }))).toEqual([403, 'forms0018'])
      else if (!WITHOUT_ANSWER.includes(name)) expect((await on.call(method, concrete(path, 'ours'), { as, body })).status).not.toBe(403)
    }
    if (wholeDeployment) expect(codes(await on.call(method, concrete(path, 'ours'), { as: 'theirs', body }))).toEqual([403, 'forms0018'])
  })

  test('neither returns nor changes data of customers that the operator may not manage', async () => {
    if (WITHOUT_ANSWER.includes(name)) return
    const image = async () => [
      await rowsOf(on.server, "select * from customers where customer_code = 'ours'"),
      await rowsOf(on.server, "select * from mappings where customer_code = 'ours'"),
    ]
    const before = await image()
    const table = { table: 'username,password\na,b\n' }
    const other = path.endsWith('/table')
      ? table
      : path.endsWith('/destinations/dry-run')
        ? { destination: { kind: 'email', address: 'a@b.it' } }
        : { username: 'new', client: 'new', people: [{ email: 'a@b.it' }], form_id: 'ours', mapping_id: 'x', message_request: {} }
    const body = method === 'GET' || method === 'DELETE' ? undefined : /\/settings\/forms(?:\/\{id\})?$/.test(path) ? newForm('ours') : other
    for (const as of ['theirs', 'nobody']) {
      const answer = await on.call(method, concrete(path, 'ours'), { as, body })
      expect(JSON.stringify(answer.body.data ?? null)).not.toMatch(/"ours"|many\d/)
      if (path.includes('forms/{id}')) expect([403, 404]).toContain(answer.status)
    }
    expect(await image()).toEqual(before)
  })
})

test('an operator who is limited to some customers sees only these, and cannot create forms', async () => {
  expect((await on.call<ShownForm[]>('GET', '/settings/forms', { as: 'theirs' })).body.data?.map(({ code_form }) => code_form)).toEqual(['theirs'])
  expect((await on.call<MappingLogLine[]>('GET', '/settings/forms/mappings/logs/0', { as: 'theirs' })).body.data?.map((line) => line.code_client)).toEqual([
    'theirs',
  ])
  expect(codes(await on.call('POST', '/settings/forms', { as: 'theirs', body: newForm('fresh') }))).toEqual([403, 'forms0018'])
})
