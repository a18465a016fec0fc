import { Pool, type PoolConfig } from 'pg'
import { agePartitions } from '../../apps/server/test/partitions.ts'

/** Requests that are inserted by one statement. */
const BATCH = 50_000
/** The requests of a filled database have been sent in the last year, in partitions of three months. */
const QUARTERS = 4

/** SQL expressions of the time and the id of request number `n` of `$1`; `$2` is the start of this day. */
const SENT_AT = "($2::timestamptz - interval '1 year' + (n::float8 / $1) * interval '1 year')"
const ID = `(left(replace(first_id_at(${SENT_AT})::text, '-', ''), 12) || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid`
const FORM = "'grown' || n % $3"

/** The SQL statements that insert the requests from `$4` to `$5` and their rows. All requests are processed. */
const INSERTS = [
  `insert into requests (customer_code, id, ticket, state, auth_type, definition_code_tag, definition_version, code_tag, lang_code, opens_ticket, email,
     person_key, content_hash, summary_html, created_at, expires_at, confirmed_at, processed_at)
   select ${FORM}, ${ID}, 'T-' || upper(substr(md5('t' || n), 1, 16)), 'processed', 'FREE', ${FORM}, 1, 't0', 'it-IT', false, 'p' || n % 1000000 || '@example.org',
     'email:p' || n % 1000000 || '@example.org', decode(md5(n::text), 'hex'), 'sealed1.' || repeat(md5(n::text), 8), ${SENT_AT}, ${SENT_AT} + interval '2 days',
     ${SENT_AT} + interval '1 hour', ${SENT_AT} + interval '1 hour' from generate_series($4::bigint, $5::bigint) n`,
  `insert into answers (customer_code, request_id, form_fields)
   select ${FORM}, ${ID}, to_jsonb('sealed1.' || repeat(md5(n::text), 16)) from generate_series($4::bigint, $5::bigint) n`,
  `insert into verification_codes (customer_code, code_hash, purpose, request_id, created_at, expires_at, used_at)
   select ${FORM}, sha256(n::text::bytea), 'confirm_request', ${ID}, ${SENT_AT}, ${SENT_AT} + interval '2 days', ${SENT_AT} + interval '1 hour'
   from generate_series($4::bigint, $5::bigint) n`,
  `insert into mails (customer_code, id, request_id, kind, lang_code, recipient, state, created_at, sent_at, text_body)
   select ${FORM}, ${ID}, ${ID}, 'success', 'it-IT', 'p' || n % 1000000 || '@example.org', 'sent', ${SENT_AT}, ${SENT_AT}, 'sealed1.' || repeat(md5(n::text), 16)
   from generate_series($4::bigint, $5::bigint) n`,
]

/**
 * Fills a database without requests with `requests` requests of the forms `grown0`, `grown1`, …, spread over the last year,
 * in partitions of three months. The forms must exist.
 * @param log receives a line for each tenth that has been inserted
 */
export async function fillRequests(connection: PoolConfig, requests: number, forms: number, log: (line: string) => void): Promise<void> {
  const owner = new Pool({ ...connection, max: 4, options: '-c session_replication_role=replica -c synchronous_commit=off -c sportello.across_customers=on' })
  const starts = Array.from({ length: QUARTERS + 2 }, (_, at) => `date_trunc('quarter', now() - interval '${3 * (QUARTERS + 1 - at)} months', 'UTC')`)
  await agePartitions(owner, starts)
  const { rows } = await owner.query<{ today: Date }>("select date_trunc('day', now()) as today")
  let next = 0
  let shown = 0
  const work = async () => {
    while (next < requests) {
      const from = next
      next = Math.min(next + BATCH, requests)
      for (const text of INSERTS) await owner.query(text, [requests, rows[0]?.today, forms, from, Math.min(from + BATCH, requests) - 1])
      if (Math.floor((next / requests) * 10) > shown) log(`${++shown}0 % of ${requests} requests inserted`)
    }
  }
  await Promise.all([work(), work()])
  await owner.query('vacuum analyze')
  await owner.end()
}

/** Copies the form `grown0` of a database to `grown1`, `grown2`, …, with its definition. */
export async function copyForms(connection: PoolConfig, forms: number): Promise<void> {
  const owner = new Pool({ ...connection, max: 1, options: '-c session_replication_role=replica -c sportello.across_customers=on' })
  const rename = (column: string) => `replace(${column}::text, '"grown0"', '"grown' || n || '"')::jsonb`
  for (const [table, key, changed] of [
    ['definitions', 'code_tag', []],
    ['definition_versions', 'code_tag', ['document', 'head']],
    ['customers', 'customer_code', ['params']],
  ] as const) {
    const { rows } = await owner.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id'`,
      [table],
    )
    const columns = rows.map(({ name }) => name)
    const values = columns.map((name) =>
      name === key || name === 'code_tag' ? `'grown' || n` : (changed as readonly string[]).includes(name) ? rename(name) : name,
    )
    await owner.query(`insert into ${table} (${columns}) select ${values} from ${table} t, generate_series(1, $1::int) n where t.${key} = 'grown0'`, [
      forms - 1,
    ])
  }
  await owner.end()
}
