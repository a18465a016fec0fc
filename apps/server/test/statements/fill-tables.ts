import type { Client } from 'pg'

/**
 * For each database table, the number of rows that the test inserts per request. The numbers correspond to a deployment
 * of
 * 10,000 forms.
 */
const PARTS: Readonly<Record<string, number>> = {
  requests: 1,
  answers: 1,
  tax_codes: 1,
  mails: 1,
  attachments: 1,
  verification_codes: 1,
  idempotency_keys: 1,
  request_fingerprints: 1,
  desk_cases: 1,
  desk_entries: 1,
  desk_labels: 0.5,
  desk_merges: 0.05,
  search_words: 3,
  search_progress: 0.01,
  deliveries: 1,
  ticket_states: 1,
  ticket_state_changes: 1,
  request_messages: 1,
  follow_ups: 0.3,
  follow_up_sessions: 0.2,
  state_notices: 0.7,
  state_mail_requests: 1,
  sessions: 0.5,
  audit_lines: 0.5,
  customers: 0.01,
  definitions: 0.01,
  definition_versions: 0.03,
}
/** For tables that PARTS does not list: the number of rows that the test inserts per request. */
const OTHER_PART = 0.1

/**
 * SQL expression for a UUID derived from the row number `n`: that of a request which was sent `n` minutes before this day,
 * so that the rows fill several partitions.
 */
const UUID = "first_id_at(date_trunc('day', now()) - n * interval '1 minute')"

/**
 * SQL expressions for columns in which not every value of the right type is possible or realistic. `n` is the row
 * number.
 * States have a realistic distribution.
 */
const VALUES: Readonly<Record<string, string>> = {
  'requests.state': "case when n % 100 = 0 then 'awaiting_confirmation' when n % 997 = 0 then 'failed' when n % 50 = 1 then 'expired' else 'processed' end",
  'requests.expires_at': "case when n % 100 = 0 then now() + (n - 1000) * interval '1 minute' end",
  'requests.processed_at': "case when n % 100 <> 0 then now() - n * interval '1 minute' end",
  'requests.email': "'p' || n % 50000 || '@example.org'",
  'requests.person_key': "'email:p' || n % 50000 || '@example.org'",
  'requests.definition_version': '1',
  'requests.definition_code_tag': "'definition' || n % 10000",
  'requests.summary_html': "'sealed1.x'",
  'requests.ticket': "'T-' || n",
  'definition_versions.version': '1 + n / 10000',
  'definition_versions.code_tag': "'definition' || n % 10000",
  'definitions.code_tag': "'definition' || n",
  'customers.code_tag': "'definition' || n",
  'desk_cases.state': "case when n % 10 = 0 then 'open' when n % 50 = 1 then 'Dal tecnico' else 'closed' end",
  'desk_cases.assignee': "case when n % 3 <> 0 then 'operator' || n % 200 end",
  'desk_cases.due_on': 'case when n % 20 = 0 then current_date + (n % 100)::int - 50 end',
  'desk_cases.first_at': "case when n % 10 <> 0 then now() - n * interval '1 minute' + n % 3000 * interval '1 minute' end",
  'desk_cases.closed_at': "case when n % 10 <> 0 and n % 50 <> 1 then now() - n * interval '1 minute' + n % 9000 * interval '1 minute' end",
  'desk_entries.kind': "case when n % 3 = 0 then 'note' else 'state' end",
  'desk_entries.note': "case when n % 3 = 0 then 'sealed1.x' end",
  'desk_merges.into_id': "first_id_at(date_trunc('day', now()) - (n + 7) * interval '1 minute')",
  'desk_labels.label': "'label' || n % 50",
  // One of 100 requests has one of 100 common words.
  'search_words.word_hash': 'case when n % 100 = 0 then sha256((n / 100 % 100)::text::bytea) else sha256(n::text::bytea) end',
  'mails.state': "case when n % 997 = 0 then 'failed' when n % 5000 = 1 then 'queued' else 'sent' end",
  'mails.kind': "'validation'",
  'mails.request_id': UUID,
  'mails.text_body': "'sealed1.x'",
  'mails.sent_at': "now() - n * interval '1 minute'",
  'deliveries.state': "case when n % 997 = 0 then 'dead' when n % 5000 = 1 then 'queued' else 'delivered' end",
  'deliveries.lane': 'case when n % 5000 = 1 then n % 100 end',
  'deliveries.due_at': 'case when n % 5000 = 1 then now() end',
  'deliveries.destination': "'webhook'",
  'deliveries.body': "'sealed1.x'",
  'ticket_states.destination': "'webhook'",
  'ticket_states.number': 'n::text',
  'ticket_states.state': "'Risolta'",
  'ticket_state_changes.destination': "'webhook'",
  'delivery_lanes.lane': 'n / 10000',
  'visit_subscriptions.operator': "'operator' || n / 25",
  'saved_drafts.definition_version': '1',
  'saved_drafts.content': "'sealed1.x'",
  'saved_drafts.save_hash': 'sha256(n::text::bytea)',
  'saved_drafts.mailbox_hash': 'case when n % 5 <> 0 then sha256((n % 9000)::text::bytea) end',
  'saved_drafts.expires_at': "now() + n % 30 * interval '1 day' - interval '1 minute'",
  'saved_drafts.ended': "case when n % 5 = 0 then 'used' end",
  'saved_drafts.ended_at': "case when n % 5 = 0 then now() - n % 31 * interval '1 day' end",
  'saved_drafts.submitting_at': "case when n % 5000 = 1 then now() - interval '1 hour' end",
  'saved_drafts.second_factor': "case when n % 3 = 0 then 'word' end",
  'request_messages.sender': "case when n % 2 = 0 then 'desk' else 'requester' end",
  'request_messages.kind': "'question'",
  'request_messages.body': "'sealed1.x'",
  'request_messages.read_at': 'case when n % 20 <> 1 then now() end',
  'state_notices.mailbox_hash': 'sha256((n % 50000)::text::bytea)',
  'state_notices.first_at': "case when n % 500 = 1 then now() - n % 90 * interval '1 minute' end",
  'state_notices.due_at': "case when n % 500 = 1 then now() + (n % 60 - 5) * interval '1 minute' end",
  'state_mail_requests.changes': "'[]'",
  'follow_ups.score': '1 + n % 5',
  'follow_ups.comment': "case when n % 3 = 0 then 'sealed1.x' end",
  'follow_up_sessions.used_at': "now() - n % 1900 * interval '1 second'",
  'verification_codes.purpose': "'confirm_request'",
  'answers.form_fields': '\'"sealed1.x"\'',
  'attachments.key_id': UUID,
  'sessions.link_id': `case when n % 10 = 0 then ${UUID} end`,
  'sessions.known_data': '\'"sealed1.x"\'',
  'mapping_logs.action': 'n % 3',
  'failed_logins.kind': "'login'",
  // The server deletes rows of these tables after an hour or a day. The values are chosen so that only a few of the
  // inserted rows are due for deletion at the same time.
  'idempotency_keys.created_at': "now() - n % 90100 * interval '1 second'",
  'request_fingerprints.expires_at': "now() + (n % 86400 - 100) * interval '1 second'",
  'captcha_senders.expires_at': "now() + (n % 3600 - 10) * interval '1 second'",
  'captcha_solutions.expires_at': "now() + (n % 3600 - 10) * interval '1 second'",
  'failed_logins.failed_at': "now() - n % 3610 * interval '1 second'",
  'recovery_wishes.created_at': "now() - n % 346000 * interval '1 second'",
  'sessions.expires_at': "now() + (n % 864000 - 605000) * interval '1 second'",
  'used_messages.expires_at': "now() + (n % 86400 - 100) * interval '1 second'",
  'recovery_codes.expires_at': "now() + (n % 86400 - 604900) * interval '1 second'",
}

const BY_TYPE: Readonly<Record<string, (column: string) => string>> = {
  uuid: () => UUID,
  text: (column) => `'${column}' || n`,
  bytea: () => 'sha256(n::text::bytea)',
  boolean: () => 'n % 2 = 0',
  jsonb: () => "'{}'",
  ARRAY: () => "'{}'",
  'timestamp with time zone': () => "now() - n * interval '1 minute'",
  date: () => 'current_date - (n % 700)::int',
  integer: () => 'n',
  smallint: () => '1',
  bigint: () => 'n',
}

interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
}

/**
 * Fills the database as in a large deployment: every table that has row security, and the tables that these reference.
 * Drops the indexes first and recreates them afterwards, which takes a fifth of the time. Does not recreate foreign
 * keys, because no query plan uses them.
 * @param connect opens a superuser's connection
 */
export async function fillTables(connect: () => Promise<Client>, requests: number): Promise<void> {
  const first = await connect()
  const { rows: columns } = await first.query<Column>(`
    select c.table_name as table, c.column_name as column, c.data_type as type, c.is_nullable = 'YES' as nullable
    from information_schema.columns c join pg_class t on t.oid = format('public.%I', c.table_name)::regclass
    where c.table_schema = 'public' and c.is_generated = 'NEVER' and c.is_identity = 'NO' and t.relkind in ('r', 'p') and not t.relispartition
      and (t.relrowsecurity or c.table_name in ('definitions', 'definition_versions'))
    order by c.table_name, c.ordinal_position`)
  const tables = [...new Set(columns.map(({ table }) => table))]
  const later = await takeIndexes(first, tables)
  const size = (table: string) => Math.ceil(requests * (PARTS[table] ?? OTHER_PART))
  const waiting = tables.sort((a, b) => size(b) - size(a))
  const fill = async (client: Client) => {
    await client.query("set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '256MB'")
    for (let table = waiting.shift(); table !== undefined; table = waiting.shift()) {
      const own = columns.filter((column) => column.table === table && (!column.nullable || VALUES[`${table}.${column.column}`] !== undefined))
      await client.query(
        `insert into "${table}" (${own.map(({ column }) => `"${column}"`)}) select ${own.map(valueFor)} from generate_series(1, ${size(table)}::bigint) n`,
      )
      for (const { make } of later.filter((index) => index.table === table)) await client.query(make)
      await client.query(`vacuum analyze "${table}"`)
    }
    await client.end()
  }
  await Promise.all([fill(first), fill(await connect())])
}

/**
 * Drops the indexes and constraints of database tables and of their partitions. Those that a partition has from its table
 * are dropped and recreated with the table's.
 * @returns the SQL statements that recreate them, with the name of the table, for partitions that of the partitioned table
 */
async function takeIndexes(client: Client, tables: readonly string[]): Promise<{ table: string; make: string }[]> {
  const { rows } = await client.query<{ table: string; kind: string; drop: string; make: string }>(
    `with tables as (
       select oid, oid as owner from pg_class where oid = any($1::regclass[])
       union all select inhrelid, inhparent from pg_inherits where inhparent = any($1::regclass[])
     )
     select t.owner::regclass::text as table, c.contype as kind, format('alter table %s drop constraint %I cascade', c.conrelid::regclass, c.conname) as drop,
       format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as make
     from pg_constraint c join tables t on t.oid = c.conrelid where c.contype in ('f', 'p', 'u') and c.conparentid = 0
     union all
     select t.owner::regclass::text, 'i', format('drop index %s', i.indexrelid::regclass), replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
     from pg_index i join tables t on t.oid = i.indrelid
     where not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
       and not exists (select from pg_inherits where inhrelid = i.indexrelid)
     order by kind`,
    [tables],
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.filter(({ kind }) => kind !== 'f').sort((a, b) => b.kind.localeCompare(a.kind))
}

function valueFor({ table, column, type }: Column): string {
  const given = VALUES[`${table}.${column}`]
  if (given !== undefined) return given
  if (column === 'customer_code') return table === 'customers' ? "'c' || n" : "'c' || n % 10000"
  const make = BY_TYPE[type]
  if (!make) throw new Error(`no value for ${table}.${column} of type ${type}`)
  return make(column)
}
