import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const code of ['ours', 'theirs']) await server.load(sampleBundle({ code }))
})
afterAll(() => server.close())

const id = (hour: number) => `first_id_at('2024-05-01 ${hour}:00Z')`

/** Stores a mail that lists requests of some hours. */
async function listing(form: string, hours: readonly number[], values: string): Promise<string> {
  const [mail] = await rowsOf(
    server,
    `insert into mails (customer_code, kind, lang_code, recipient, state, text_body) values ($1, 'states', 'it', 'a@example.org', ${values}) returning id`,
    [form],
  )
  for (const hour of hours)
    await rowsOf(
      server,
      `with n as (insert into state_notices (customer_code, request_id, mailbox_hash) values ($1, ${id(hour)}, '\\x01') on conflict do nothing)
       insert into state_mail_requests values ($1, ${id(hour)}, $2, '[]')`,
      [form, mail?.id],
    )
  return String(mail?.id)
}

test('the mails that list requests of a dropped partition are deleted, and those that are yet to be written stay', async () => {
  const both = await listing('ours', [1, 3], "'sent', 'x'")
  const unwritten = await listing('ours', [1, 3], "'queued', null")
  const fixed = await listing('ours', [1], "'queued', 'x'")
  const kept = await listing('ours', [3], "'sent', 'x'")
  const other = await listing('theirs', [1], "'sent', 'x'")
  await rowsOf(server, `insert into erased_periods values ('ours', ${id(0)}, ${id(2)})`)
  while ((await rowsOf(server, 'select erase_leftovers(5000) as is_left'))[0]?.is_left);
  const left = (await rowsOf(server, 'select id from mails')).map((row) => row.id)
  expect([both, unwritten, fixed, kept, other].map((mail) => left.includes(mail))).toEqual([false, true, false, true, true])
  expect(await rowsOf(server, 'select customer_code, count(*)::int as rows from state_mail_requests group by 1 order by 1')).toEqual([
    { customer_code: 'ours', rows: 3 },
    { customer_code: 'theirs', rows: 1 },
  ])
  expect(await rowsOf(server, 'select customer_code from state_notices order by 1')).toEqual([{ customer_code: 'ours' }, { customer_code: 'theirs' }])
  expect(await rowsOf(server, 'select from erased_periods')).toEqual([])
})
