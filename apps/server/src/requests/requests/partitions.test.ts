import { setTimeout as sleep } from 'node:timers/promises'
import type { SendReceipt } from '@sportello/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { agePartitions } from '../../../test/partitions.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, PNG, sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { filesIn, rowsOf } from '../../../test/traces.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { makePartitions } from '../../platform/db/partitions.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { sweepAttachments } from '../attachments/sweep-attachments.ts'
import { holdRetention } from './queries.ts'
import { eraseRetained } from './retention.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await agePartitions(server.database.owner, ["'2020-01-01Z'", "'2024-01-01Z'", "'2025-01-01Z'", "'2026-01-01Z'", "date_trunc('month', now(), 'UTC')"])
  await server.load(sampleBundle({ code: 'short', params: { retention: { processed: 30, cancelled: 30, expired: 30, failed: 30 } } }))
  await server.load(sampleBundle({ code: 'long', params: { retention: { processed: 3_000 } } }))
})
afterAll(() => server.close())

interface Sent {
  email: string
  id: string
  ticket: string
}

/** Submits a request with a file. */
async function sent(form: string, email = `p${Math.random()}@example.org`): Promise<Sent> {
  const { status, body } = await server.call<SendReceipt>('POST', `/forms/${form}`, {
    body: withFiles(sendForm(freshAnswers(), { email, confirmed_email: email }), ['a.png', PNG]),
  })
  expect(status).toBe(201)
  const [row] = await rowsOf(server, 'select id, ticket from requests where ticket = $1', [body.data?.ticket])
  return { email, id: String(row?.id), ticket: String(row?.ticket) }
}

/** Sends a request, and moves it with all its rows to the given time, as if it had been processed then. */
async function processed(form: string, at: string, email?: string): Promise<Sent> {
  const request = await sent(form, email)
  const client = await server.database.owner.connect()
  try {
    // Without triggers, a request can be moved before its rows.
    await client.query('begin; set local session_replication_role = replica')
    const { rows } = await client.query<{ id: string }>('select overlay($1::text placing left(first_id_at($2)::text, 13) from 1 for 13) as id', [
      request.id,
      at,
    ])
    const id = rows[0]?.id ?? ''
    for (const table of ['answers', 'attachments', 'mails', 'verification_codes'])
      await client.query(`update ${table} set request_id = $1 where request_id = $2`, [id, request.id])
    await client.query("update mails set state = 'sent' where request_id = $1", [id])
    await client.query(
      `update requests set id = $1, state = 'processed', created_at = $3::timestamptz, expires_at = $3::timestamptz, processed_at = $3::timestamptz,
         confirmed_at = $3::timestamptz where id = $2`,
      [id, request.id, at],
    )
    await client.query('commit')
    return { ...request, id }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const partitions = async () => (await rowsOf(server, 'select suffix from request_partitions order by from_id nulls first')).map(({ suffix }) => suffix)
const partitionOf = async ({ id }: Sent) => (await rowsOf(server, 'select tableoid::regclass::text as name from requests where id = $1', [id]))[0]?.name

test('a new request and all its rows are in the partitions of their time', async () => {
  const request = await sent('short')
  const suffix = String(await partitionOf(request)).replace('requests', '')
  expect(suffix).toMatch(/^_from_\d{4}_\d{2}$/)
  for (const table of ['answers', 'attachments', 'mails', 'verification_codes'])
    expect(await rowsOf(server, `select distinct tableoid::regclass::text as name from ${table} where request_id = $1`, [request.id])).toEqual([
      { name: table + suffix },
    ])
})

test('a person’s limit counts the requests in all partitions of its period', async () => {
  const email = 'limit@example.org'
  await server.load(sampleBundle({ code: 'two', params: { max_requests: 2, max_period: 24 * 365 * 20 } }))
  await processed('two', '2024-03-02Z', email)
  await processed('two', '2025-03-02Z', email)
  const third = () => server.call('POST', '/forms/two', { body: sendForm(freshAnswers(), { email, confirmed_email: email }) })
  expect((await third()).status).toBe(429)
  await rowsOf(server, "delete from requests where customer_code = 'two' and id < first_id_at('2025-01-01Z')")
  expect((await third()).status).toBe(201)
  await rowsOf(server, "delete from requests where customer_code = 'two'")
})

test('a ticket of a request in another partition, or of another customer, is taken', async () => {
  const old = await processed('long', '2024-03-01Z')
  expect(await partitionOf(old)).toBe('requests_old_2')
  const taken = async (ticket: string) => (await rowsOf(server, 'select is_ticket_taken($1) as taken', [ticket]))[0]?.taken
  expect(await taken(old.ticket)).toBe(true)
  expect(await taken(`${old.ticket}x`)).toBe(false)
})

test('the retention job drops the partitions whose requests may all be erased, and their files are removed', async () => {
  const stays = await processed('long', '2025-03-01Z')
  const expired = await processed('short', '2024-05-01Z')
  await rowsOf(
    server,
    "insert into request_fingerprints (customer_code, fingerprint, request_id, expires_at) values ('short', '\\x01', $1, now() + interval '1 day')",
    [expired.id],
  )
  expect(await partitions()).toEqual(expect.arrayContaining(['_old_1', '_old_2', '_old_3']))
  for (const { id, form } of [
    { ...expired, form: 'short' },
    { ...stays, form: 'long' },
  ]) {
    await rowsOf(server, 'insert into desk_cases (customer_code, request_id) values ($1, $2)', [form, id])
    await rowsOf(server, "insert into desk_labels (customer_code, request_id, label) values ($1, $2, 'x')", [form, id])
    await rowsOf(server, "insert into desk_entries (customer_code, request_id, operator, kind) values ($1, $2, 'a', 'state')", [form, id])
    await rowsOf(server, "insert into ticket_states values ($1, $2, 'a', 'glpi')", [form, id])
    await rowsOf(server, 'insert into follow_ups values ($1, $2, now())', [form, id])
    await rowsOf(server, "insert into follow_up_sessions values ($1, '\\x01', $2)", [form, id])
    await rowsOf(server, "insert into request_messages values ($1, $2, $2, now(), 'desk', null, 'question', 'x')", [form, id])
    await rowsOf(server, "insert into ticket_state_changes values ($1, $2, uuidv7(), 'a', now(), now(), null, 'x', false)", [form, id])
  }
  // The form `long` keeps its requests for 3,000 days: of the partition with both, only a row is erased.
  expect(await eraseRetained(server.services)).toBe(1)
  expect(await partitions()).not.toContain('_old_1')
  expect(await partitions()).toEqual(expect.arrayContaining(['_before', '_old_2', '_old_3']))
  expect(await rowsOf(server, 'select from requests where id = $1', [expired.id])).toEqual([])
  expect(await rowsOf(server, "select from request_fingerprints where fingerprint = '\\x01'")).toEqual([])

  const tables = 'desk_cases desk_labels desk_entries ticket_states ticket_state_changes follow_ups follow_up_sessions request_messages'.split(' ')
  const onDesk = () => rowsOf(server, tables.map((table) => `select request_id from ${table}`).join(' union all '))
  expect(await onDesk()).toEqual(Array.from({ length: 8 }, () => ({ request_id: stays.id })))

  await sweepAttachments(server.services, Date.now() + 49 * 3_600_000)
  const files = (await filesIn(server, 'kept')).length
  await server.load(sampleBundle({ code: 'long', params: { retention: { processed: 200 } } }))
  const queued = await processed('short', '2024-07-01Z')
  await rowsOf(server, "update mails set state = 'queued' where request_id = $1", [queued.id])
  expect(await eraseRetained(server.services)).toBe(2)
  expect(await partitions()).toContain('_old_2')
  expect(await partitions()).not.toContain('_old_3')
  expect(await rowsOf(server, 'select id from requests where id = any($1)', [[queued.id, stays.id]])).toEqual([{ id: queued.id }])
  expect(await onDesk()).toEqual([])

  await rowsOf(server, "update mails set state = 'sent' where request_id = $1", [queued.id])
  expect(await eraseRetained(server.services)).toBe(1)
  expect(await partitions()).not.toContain('_old_2')
  expect(await rowsOf(server, 'select from requests where id = $1', [queued.id])).toEqual([])
  // The files of dropped partitions stay until the daily cleanup.
  expect(await sweepAttachments(server.services, Date.now() + 49 * 3_600_000)).toBe(2)
  expect((await filesIn(server, 'kept')).length).toBe(files - 2)
  const lines = await rowsOf(server, "select customer_code, subject, after from audit_lines where action = 'request.retention' order by id desc limit 2")
  expect(lines).toEqual([
    { customer_code: 'short', subject: 'processed', after: { requests: 1, days: 30 } },
    { customer_code: 'long', subject: 'processed', after: { requests: 1, days: 200 } },
  ])
})

test('the retention job waits for a transaction that reads the requests, and meanwhile others need not wait for long', async () => {
  await server.database.owner.query("select add_request_partition('_busy', first_id_at('2020-02-01Z'), first_id_at('2020-03-01Z'))")
  const reader = await server.database.owner.connect()
  await reader.query('begin; select from requests limit 1')
  const erasing = eraseRetained(server.services)
  await sleep(700)
  const started = performance.now()
  await sent('short')
  expect(performance.now() - started).toBeLessThan(2_000)
  expect(await partitions()).toContain('_busy')
  await reader.query('commit')
  reader.release()
  await erasing
  expect(await partitions()).not.toContain('_busy')
})

test('retention waits for an operator’s action on an old request, and looks at it afterwards', async () => {
  await server.load(sampleBundle({ code: 'reopened', params: { retention: { failed: 30 } } }))
  await server.database.owner.query("select add_request_partition('_reopened', first_id_at('2020-04-01Z'), first_id_at('2020-05-01Z'))")
  const request = await processed('reopened', '2020-04-02Z')
  await rowsOf(server, "update requests set state = 'failed' where id = $1", [request.id])
  let erasing: Promise<number> | undefined
  await acrossCustomers(server.database.kysely, async (db) => {
    await holdRetention(db)
    erasing = eraseRetained(server.services)
    await sleep(700)
    await sql`update requests set state = 'confirmed' where id = ${request.id}`.execute(db)
  })
  expect(await erasing).toBe(0)
  expect(await rowsOf(server, 'select state from requests where id = $1', [request.id])).toEqual([{ state: 'confirmed' }])

  // Conversely, the action waits while retention reads and drops partitions, and then does not find the request.
  await rowsOf(server, "update requests set state = 'failed' where id = $1", [request.id])
  const dropping = await server.database.owner.connect()
  await dropping.query('begin')
  await dropping.query("select drop_request_partition('_reopened', $1)", [JSON.stringify([{ form: 'reopened', state: 'failed', days: 30 }])])
  let acted: unknown
  const acting = acrossCustomers(server.database.kysely, async (db) => {
    await holdRetention(db)
    acted = await sql`update requests set state = 'confirmed' where id = ${request.id}`.execute(db)
  })
  await sleep(300)
  expect(acted).toBeUndefined()
  await dropping.query('commit')
  dropping.release()
  await acting
  expect(acted).toMatchObject({ numAffectedRows: 0n })
})

test('retention leaves a request that a server of the previous release continues after retention has read it', async () => {
  await server.database.owner.query("select add_request_partition('_continued', first_id_at('2020-06-01Z'), first_id_at('2020-07-01Z'))")
  const request = await processed('reopened', '2020-06-02Z')
  await rowsOf(server, "update requests set state = 'failed' where id = $1", [request.id])
  let dropping: Promise<unknown> | undefined
  // Such a server does not take the lock of retention.
  await acrossCustomers(server.database.kysely, async (db) => {
    await sql`update requests set state = 'confirmed' where id = ${request.id}`.execute(db)
    dropping = server.database.owner
      .query("select drop_request_partition('_continued', $1)", [JSON.stringify([{ form: 'reopened', state: 'failed', days: 30 }])])
      .catch(({ code }: { code?: string }) => code)
    await sleep(100)
  })
  expect(await dropping).toBe('55P03')
  expect(await rowsOf(server, 'select state from requests where id = $1', [request.id])).toEqual([{ state: 'confirmed' }])
})

test('partitions are made three months ahead, once, and for a month each if many requests come', async () => {
  const { owner } = server.database
  const ahead = async () => {
    const [row] = await rowsOf(server, 'select extract(epoch from max(time_of_id(to_id)) - now()) / 86400 as days from request_partitions')
    return Number(row?.days)
  }
  const before = await partitions()
  await Promise.all([makePartitions(owner), makePartitions(owner)])
  expect(await partitions()).toEqual(before)
  expect(await ahead()).toBeGreaterThan(89)

  const drop = async (which: string) => {
    for (const suffix of (await rowsOf(server, `select suffix from request_partitions where ${which}`)).map((row) => row.suffix))
      for (const table of ['answers', 'attachments', 'deliveries', 'mails', 'tax_codes', 'verification_codes', 'requests'])
        await owner.query(`drop table ${table}${suffix}`)
  }
  const lengths = async () =>
    (
      await rowsOf(
        server,
        'select round(extract(epoch from time_of_id(to_id) - time_of_id(from_id)) / 2629746) as months from request_partitions where time_of_id(from_id) > now()',
      )
    ).map(({ months }) => Number(months))
  await drop('time_of_id(from_id) > now()')
  await makePartitions(owner)
  expect(new Set(await lengths())).toEqual(new Set([3]))
  await drop('time_of_id(from_id) > now()')
  await owner.query(
    "update pg_class set reltuples = 40000000 where oid = (select 'requests' || suffix from request_partitions where now() between time_of_id(from_id) and time_of_id(to_id))::regclass",
  )
  await makePartitions(owner)
  expect(new Set(await lengths())).toEqual(new Set([1]))
})

test('the migration keeps the requests of a deployment, in a partition of their own, and their rows go with them', async () => {
  const name = `filled_${process.pid}`
  await server.database.owner.query(`create database ${name}`)
  const { owner, close } = openDatabase({ ...inject('cluster'), database: name }, () => {})
  try {
    await migrate(owner, '0094-store-submission')
    await owner.query(`
      insert into definitions (code_tag) values ('d');
      insert into definition_versions (code_tag, version, document, document_hash) values ('d', 1, '{"code_tag": "d"}', '');
      insert into customers (customer_code, description, code_tag, client_url, active, params, logo_params, template_params, live_chat_params)
        values ('c', '', 'd', '', true, '{}', '[]', '{}', '{}');
      insert into requests (customer_code, ticket, state, auth_type, definition_code_tag, definition_version, code_tag, lang_code, opens_ticket, person_key, content_hash, email)
        values ('c', 'T1', 'processed', 'FREE', 'd', 1, 'd', 'it-IT', false, 'x', '', 'a@example.org');
      insert into answers (customer_code, request_id, form_fields) select customer_code, id, '{}' from requests;
      insert into attachments (customer_code, id, request_id, property_code, name, media_type, size, sha256) select customer_code, uuidv7(), id, 'f', 'a', 'b', 1, '' from requests;
      insert into mails (customer_code, request_id, kind, lang_code, recipient) select customer_code, id, 'success', 'it-IT', 'a@example.org' from requests;
      insert into mails (customer_code, kind, lang_code, recipient) values ('c', 'recovery', 'it-IT', 'b@example.org');
      insert into verification_codes (customer_code, code_hash, purpose, request_id, expires_at) select customer_code, '', 'confirm_request', id, now() from requests;
      insert into tax_codes (customer_code, request_id, code_hash) select customer_code, id, '' from requests;
      insert into deliveries (customer_code, request_id, destination, kind, body) select customer_code, id, 'hook', 'webhook', '' from requests`)
    await migrate(owner)
    const counts = async () =>
      (
        await owner.query(`select (select count(*) from requests) as requests, (select count(*) from answers) as answers, (select count(*) from attachments) as attachments,
          (select count(*) from mails) as mails, (select count(*) from verification_codes) as codes, (select count(*) from tax_codes) as tax_codes,
          (select count(*) from deliveries) as deliveries`)
      ).rows[0]
    expect(await counts()).toEqual({ requests: 1, answers: 1, attachments: 1, mails: 2, codes: 1, tax_codes: 1, deliveries: 1 })
    expect((await owner.query('select tableoid::regclass::text as name from requests')).rows).toEqual([{ name: 'requests_before' }])
    await expect(owner.query("insert into answers (customer_code, request_id, form_fields) values ('c', uuidv7(), '{}')")).rejects.toThrow(/foreign key/)
    await owner.query('delete from requests')
    expect(await counts()).toEqual({ requests: 0, answers: 0, attachments: 0, mails: 1, codes: 0, tax_codes: 0, deliveries: 0 })
  } finally {
    await close()
    await server.database.owner.query(`drop database ${name}`)
  }
})
