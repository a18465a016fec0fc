import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize } from 'node:v8'
import { sql } from 'kysely'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readInOrder } from '../../src/management/paging.ts'
import { SERVER_ROLE } from '../../src/platform/db/server-role.ts'
import { acrossCustomers } from '../../src/platform/db/with-customer.ts'
import { cloneDatabase } from '../test-server.ts'
import { fillTables } from './fill-tables.ts'
import { type Plan, plansOfStore } from './nested-plans.ts'
import { FOLDER_VARIABLE, isStore, isUnset, type Statement } from './statement.ts'

/**
 * Number of requests in the filled database: a quarter of the 1,000,000 for which the product is designed. With
 * PLAN_REQUESTS, the test can use a million, which takes 90 s and some gigabytes.
 */
const REQUESTS = Number(process.env.PLAN_REQUESTS ?? 250_000)
/**
 * Placeholder for customer codes. In the recorded SQL statements, it replaces the customers that the tests have used.
 */
const FORM = 'c7'

/** Database tables that an SQL statement may scan completely, each with the reason. */
const READ_WHOLE: readonly { table: RegExp; when: RegExp; because: string }[] = [
  { table: /^customers$/, when: /./, because: 'it has one row a form, and all of them are one list' },
  { table: /^mappings$/, when: /^(?!.* where )/s, because: 'the specification shows them as one list without pages' },
  { table: /^audit_lines$/, when: /subject ilike/, because: 'operators look for any part of a subject' },
  { table: /^visit_subscriptions$/, when: /insert into operator_mails/, because: 'once a week, all subscriptions become mails in one statement' },
  { table: /^mapping_logs$/, when: /./, because: 'the specification looks for any part of a text, and page 0 is the whole log' },
  {
    table: /^(?:mails|deliveries)_/,
    when: /^select count\(\*\)::int as n from \(\(select 1 as "one" from (?!.* where ).* limit \$1\)\) as found$/s,
    because: 'each row has its request, so the count ends after as many rows as its limit',
  },
]

/** Statements inside `store_submission` that find rows, and must therefore be among the plans. */
const STATEMENTS_OF_STORE = [
  /select count\(\*\) from requests/,
  ...['idempotency_keys', 'survey_people', 'captcha_solutions', 'request_fingerprints', 'requests', 'mails'].map(
    (table) => new RegExp(`^insert into ${table}\\b`),
  ),
  /^update sessions/,
  /^with sender as/,
  /from customer_keys/,
]

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let pool: Pool
beforeAll(async () => {
  clone = await cloneDatabase()
  await fillTables(async () => {
    const client = new Client(clone.connection)
    await client.connect()
    return client
  }, REQUESTS)
  pool = new Pool({ ...clone.connection, options: `-c role=${SERVER_ROLE}` })
})
afterAll(async () => {
  await pool?.end()
  await clone?.drop()
})

test(`with ${REQUESTS.toLocaleString('en')} requests, no SQL statement of the product scans a table with row security completely`, async () => {
  const statements = readStatements()
  expect(statements.length, 'statements collected: run the server’s tests in the same run, `vitest run --project server --project plans`').toBeGreaterThan(300)
  // Without the partitions that are still empty, which PostgreSQL reads whole.
  const { rows } = await pool.query<{ relname: string; reltuples: number }>(
    "select relname, reltuples from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace and not (relispartition and reltuples <= 0)",
  )
  const guarded = new Map(rows.map(({ relname, reltuples }) => [relname, reltuples]))
  expect(guarded.size).toBeGreaterThan(20)
  const found = new Set<string>()
  const note = (text: string, tables: readonly string[]) => {
    for (const table of tables) {
      const isAllowed = READ_WHOLE.some((allowed) => allowed.table.test(table) && allowed.when.test(text))
      if (guarded.has(table) && !isAllowed) found.add(`${table}: ${text.replace(/\s+/g, ' ').trim()}`)
    }
  }
  for (const statement of statements.filter((each) => !isStore(each))) {
    const seesAll = statement.settings.some(({ values: [name] }) => name === 'sportello.across_customers')
    note(statement.text, wholeScans(await explain(statement), seesAll, guarded))
  }
  const nested = await plansOfStore(clone.connection, FORM, statements.filter(isStore))
  for (const part of STATEMENTS_OF_STORE) expect(nested.map(({ text }) => text)).toContainEqual(expect.stringMatching(part))
  for (const { text, plan } of nested) note(text, wholeScans(plan, false, guarded))
  expect([...found]).toEqual([])
})

// Tests `readInOrder`. Without `readInOrder`, PostgreSQL's planner assumes that row security filters out most rows. It
// would then sort all rows, or all rows of a group.
test.each([
  ['newest', 'r.created_at desc, r.id desc'],
  ['oldest', 'r.created_at, r.id'],
  ['by form', 'r.customer_code, r.created_at desc, r.id desc'],
  ['by form, turned round', 'r.customer_code desc, r.created_at, r.id'],
  ['by state', 'r.state, r.created_at desc, r.id desc'],
])('lists of the dashboard read only the rows up to the end of their page, in the order %s', async (_what, order) => {
  const read = await acrossCustomers(clone.database.kysely, async (db) => {
    await readInOrder(db)
    const statement = sql.raw(`explain (analyze, format json) select r.* from requests r order by ${order} limit 50 offset 500`)
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`${statement}`.execute(db)
    return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan)).map((node) => node['Actual Rows'] ?? 0)
  })
  expect(Math.max(...read)).toBe(550)
})

/**
 * Returns the SQL statements that were recorded during the test run. Statements with the same text, settings and null
 * parameters are returned only once.
 */
function readStatements(): Statement[] {
  const folder = process.env[FOLDER_VARIABLE] ?? ''
  const all = readdirSync(folder).flatMap((file) => deserialize(readFileSync(join(folder, file))) as Statement[])
  const kind = ({ text, values, settings }: Statement) =>
    JSON.stringify([text, settings.map((setting) => [setting.text, setting.values[0]]), values.map(isUnset)])
  return [...new Map(all.map((statement) => [kind(statement), statement])).values()]
}

/**
 * Returns PostgreSQL's plan for a recorded statement. Uses the server's role, and the customer for which the statement
 * was
 * sent.
 */
async function explain({ text, values, settings }: Statement): Promise<Plan> {
  const own = settings.flatMap((setting) => setting.values).find((_value, at, all) => all[at - 1] === 'sportello.customer')
  const moved = (value: unknown): unknown => (Array.isArray(value) ? value.map(moved) : value === own && own ? FORM : value)
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const setting of settings) await client.query(setting.text, setting.values.map(moved))
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values.map(moved))
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    if (!plan) throw new Error(`no plan of ${text}`)
    return plan
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/**
 * Matches the condition of row security in a query plan. In a transaction that sees all customers, every row satisfies it,
 * but the planner expects that few do.
 */
const GUARD =
  /\(\((?:\(InitPlan \d+\)\.col1|\$\d+) = 'true'::text\) OR \(customer_code = ANY \(string_to_array\(NULLIF\(current_setting\('sportello\.reached_customers'::text, true\), ''::text\), ','::text\)\)\) OR \(customer_code = NULLIF\(current_setting\('sportello\.customer'::text, true\), ''::text\)\)\)/

/** Conditions that a scan which sees all customers may have if a LIMIT ends it: none, and the state of almost all requests. */
const STOPS_EARLY = ['GUARD', "((state = 'processed'::text) AND GUARD)"]

/**
 * Returns the database tables that a query plan scans completely. Leaves out scans that a LIMIT ends early.
 * @param sizes number of rows of each table and partition
 * @param limited true if a LIMIT applies
 */
function wholeScans(plan: Plan, seesAll: boolean, sizes: ReadonlyMap<string, number>, limited = false): string[] {
  const { 'Node Type': kind, 'Plan Rows': rows = 0, 'Relation Name': table = '', Filter: filter, Plans: below = [] } = plan
  if (kind === 'Seq Scan') {
    // A scan with a limit ends early if most rows satisfy its condition, for example for the most frequent state. It
    // then reads about as many rows as the limit. Which state was recorded depends on the order of the tests, and how
    // many of the requests a partition has depends on the day.
    const stopsEarly = filter === undefined || (seesAll && STOPS_EARLY.includes(filter.replace(GUARD, 'GUARD'))) || rows > (sizes.get(table) ?? REQUESTS) / 2
    return limited && stopsEarly ? [] : [table]
  }
  // An Append reads the partitions one after the other.
  const streams = kind === 'Limit' || (limited && ['Append', 'Nested Loop', 'Subquery Scan', 'LockRows'].includes(kind))
  return below.flatMap((each) => wholeScans(each, seesAll, sizes, streams))
}
