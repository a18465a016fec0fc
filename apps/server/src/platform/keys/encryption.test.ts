import { randomUUID } from 'node:crypto'
import type { PersonalData, SendReceipt, ShownRequest } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { SECRET, type Sink, startSink } from '../../../test/destination-case.ts'
import { eventually } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm, withFiles } from '../../../test/send.ts'
import { enter } from '../../../test/sso.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { answersOf, openRowsOf, rowsOf } from '../../../test/traces.ts'
import { encryptPlainDeliveries } from '../../delivery/destinations/encrypt-plain-deliveries.ts'
import { openTicket } from '../../delivery/destinations/open-ticket.ts'
import { encryptPlainMails } from '../../delivery/mail/encrypt-plain-mails.ts'
import { sessionOf } from '../../entrance/sessions/admission.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { encryptPlainRequests } from '../../requests/requests/encrypt-plain-requests.ts'
import { startWorker, type Worker } from '../../surfaces/jobs/worker.ts'
import { CustomerKeys } from './customer-keys.ts'

const CANARY = 'RSSMRA80A01H501U'
let server: TestServer
let sink: Sink
let credential: string
let worker: Worker
beforeAll(async () => {
  // The test destination sends the ticket back in its response. Error responses of some real systems do the same.
  sink = await startSink((response, { body }) => void response.end(body))
  server = await startTestServer({ env: { OUTBOUND_ALLOW: '127.0.0.0/8' } })
  worker = await startWorker(server.services, () => {})
  for (const code of ['ours', 'theirs']) {
    const destination = [
      { kind: 'webhook', name: 'hook', url: sink.url, secret: SECRET },
      { kind: 'email', name: 'desk', address: 'desk@example.org' },
    ]
    await server.load({
      ...sampleBundle({ code, params: { validation_email_template: 'mine', destination } }),
      templates: [{ name: 'mine', lang_code: 'it', subject: 'For {{ story }}', html: '<p>{{ story }} <a href="{{ link }}">{{ link }}</a></p>' }],
    })
  }
  await server.load(accessForm({ code: 'fund', authTypes: ['SSO'], mappings: [{ client: 'acme' }] }))
  await rowsOf(server, "insert into operators (username, role) values ('owner', 'owner')")
  credential = await openOperatorSession(server.database, 'owner')
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  await sink.close()
})

const call = <T>(method: string, path: string, body?: unknown) =>
  server.call<T>(method, `/managements${path}`, {
    headers: { 'content-type': 'application/json', Authorization: `Bearer ${credential}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

/** Returns all rows of the database as text, as a database dump contains them. Binary columns are also decoded as text. */
async function dumped(): Promise<string> {
  const tables = await rowsOf(
    server,
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')",
  )
  const rows = await Promise.all(tables.map(({ name }) => rowsOf(server, `select t::text as row from ${name} t`)))
  return rows
    .flat()
    .map(({ row }) => String(row))
    .join('\n')
}

/** Counts the occurrences of a text in a dump of the database. */
async function hits(text: string): Promise<number> {
  const all = await dumped()
  return all.split(text).length + all.split(Buffer.from(text).toString('hex')).length - 2
}

/** Submits a request whose answers contain the given text, confirms it by mail, and waits until its mails and deliveries are sent. */
async function send(text: string, form = 'ours'): Promise<{ ticket: string; id: string; key: string }> {
  const [key, email] = [randomUUID(), `${randomUUID()}@example.org`]
  const street = /^[\w, ]{1,50}$/.test(text) ? text : freshAnswers().street
  const body = withFiles(sendForm({ street, story: text }, { email, confirmed_email: email }), ['a.txt', `of ${text}`])
  const sent = await server.call<SendReceipt>('POST', `/forms/${form}`, { body, headers: { 'Idempotency-Key': key } })
  expect([sent.status, sent.body.errors]).toEqual([201, []])
  expect(sent.body.data?.summary_html).toContain(street)
  const ticket = String(sent.body.data?.ticket)
  const [row] = await rowsOf(server, 'select id from requests where ticket = $1', [ticket])
  const id = String(row?.id)
  const [mail] = await eventually(
    () => openRowsOf(server, "select * from mails where request_id = $1 and state = 'kept'", [id]),
    (rows) => rows.length > 0,
  )
  expect(mail?.subject).toContain(`For ${street === text ? text : ''}`)
  const code = /validation\?code=([\w-]+)/.exec(String(mail?.text_body))?.[1]
  const confirmed = await server.call<SendReceipt>('PUT', `/forms/${form}`, {
    body: JSON.stringify({ otp_code: code }),
    headers: { 'content-type': 'application/json' },
  })
  expect([confirmed.status, confirmed.body.data?.summary_html]).toEqual([200, sent.body.data?.summary_html])
  await eventually(
    () =>
      rowsOf(
        server,
        `select 1 from mails where request_id = $1 and state = 'kept' union all select 1 from deliveries where request_id = $1 and state = 'delivered'`,
        [id],
      ),
    (rows) => rows.length === 4,
  )
  return { ticket, id, key }
}

async function want(value: 'true' | 'false'): Promise<void> {
  const path = '/settings/systems'
  const set = await call('POST', path, { code: 'seal_answers', value })
  if (set.status !== 201) expect((await call('PUT', `${path}/seal_answers`, { code: 'seal_answers', value })).status).toBe(200)
  expect(
    await eventually(
      () => server.services.encryption.isWanted(),
      (wanted) => wanted === (value === 'true'),
    ),
  ).toBe(value === 'true')
}

async function seal(): Promise<number> {
  const { services } = server
  return (await encryptPlainRequests(services)) + (await encryptPlainMails(services)) + (await encryptPlainDeliveries(services))
}

test('a database dump does not contain a request in plain text, and authorised operators can still read the request', async () => {
  const { ticket, id, key } = await send(CANARY)
  expect(await hits(CANARY)).toBe(0)
  const shown = (await call<ShownRequest>('GET', `/requests/${ticket}`)).body.data
  expect(shown?.answers.find(({ code }) => code === 'story')?.text).toBe(CANARY)
  expect(shown?.summary_html).toContain(CANARY)
  expect([shown?.unreadable, shown?.deliveries[0]?.last_answer]).toEqual([false, expect.stringContaining(CANARY)])
  const mails = await Promise.all(
    (shown?.mails ?? []).map((mail) => call<{ kind: string; subject: string | null; text: string | null }>('GET', `/mails/${mail.id}`)),
  )
  expect(mails.filter(({ body }) => body.data?.text?.includes(CANARY)).map(({ body }) => body.data?.kind)).toEqual(['validation', 'desk'])
  expect(sink.taken.at(-1)?.body.toString()).toContain(CANARY)
  const file = await fetch(`${server.url}/forms-service/rs/v2/managements/requests/export/csv`, {
    headers: { 'X-Api-Key': 'test-key', Authorization: `Bearer ${credential}` },
  })
  expect(await file.text()).toContain(CANARY)
  const again = await server.call<SendReceipt>('POST', '/forms/ours', { body: sendForm({}), headers: { 'Idempotency-Key': key } })
  expect(again.body.errors[0]?.data.code).toBe('forms0046')
  expect(await rowsOf(server, 'select 1 from answers where request_id = $1', [id])).toHaveLength(1)
})

test('a database dump does not contain an SSO message in plain text, and its visitor is still identified', async () => {
  const code = await enter(server, 'fund', { cod_fiscale: 'NREGNN90A01F205Z' })
  expect(await hits('NREGNN90A01F205Z')).toBe(0)
  const visitor = await server.services.knownCustomer('fund').then((customer) => sessionOf(server.services, customer, code))
  expect([visitor?.person, visitor?.known.cod_fiscale]).toEqual(['codfis:NREGNN90A01F205Z', 'NREGNN90A01F205Z'])
  await server.services.customerKeys.destroy('fund')
  expect((await server.call('GET', `/forms/fund/tags/fund-root?code=${code}`)).body.errors[0]?.data.code).toBe('forms0011')
})

test('a search finds encrypted requests only by the complete tax code', async () => {
  const found = (await call<PersonalData>('POST', '/personal-data/search', { tax_code: CANARY.toLowerCase() })).body.data
  expect(found?.requests.map(({ answers }) => answers.story)).toEqual([CANARY])
  expect((await call<PersonalData>('POST', '/personal-data/search', { tax_code: CANARY.slice(0, 15) })).body.data?.requests).toEqual([])
})

test('a long text with characters of all kinds is decrypted unchanged', async () => {
  const text = `${'àèìòù “” 😀 𝒜 العربية <b>&amp;</b> {{ ticket }} '.repeat(60)}end`.slice(0, 2_000)
  const { ticket } = await send(text.replaceAll(/\s+/g, ' ').trim())
  expect(((await answersOf(server, ticket)).form_fields as { story: string }).story).toBe(text.replaceAll(/\s+/g, ' ').trim())
})

test('texts that were stored before encryption was turned on stay readable, and the job encrypts them later', async () => {
  const text = 'lies open, VRDGPP60A01F205X'
  await want('false')
  const { ticket, id } = await send(text)
  // Without encryption, the database contains the answer many times: twice in the summary, in the answers, in two mails
  // and their subjects, in the delivery's payload and in the destination's response.
  expect(await hits('VRDGPP60A01F205X')).toBeGreaterThan(8)
  const codes = () => rowsOf(server, 'select 1 from tax_codes where request_id = $1', [id])
  expect(await codes()).toEqual([])
  await want('true')
  expect(await seal()).toBe(6)
  expect(await seal()).toBe(0)
  // For a day, the server stores its response under the idempotency key. Only this stored response still contains the
  // visitor's answer.
  expect(await hits('VRDGPP60A01F205X')).toBe(1)
  const shown = (await call<ShownRequest>('GET', `/requests/${ticket}`)).body.data
  expect(shown?.answers.find(({ code }) => code === 'story')?.text).toBe(text)
  expect([shown?.summary_html, shown?.deliveries[0]?.last_answer]).toEqual([expect.stringContaining(text), expect.stringContaining(text)])
})

test('a search by tax code finds requests stored in plain text as well as encrypted requests', async () => {
  await want('false')
  await send('BNCLRA85B41H501Q')
  const found = async () => (await call<PersonalData>('POST', '/personal-data/search', { tax_code: 'BNCLRA85B41H501Q' })).body.data?.requests.length
  expect(await found()).toBe(1)
  await want('true')
  expect(await seal()).toBeGreaterThan(0)
  expect(await found()).toBe(1)
})

test('an encrypted text that is copied to another row or customer cannot be decrypted', async () => {
  const [one, other, theirs] = [await send('one'), await send('other'), await send('theirs', 'theirs')]
  const swap = 'update answers set form_fields = (select form_fields from answers where request_id = $2) where request_id = $1'
  await rowsOf(server, swap, [one.id, other.id])
  await rowsOf(server, swap, [theirs.id, other.id])
  await rowsOf(server, 'update answers set further_questions = form_fields, form_fields = to_jsonb($2::text) where request_id = $1', [other.id, 'sealed1..'])
  for (const { ticket } of [one, other, theirs]) {
    const { status, body } = await call<ShownRequest>('GET', `/requests/${ticket}`)
    expect([status, body.data?.unreadable, body.data?.answers.map(({ code }) => code)]).toEqual([200, true, ['photos']])
  }
})

test('after a customer’s key is deleted, its requests cannot be decrypted, and new requests are encrypted with a new key', async () => {
  const [{ ticket }, theirs] = [await send('gone'), await send('still there', 'theirs')]
  await server.services.customerKeys.destroy('ours')
  const shown = (await call<ShownRequest>('GET', `/requests/${ticket}`)).body.data
  expect([shown?.unreadable, shown?.answers.map(({ code }) => code), shown?.summary_html, shown?.deliveries[0]?.last_answer]).toEqual([
    true,
    ['photos'],
    null,
    null,
  ])
  const mail = (await call<{ subject: string | null; text: string | null }>('GET', `/mails/${shown?.mails[0]?.id}`)).body.data
  expect([mail?.subject, mail?.text]).toEqual([null, null])
  const file = await fetch(`${server.url}/forms-service/rs/v2/managements/requests/export/csv`, {
    headers: { 'X-Api-Key': 'test-key', Authorization: `Bearer ${credential}` },
  })
  expect(await file.text()).toContain(ticket)
  expect((await call<ShownRequest>('GET', `/requests/${theirs.ticket}`)).body.data?.unreadable).toBe(false)
  const after = await send('afterwards')
  expect((await call<ShownRequest>('GET', `/requests/${after.ticket}`)).body.data?.unreadable).toBe(false)
})

test('a mail or ticket of a request that cannot be decrypted fails at once, and the reason is recorded', async () => {
  await worker.stop()
  const email = 'unread@example.org'
  const body = sendForm({ ...freshAnswers(), story: 'unread' }, { email, confirmed_email: email })
  const ticket = (await server.call<SendReceipt>('POST', '/forms/ours', { body })).body.data?.ticket
  const [row] = await rowsOf(server, 'select id from requests where ticket = $1', [ticket])
  await server.services.customerKeys.destroy('ours')
  await rowsOf(server, "update requests set state = 'confirmed' where id = $1", [row?.id])
  await openTicket(server.services, 'ours', String(row?.id))
  expect(await rowsOf(server, 'select state, failure from requests where id = $1', [row?.id])).toEqual([
    { state: 'failed', failure: expect.stringMatching(/key is gone/) },
  ])
  worker = await startWorker(server.services, () => {})
  const mails = await eventually(
    () => rowsOf(server, "select state, attempts, last_error from mails where request_id = $1 and kind = 'validation'", [row?.id]),
    ([mail]) => mail?.state !== 'queued',
  )
  expect(mails).toEqual([{ state: 'failed', attempts: 1, last_error: expect.stringMatching(/key is gone/) }])
})

test('the encryption job does not use a key that another process has deleted', async () => {
  await want('true')
  await send('makes a key')
  await want('false')
  const { ticket } = await send('lies open still')
  await rowsOf(server, "delete from customer_keys where customer_code = 'ours'")
  await want('true')
  expect(await seal()).toBe(6)
  // Removes the encryption key from the cache. The server must then read the key again, as if it were another process.
  server.services.customerKeys.forget('ours')
  const shown = (await call<ShownRequest>('GET', `/requests/${ticket}`)).body.data
  expect(shown?.answers.find(({ code }) => code === 'story')?.text).toBe('lies open still')
})

test('the encryption job encrypts only those texts of a delivery that an attempt has not encrypted already', async () => {
  const { id } = await send('tried meanwhile')
  const delivery = async () => (await openRowsOf(server, 'select * from deliveries where request_id = $1', [id]))[0]
  const before = await delivery()
  await rowsOf(server, "update deliveries set last_answer = 'tried meanwhile, open' where request_id = $1", [id])
  expect(await seal()).toBe(1)
  expect(await delivery()).toMatchObject({ body: before?.body, last_answer: 'tried meanwhile, open' })
  await rowsOf(server, 'update deliveries set body = $2 where request_id = $1', [id, before?.body])
  expect(await seal()).toBe(1)
  expect(await delivery()).toMatchObject({ body: before?.body, last_answer: 'tried meanwhile, open' })
  expect(await hits('tried meanwhile')).toBe(0)
})

test('a request is rejected with 503 and not stored if its encryption key was deleted while it was being processed', async () => {
  await send('before')
  await rowsOf(server, "delete from customer_keys where customer_code = 'ours'")
  const body = () => sendForm(freshAnswers(), { email: 'late@example.org', confirmed_email: 'late@example.org' })
  const refused = await server.call('POST', '/forms/ours', { body: body() })
  expect([refused.status, refused.body.errors[0]?.data.code, refused.headers.get('retry-after')]).toEqual([503, 'forms0002', '1'])
  expect(await rowsOf(server, "select 1 from requests where email = 'late@example.org'")).toEqual([])
  expect((await server.call('POST', '/forms/ours', { body: body() })).status).toBe(201)
})

test('parallel processes create only one first encryption key for a customer', async () => {
  const processes = Array.from({ length: 4 }, () => new CustomerKeys(server.database, server.services.config.secretKey))
  for (let round = 0; round < 10; round++) {
    await rowsOf(server, "delete from customer_keys where customer_code = 'theirs'")
    for (const keys of processes) keys.forget('theirs')
    const made = await Promise.all(processes.map((keys) => keys.current('theirs')))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  }
})
