import type { Found } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRequestsCase } from '../../../test/requests-case.ts'
import { rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startRequestsCase>>
beforeAll(async () => {
  on = await startRequestsCase()
})
afterAll(() => on.server.close())

const post = (body: unknown, as = 'all') =>
  on.server.call<Found>('POST', '/managements/search', { body: JSON.stringify(body), headers: { ...on.bearer(as), 'content-type': 'application/json' } })
const search = async (text: string, as?: string) => (await post({ text }, as)).body.data

test('the search finds a request by the beginning of its ticket code, within the operator’s forms', async () => {
  const { anna = '', carla = '' } = on.tickets
  expect((await search(anna.toLowerCase()))?.requests).toEqual([{ ticket: anna, form: 'ours', state: expect.any(String), created_at: expect.any(String) }])
  expect((await search(carla.slice(0, -1)))?.requests.map(({ ticket }) => ticket)).toContain(carla)
  expect((await search(anna, 'theirs'))?.requests).toEqual([])
  expect((await search(anna, 'reader'))?.requests).toHaveLength(1)
})

test('the search finds e-mail addresses only for operators, and the audit log records each address as a hash', async () => {
  const lines = () => rowsOf(on.server, "select operator, subject, customer_code from audit_lines where action = 'person.search' order by id")
  expect((await search('Anna.Neri@'))?.mailboxes).toEqual([{ email: 'anna.neri@example.org', forms: ['ours'] }])
  expect(await lines()).toEqual([{ operator: 'all', subject: expect.stringMatching(/^[0-9a-f]{32}$/), customer_code: 'ours' }])
  expect((await search('anna.neri'))?.mailboxes).toEqual([])
  expect((await search('Anna.Neri@', 'reader'))?.mailboxes).toEqual([])
  expect((await search('Anna.Neri@', 'theirs'))?.mailboxes).toEqual([])
  expect(await lines()).toHaveLength(1)
})

test('the search finds forms and definitions by any part of their code or description', async () => {
  expect((await search('OUR'))?.forms.map(({ code_form }) => code_form)).toEqual(['ours'])
  expect((await search('ours', 'theirs'))?.forms).toEqual([])
  expect((await search('heir', 'theirs'))?.forms.map(({ code_form }) => code_form)).toEqual(['theirs'])
  const [customer] = await rowsOf(on.server, "select code_tag from customers where customer_code = 'ours'")
  const code_tag = String(customer?.code_tag)
  expect((await search(code_tag.slice(1)))?.definitions.map((found) => found.code_tag)).toContain(code_tag)
  expect((await search(code_tag, 'theirs'))?.definitions).toEqual([])
  expect((await search('theirs', 'theirs'))?.definitions.map((found) => found.code_tag)).toEqual(['theirs-root'])
  // Checks that the search treats the wildcards of SQL's LIKE as ordinary characters.
  expect((await search('%%'))?.forms).toEqual([])
})

test.each([{}, { text: 'x' }, { text: ' x ' }, { text: 'x'.repeat(255) }, { text: 7 }, { text: 'xx', form: 'ours' }])(
  'the search rejects the invalid query %j',
  async (body) => {
    const { status, body: answer } = await post(body)
    expect([status, answer.errors[0]?.data.code]).toEqual([400, 'forms_mgmt0001'])
  },
)

test('the search requires a session', async () => {
  const { status } = await on.server.call('POST', '/managements/search', { body: '{"text":"xx"}', headers: { 'content-type': 'application/json' } })
  expect(status).toBe(401)
})
