import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

const FORMS = ['first', 'second', 'third']

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const code of FORMS) {
    await server.load(sampleBundle({ code }))
    const email = `${code}@example.org`
    const { status } = await server.call('POST', `/forms/${code}`, { body: sendForm(freshAnswers(), { email, confirmed_email: email }) })
    expect(status).toBe(201)
  }
  await rowsOf(
    server,
    "insert into deliveries (customer_code, request_id, destination, kind, body) select customer_code, id, 'made', 'webhook', 'x' from requests",
  )
})
afterAll(() => server.close())

/** Reads a list as an operator who may manage only the given customers. Returns the forms that occur in the list. */
async function formsIn(list: string, customers: readonly string[] | null): Promise<string[]> {
  await rowsOf(
    server,
    "insert into operators (username, role, customers) values ('some', 'operator', $1) on conflict (username) do update set customers = excluded.customers",
    [customers],
  )
  const credential = await openOperatorSession(server.database, 'some')
  const { body } = await server.call<{ items: { form: string }[]; total: number }>('GET', `/managements/${list}?page=1`, {
    headers: { Authorization: `Bearer ${credential}` },
  })
  expect(body.data?.total).toBe(body.data?.items.length)
  return (body.data?.items ?? []).map(({ form }) => form).sort()
}

test.each(['requests', 'mails', 'deliveries'])(
  'the list of %s contains only the operator’s forms, whether the operator manages all forms, several, one or none',
  async (list) => {
    expect(await formsIn(list, null)).toEqual(FORMS)
    expect(await formsIn(list, ['first', 'third'])).toEqual(['first', 'third'])
    expect(await formsIn(list, ['second'])).toEqual(['second'])
    expect(await formsIn(list, [])).toEqual([])
  },
)
