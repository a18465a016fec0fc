import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { expireRequests } from './expire-requests.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
})
afterAll(() => server.close())

/**
 * Inserts `many` requests whose confirmation links expired a day ago. Also inserts `many` rows of the table that counts
 * unconfirmed mails; these rows have expired too.
 */
async function pile(many: number): Promise<void> {
  const { body } = await server.call<{ ticket: string }>('POST', '/forms/sample', { body: sendForm(freshAnswers()) })
  await rowsOf(server, "update requests set expires_at = now() - interval '1 day' where ticket = $1", [body.data?.ticket])
  await rowsOf(server, "update mails set state = 'sent'")
  await rowsOf(
    server,
    `insert into requests (customer_code, ticket, state, auth_type, definition_code_tag, definition_version, code_tag, lang_code, person_key, content_hash,
       opens_ticket, expires_at)
     select customer_code, 'P-' || gen_random_uuid(), state, auth_type, definition_code_tag, definition_version, code_tag, lang_code, person_key, content_hash,
       opens_ticket, expires_at from requests, generate_series(2, $2) where ticket = $1`,
    [body.data?.ticket, many],
  )
  await rowsOf(
    server,
    `insert into mailboxes (mailbox_hash, unconfirmed, ends_at) select sha256(n::text::bytea), 1, now() - interval '1 day' from generate_series(1, $1) n`,
    [many],
  )
}
const late = async () =>
  (
    await rowsOf(
      server,
      `select (select count(*)::int from requests where state = 'awaiting_confirmation') as requests,
         (select count(*)::int from mailboxes where ends_at < now()) as mailboxes`,
    )
  )[0]

test('expire_requests marks every expired request and skips locked rows', async () => {
  await pile(2_500)
  const holder = await server.database.owner.connect()
  await holder.query('begin')
  await holder.query('select from requests order by expires_at limit 1 for update')
  await holder.query('select from mailboxes order by mailbox_hash limit 1 for update')
  await expireRequests(server.services)
  expect(await late()).toEqual({ requests: 1, mailboxes: 1 })
  await holder.query('rollback')
  holder.release()
  await expireRequests(server.services)
  expect(await late()).toEqual({ requests: 0, mailboxes: 0 })
})

test('expire_requests keeps the batches that were committed before a later statement failed', async () => {
  await pile(1_500)
  await rowsOf(server, 'alter table mailboxes rename to mailboxes_away')
  await expect(expireRequests(server.services)).rejects.toThrow('mailboxes')
  await rowsOf(server, 'alter table mailboxes_away rename to mailboxes')
  expect(await late()).toEqual({ requests: 0, mailboxes: 1_500 })
})
