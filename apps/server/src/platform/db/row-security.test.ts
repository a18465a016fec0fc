import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, PNG, sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { acrossCustomers, withCustomer } from './with-customer.ts'

let server: TestServer
let tables: string[]
beforeAll(async () => {
  server = await startTestServer()
  for (const code of ['ours', 'theirs']) {
    await server.load(sampleBundle({ code }))
    const form = withFiles(sendForm(ANSWERS), ['a.png', PNG])
    expect((await server.call('POST', `/forms/${code}`, { body: form, headers: { 'Idempotency-Key': code } })).status).toBe(201)
    await rowsOf(server, "insert into sessions (customer_code, code_hash, auth_type, expires_at) values ($1, $2, 'SSO', now())", [code, Buffer.from(code)])
    await rowsOf(server, "insert into abandonments (customer_code, code_tag) values ($1, 'x')", [code])
    for (const table of ['visit_counts', 'visit_months'])
      await rowsOf(server, `insert into ${table} values ($1, '2026-01-01', 'visit', 1, 'it', '', '', 1)`, [code])
    await rowsOf(server, "insert into visit_texts (customer_code, text_hash, seen, seen_on) values ($1, 'x', 1, '2026-01-01')", [code])
    await rowsOf(server, "insert into visit_subscriptions (customer_code, operator, lang_code) values ($1, 'operator', 'it')", [code])
    await rowsOf(server, 'insert into desk_merges (customer_code, request_id, into_id) values ($1, uuidv7(), uuidv7())', [code])
    await rowsOf(
      server,
      "with d as (insert into saved_drafts (customer_code, id, link_hash, expires_at, definition_code_tag, definition_version, lang_code) values ($1, uuidv7(), '\\x01', now(), 'x', 1, 'it') returning id), f as (insert into saved_draft_files select $1, uuidv7(), id, 1 from d) insert into saved_draft_mails (customer_code, draft_id, recipient, link) select $1, id, 'x', 'x' from d",
      [code],
    )
    await rowsOf(server, 'insert into erased_periods (customer_code, from_id, to_id) values ($1, uuidv7(), uuidv7())', [code])
    await rowsOf(server, "insert into search_words (customer_code, request_id, word_hash) values ($1, uuidv7(), '\\x01')", [code])
    await rowsOf(server, "insert into search_progress (customer_code, properties) values ($1, '[]')", [code])
    await rowsOf(server, 'insert into desk_cases (customer_code, request_id) values ($1, uuidv7())', [code])
    await rowsOf(server, "insert into desk_labels (customer_code, request_id, label) values ($1, uuidv7(), 'x')", [code])
    await rowsOf(server, "insert into desk_entries (customer_code, request_id, operator, kind, note) values ($1, uuidv7(), 'a', 'note', 'x')", [code])
    await rowsOf(server, "insert into ticket_states (customer_code, request_id, destination, kind) values ($1, uuidv7(), 'a', 'glpi')", [code])
    await rowsOf(
      server,
      "insert into ticket_state_changes (customer_code, request_id, destination, state_at, after, done) values ($1, uuidv7(), 'a', now(), 'x', false)",
      [code],
    )
    await rowsOf(server, "insert into follow_up_sessions (customer_code, token_hash, request_id) values ($1, '\\x01', uuidv7())", [code])
    await rowsOf(server, 'insert into follow_ups (customer_code, request_id) values ($1, uuidv7())', [code])
    await rowsOf(server, "insert into state_notices (customer_code, request_id, mailbox_hash) values ($1, uuidv7(), '\\x01')", [code])
    await rowsOf(server, "insert into state_mail_requests (customer_code, request_id, mail_id, changes) values ($1, uuidv7(), uuidv7(), '[]')", [code])
    await rowsOf(
      server,
      "insert into request_messages (customer_code, request_id, id, sender, kind, body) values ($1, uuidv7(), uuidv7(), 'desk', 'question', 'x')",
      [code],
    )
    await rowsOf(server, "insert into audit_lines (customer_code, operator, action, subject) values ($1, 'a', 'b', 'c')", [code])
    await rowsOf(server, "insert into credentials (customer_code, credential_hash) values ($1, '\\x01')", [code])
    await rowsOf(server, "insert into used_messages (customer_code, jti_hash, expires_at) values ($1, '\\x01', now())", [code])
    await rowsOf(server, "insert into captcha_solutions (customer_code, solution_hash, expires_at) values ($1, '\\x01', now())", [code])
    await rowsOf(server, "insert into captcha_senders (customer_code, sender_hash, expires_at) values ($1, '\\x01', now())", [code])
    await rowsOf(server, 'insert into mapping_logs (customer_code, code_client, action) values ($1, $1, 0)', [code])
    await rowsOf(server, "insert into survey_people (customer_code, definition_code_tag, person_hash) values ($1, $1 || '-root', '\\x01')", [code])
    await rowsOf(server, 'insert into mappings (customer_code, client) values ($1, $1)', [code])
    await rowsOf(server, "insert into accounts (customer_code, username, username_key, password_hash, imported_hash) values ($1, 'a', 'a', '', '')", [code])
    await rowsOf(server, "insert into tokens (customer_code, token_hash) values ($1, '\\x01')", [code])
    await rowsOf(server, "insert into recovery_wishes (customer_code, username_key, lang_code) values ($1, 'a', 'it')", [code])
    await rowsOf(
      server,
      "insert into recovery_codes (customer_code, id, account_id, code_hash, expires_at) select $1, uuidv7(), id, '\\x01', now() from accounts where customer_code = $1",
      [code],
    )
    await rowsOf(
      server,
      "with d as (insert into deliveries (customer_code, request_id, destination, kind, body) select customer_code, id, 'hook', 'webhook', '' from requests where customer_code = $1 returning deliveries as d) select enqueue_delivery(d) from d",
      [code],
    )
    await rowsOf(
      server,
      "insert into tax_codes (customer_code, request_id, code_hash) select customer_code, id, '\\x01' from requests where customer_code = $1",
      [code],
    )
    await rowsOf(server, "insert into failed_logins (customer_code, kind, address_key) values ($1, 'login', '\\x01')", [code])
  }
  tables = (await rowsOf(server, TENANT_TABLES)).map((row) => String(row.name))
})
afterAll(() => server.close())

const TENANT_TABLES = `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'customer_code'
    and not (select relispartition from pg_class where oid = format('public.%I', c.table_name)::regclass) order by 1`
const ALL = [
  'abandonments',
  'accounts',
  'answers',
  'attachments',
  'audit_lines',
  'captcha_senders',
  'captcha_solutions',
  'credentials',
  'customer_keys',
  'customers',
  'deliveries',
  'delivery_lanes',
  'desk_cases',
  'desk_entries',
  'desk_labels',
  'desk_merges',
  'erased_periods',
  'failed_logins',
  'follow_up_sessions',
  'follow_ups',
  'idempotency_keys',
  'mails',
  'mapping_logs',
  'mappings',
  'recovery_codes',
  'recovery_wishes',
  'request_fingerprints',
  'request_messages',
  'requests',
  'saved_draft_files',
  'saved_draft_mails',
  'saved_drafts',
  'search_progress',
  'search_words',
  'sessions',
  'state_mail_requests',
  'state_notices',
  'survey_people',
  'tax_codes',
  'ticket_state_changes',
  'ticket_states',
  'tokens',
  'used_messages',
  'verification_codes',
  'visit_counts',
  'visit_months',
  'visit_subscriptions',
  'visit_texts',
]

/** Counts, for each table with a customer column, the rows that are visible to a transaction with the server's role. */
async function visible(
  run: (work: (db: Parameters<Parameters<typeof withCustomer>[2]>[0]) => Promise<Record<string, number>>) => Promise<Record<string, number>>,
) {
  return run(async (db) => {
    const counts: Record<string, number> = {}
    for (const table of tables) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
      counts[table] = rows[0]?.n ?? -1
    }
    return counts
  })
}
const each = (n: number) => Object.fromEntries(tables.map((table) => [table, n]))

describe('row security between customers', () => {
  test('covers every table with a customer column', () => {
    expect(tables).toEqual(ALL)
  })

  test('is forced and has its policies on every table with a customer column', async () => {
    const rows = await rowsOf(
      server,
      `select relname as name, relrowsecurity as enabled, relforcerowsecurity as forced, (select count(*) from pg_policy where polrelid = c.oid) as policies
       from pg_class c where relnamespace = 'public'::regnamespace and relname = any($1) order by 1`,
      [tables],
    )
    expect(rows).toEqual(tables.map((name) => ({ name, enabled: true, forced: true, policies: 2 })))
  })

  test('reads once per query, not once per row, whether the transaction sees all customers', async () => {
    const rows = await rowsOf(server, 'select distinct policyname as name, qual from pg_policies where tablename = any($1) order by 1', [tables])
    expect(rows).toEqual([
      { name: 'customer_wall', qual: '(customer_code = current_customer())' },
      { name: 'operator_wall', qual: expect.stringMatching(/^\(\(\( SELECT \(across_customers\(\)\)::text.*\) = 'true'::text\) OR \(customer_code = ANY/) },
    ])
  })

  test('is forced on every partition, which the server’s role reads and writes only through the partitioned table', async () => {
    const rows = await rowsOf(
      server,
      `select relname as name from pg_class c where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace
       and not (relrowsecurity and relforcerowsecurity and not has_table_privilege('sportello_server', oid, 'select, insert, update, delete'))`,
    )
    expect(rows).toEqual([])
    const [partition] = await rowsOf(server, "select 'requests' || suffix as name from request_partitions limit 1")
    await expect(withCustomer(server.database.kysely, 'ours', (db) => sql`select from ${sql.table(String(partition?.name))}`.execute(db))).rejects.toThrow(
      /permission denied/,
    )
  })

  test('requires a unique key that begins with the customer column on every table, or on every partition of it', async () => {
    const keyless = await rowsOf(
      server,
      `select c.relname as name from pg_class c left join pg_inherits p on p.inhrelid = c.oid left join pg_class parent on parent.oid = p.inhparent
       where c.relkind = 'r' and coalesce(parent.relname, c.relname) = any($1) and not exists (
         select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
         where i.indrelid = c.oid and i.indisunique and i.indpred is null and a.attname = 'customer_code')`,
      [tables],
    )
    expect(keyless).toEqual([])
  })

  test('can be neither bypassed nor disabled by the server’s role', async () => {
    const [role] = await rowsOf(server, "select rolsuper, rolbypassrls, rolcreaterole, rolcanlogin from pg_roles where rolname = 'sportello_server'")
    // Behind a pooler, the role logs in by itself.
    const isPooled = inject('cluster').poolerPort !== undefined
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcanlogin: isPooled })
    expect(await rowsOf(server, "select 1 from pg_class where relowner = 'sportello_server'::regrole")).toEqual([])
    const client = await server.database.pool.connect()
    try {
      expect((await client.query('select current_user as who')).rows).toEqual([{ who: 'sportello_server' }])
      for (const attempt of [
        'alter table requests no force row level security',
        'drop policy customer_wall on requests',
        'truncate requests',
        'create table x ()',
      ])
        await expect(client.query(attempt)).rejects.toThrow(/must be owner|permission denied/)
    } finally {
      client.release()
    }
  })

  test('shows no rows to a transaction for which no customer is set', async () => {
    const counts = await visible((work) => server.database.kysely.transaction().execute((db) => work(db as Parameters<typeof work>[0])))
    expect(counts).toEqual(each(0))
  })

  test('shows only the customer’s own rows to a customer’s transaction', async () => {
    expect(await visible((work) => withCustomer(server.database.kysely, 'ours', work))).toEqual(each(1))
    expect(await visible((work) => withCustomer(server.database.kysely, 'nobody', work))).toEqual(each(0))
    expect(await visible((work) => withCustomer(server.database.kysely, '', work))).toEqual(each(0))
    const seen = await withCustomer(server.database.kysely, 'ours', (db) => db.selectFrom('requests').select('customer_code').execute())
    expect(seen).toEqual([{ customer_code: 'ours' }])
  })

  test('applies a customer’s setting only until the end of the transaction that sets it', async () => {
    await Promise.all(Array.from({ length: 20 }, () => withCustomer(server.database.kysely, 'ours', (db) => db.selectFrom('requests').select('id').execute())))
    const rows = await Promise.all(Array.from({ length: 20 }, () => server.database.kysely.selectFrom('requests').select('id').execute()))
    expect(rows.flat()).toEqual([])
  })

  test('shows the rows of all customers to a transaction of acrossCustomers', async () => {
    expect(await visible((work) => acrossCustomers(server.database.kysely, (db) => work(db as unknown as Parameters<typeof work>[0])))).toEqual(each(2))
  })

  test('prevents a customer’s transaction from inserting, moving or deleting another customer’s rows', async () => {
    const db = server.database.kysely
    const ours = <T>(work: Parameters<typeof withCustomer<T>>[2]) => withCustomer(db, 'ours', work)
    await expect(ours((own) => own.insertInto('mappings').values({ customer_code: 'theirs', client: 'x' }).execute())).rejects.toThrow('row-level security')
    await expect(ours((own) => own.updateTable('mappings').set({ customer_code: 'theirs' }).execute())).rejects.toThrow('row-level security')
    expect(
      (await ours((own) => own.updateTable('requests').set({ state: 'failed' }).where('customer_code', '=', 'theirs').executeTakeFirst())).numUpdatedRows,
    ).toBe(0n)
    expect((await ours((own) => own.deleteFrom('mails').where('customer_code', '=', 'theirs').executeTakeFirst())).numDeletedRows).toBe(0n)
    expect(await rowsOf(server, "select state from requests where customer_code = 'theirs'")).toEqual([{ state: 'awaiting_confirmation' }])
  })

  test('lets the server’s role enqueue jobs but not read the queue', async () => {
    await expect(server.database.pool.query('select * from graphile_worker.jobs')).rejects.toThrow('permission denied')
    await expect(server.database.pool.query('select * from worker_heartbeats')).rejects.toThrow('permission denied')
  })
})

describe('a published version of a definition', () => {
  test.each(["update definition_versions set document = '{}'", 'update definition_versions set version = version + 1', 'delete from definition_versions'])(
    'can be changed neither by the table owner nor by the server’s role: %s',
    async (statement) => {
      await expect(server.database.owner.query(statement)).rejects.toThrow('immutable')
      await expect(server.database.pool.query(statement)).rejects.toThrow('permission denied')
    },
  )
})
