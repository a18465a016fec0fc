import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase } from '../../test/test-server.ts'
import { readInOrder } from '../operators/rules.ts'
import { acrossCustomers, withCustomer } from './with-customer.ts'

const BIG = ['requests', 'answers', 'tax_codes', 'mails', 'attachments', 'verification_codes', 'idempotency_keys']

let clone: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  clone = await cloneDatabase()
  await clone.database.owner.query(`
    insert into definitions (code_tag) values ('d');
    insert into definition_versions (code_tag, version, document, document_hash) values ('d', 1, '{}', '\\x00');
    insert into customers (customer_code, description, code_tag, client_url, active, params, logo_params, template_params, live_chat_params)
      select 'c' || n, '', 'd', '', true, '{}', '[]', '{}', '{}' from generate_series(0, 3) n;
    insert into requests (customer_code, id, ticket, state, auth_type, definition_code_tag, definition_version, code_tag, lang_code, email, person_key,
      content_hash, opens_ticket, created_at, expires_at)
      select 'c' || n % 4, lpad(to_hex(n), 32, '0')::uuid, 'T-' || n, case when n % 50 = 0 then 'awaiting_confirmation' else 'processed' end, 'FREE', 'd', 1, 'd', 'it',
        'p' || n % 5000 || '@example.org', 'email:p' || n % 5000 || '@example.org', '\\x00', true, now() - n * interval '1 minute', now() + (n - 1000) * interval '1 minute'
      from generate_series(1, 100000) n;
    insert into answers (customer_code, request_id, form_fields) select customer_code, id, '"sealed1.x"' from requests;
    insert into tax_codes (customer_code, request_id, code_hash) select customer_code, id, sha256(ticket::bytea) from requests;
    insert into mails (customer_code, request_id, kind, lang_code, recipient, state) select customer_code, id, 'validation', 'it', email, 'sent' from requests;
    insert into attachments (customer_code, id, request_id, property_code, name, media_type, size, sha256)
      select customer_code, id, id, 'p', 'a', 'image/png', 1, '\\x00' from requests;
    insert into verification_codes (customer_code, code_hash, purpose, request_id, expires_at)
      select customer_code, sha256(ticket::bytea), 'confirm_request', id, expires_at from requests;
    insert into idempotency_keys (customer_code, key, payload_hash, answer, created_at) select customer_code, ticket, '\\x00', '{}', created_at from requests;
    analyze`)
}, 120_000)
afterAll(() => clone.drop())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Rows Removed by Filter'?: number
  'Actual Rows': number
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** What the planner does for the server's role, by relation. */
async function planOf(statement: string, across: boolean): Promise<{ scans: string[]; wasted: number; ms: number }> {
  const explain = async (db: Parameters<Parameters<typeof withCustomer>[2]>[0]) => {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number }] }>`explain (analyze, format json) ${sql.raw(statement)}`.execute(db)
    const [plan] = rows[0]?.['QUERY PLAN'] ?? []
    const nodes = plan ? nodesOf(plan.Plan) : []
    return {
      scans: nodes.map((node) => `${node['Node Type']} ${node['Relation Name'] ?? ''}`),
      wasted: nodes.reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0), 0),
      ms: plan?.['Execution Time'] ?? 0,
    }
  }
  const db = clone.database.kysely
  return across ? acrossCustomers(db, (all) => explain(all as unknown as Parameters<typeof explain>[0])) : withCustomer(db, 'c1', explain)
}

const ID = "'00000000-0000-0000-0000-000000000005'::uuid"

describe('with 100,000 requests, by an index', () => {
  test.each<[what: string, table: string, across: boolean, statement: string]>([
    [
      'a code is looked up',
      'verification_codes',
      false,
      "select r.state, v.used_at from verification_codes v join requests r on r.customer_code = v.customer_code and r.id = v.request_id where v.customer_code = 'c1' and v.code_hash = sha256('T-5') and v.purpose = 'confirm_request'",
    ],
    [
      'a code is taken',
      'verification_codes',
      false,
      "update verification_codes set used_at = now() where customer_code = 'c1' and code_hash = sha256('T-5') and purpose = 'confirm_request' and used_at is null and expires_at > now()",
    ],
    [
      'a person’s requests are counted',
      'requests',
      false,
      "select count(*) from requests where customer_code = 'c1' and person_key = 'email:p5@example.org' and state <> 'expired' and created_at > now() - make_interval(secs => 24 * 3600)",
    ],
    [
      'an idempotency key is looked up',
      'idempotency_keys',
      false,
      "select payload_hash, answer from idempotency_keys where customer_code = 'c1' and key = 'T-5' and created_at > now() - interval '24 hours'",
    ],
    ['a request’s mails are found', 'mails', false, `select * from mails where customer_code = 'c1' and request_id = ${ID}`],
    [
      'a mail is locked with what it is made of',
      'mails',
      false,
      `select m.* from mails m join requests r on r.customer_code = m.customer_code and r.id = m.request_id join answers a on a.customer_code = r.customer_code and a.request_id = r.id where m.customer_code = 'c1' and m.id = ${ID} and m.state = 'queued' for update of m skip locked`,
    ],
    ['a request’s files are found', 'attachments', false, `select * from attachments where customer_code = 'c1' and request_id = ${ID}`],
    ['a request’s answers are found', 'answers', false, `select * from answers where customer_code = 'c1' and request_id = ${ID}`],
    ['a request is found by its ticket', 'requests', false, "select * from requests where customer_code = 'c1' and ticket = 'T-5'"],
    [
      'a request is confirmed',
      'requests',
      false,
      `update requests set state = 'confirmed' where customer_code = 'c1' and id = ${ID} and state = 'awaiting_confirmation'`,
    ],
    [
      'the newest requests of a customer are listed',
      'requests',
      false,
      "select * from requests where customer_code = 'c1' order by created_at desc, id limit 50",
    ],
    ['requests expire', 'requests', true, "update requests set state = 'expired' where state = 'awaiting_confirmation' and expires_at < now()"],
    ['old idempotency keys are forgotten', 'idempotency_keys', true, "delete from idempotency_keys where created_at < now() - interval '69 days'"],
    ['somebody’s requests are found by tax code', 'tax_codes', true, "select customer_code, request_id from tax_codes where code_hash = sha256('T-5')"],
    ['answers that lie open are found', 'answers', true, "select * from answers where jsonb_typeof(form_fields) = 'object' limit 200 for update skip locked"],
    [
      'summaries that lie open are found',
      'requests',
      true,
      "select * from requests where summary_html is not null and not starts_with(summary_html, 'sealed1.') limit 200 for update skip locked",
    ],
    [
      'mails that lie open are found',
      'mails',
      true,
      "select * from mails where text_body is not null and not starts_with(text_body, 'sealed1.') limit 200 for update skip locked",
    ],
    ['failed mails are listed', 'mails', true, "select * from mails where state = 'failed' order by created_at desc, id limit 50"],
  ])('%s', async (_what, table, across, statement) => {
    const { scans, wasted, ms } = await planOf(statement, across)
    expect(scans.some((scan) => scan.endsWith(` ${table}`))).toBe(true)
    expect(scans.filter((scan) => BIG.some((big) => scan === `Seq Scan ${big}`))).toEqual([])
    // An index that leads to many rows which are then thrown away is the wrong one.
    expect(wasted).toBeLessThan(200)
    expect(ms).toBeLessThan(500)
  })

  // Without `readInOrder` the planner, which takes row security for a narrow filter, sorts them all, or all of one group.
  test.each([
    ['newest', 'r.created_at desc, r.id desc'],
    ['oldest', 'r.created_at, r.id'],
    ['by form', 'r.customer_code, r.created_at desc, r.id'],
    ['by form, turned round', 'r.customer_code desc, r.created_at, r.id desc'],
    ['by state', 'r.state, r.created_at desc, r.id desc'],
  ])('operators’ pages are read along their order: %s', async (_what, order) => {
    const read = await acrossCustomers(clone.database.kysely, async (db) => {
      await readInOrder(db)
      const statement = sql.raw(`explain (analyze, format json) select r.* from requests r order by ${order} limit 50 offset 500`)
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`${statement}`.execute(db)
      return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan)).map((node) => node['Actual Rows'])
    })
    expect(Math.max(...read)).toBe(550)
  })

  test('and a query that has none is told', async () => {
    expect((await planOf("select * from requests where otp = 'x'", true)).scans).toContain('Seq Scan requests')
  })
})
