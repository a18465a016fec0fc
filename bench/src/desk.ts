import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool, type PoolConfig } from 'pg'
import { openOperatorSession } from '../../apps/server/src/management/operator-session.ts'
import { openDatabase } from '../../apps/server/src/platform/db/database.ts'
import { launchEmbedded } from '../../apps/server/src/platform/db/embedded/launcher.ts'
import { wordHash } from '../../apps/server/src/requests/requests/rules.ts'
import { callManagement } from '../../e2e/fixtures/management-call.ts'
import { medianOf } from './chromium.ts'
import { copyForms, fillRequests } from './fill-requests.ts'
import { grown } from './grown-form.ts'
import { ended, makeDatabase, retry, SECRET_KEY, startProduct } from './product.ts'

const PORT = 8500
const REQUESTS = Number(process.env.REQUESTS ?? 1_000_000)
const FORMS = 1_000
const CALLS = 15
/** Maximum median time of a list in milliseconds. */
const LIMIT_MS = 200

/** Lists that operators open: the parameters of `GET /managements/requests`, by name. */
const LISTS: Record<string, string> = {
  'to work on': 'desk=-closed',
  mine: 'desk=-closed&assignee=operator7',
  unassigned: 'desk=-closed&assignee=-',
  overdue: 'desk=-closed&due_before=2026-06-01',
  'by state': 'desk=Dal%20tecnico',
  'closed ones': 'desk=closed',
  'by label': 'label=label7',
  'by seldom label': 'label=seldom',
  'label and form': 'label=label7&form=grown7',
  'mine of a form': 'desk=-closed&assignee=operator7&form=grown7',
  'oldest first': 'desk=-closed&sort=created',
  'page 20': 'desk=-closed&page=20',
  'by state of the request': 'desk=-closed&state=processed',
  'of a day': 'desk=-closed&from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z',
  'search a rare word': 'q=rare77',
  'search a common word': 'q=roma',
  'search two common words': 'q=via%20roma',
  'search a rare and a common word': 'q=rare77%20roma',
  'search no word': 'q=nothing',
  'search an address': 'q=p4711%40example',
  'search a ticket': 'q=T-ABC',
  'search in work': 'q=roma&desk=-closed',
  'search in a form': 'q=roma&form=grown7',
}

/**
 * Measures the lists of the desk with 1,000,000 requests (REQUESTS) of 1,000 forms, an eighth of them in work, by 200 operators,
 * and the search in answers. Fails if a list's median is above 200 ms.
 */
export async function benchDesk(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sportello-desk-'))
  // Makes the data folder accessible to the system user that runs PostgreSQL, so that the database cluster can be
  // created in it and is deleted with it.
  chmodSync(folder, 0o711)
  const embedded = await launchEmbedded(join(folder, 'data'), () => {})
  const servers: ChildProcess[] = []
  try {
    // Lets the owner of the database fill it without the checks of foreign keys.
    const admin = new Pool({ ...embedded.admin, max: 1 })
    await admin.query(`grant set on parameter session_replication_role to ${embedded.connection.user}`)
    await admin.end()
    const { definitions, forms } = grown('grown0', 10)
    const bundleFile = join(folder, 'bundle.json')
    writeFileSync(bundleFile, JSON.stringify({ definitions, forms, settings: [{ code: 'calls_per_minute', value: '1000000' }] }))
    const connection = await makeDatabase(embedded.connection, 'desk', bundleFile)
    await copyForms(connection, FORMS)
    await fillRequests(connection, REQUESTS, FORMS, console.log)
    await fillDesk(connection)
    servers.push(startProduct(connection, PORT, 'web', join(folder, 'product'), { API_KEY: 'sportello-web' }))
    const url = `http://127.0.0.1:${PORT}`
    await retry(() => fetch(`${url}/health/ready`), url)
    await measure(url, await operatorOf(connection))
  } finally {
    await ended(servers)
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function operatorOf(connection: PoolConfig): Promise<string> {
  const database = openDatabase(connection, () => {})
  try {
    return await openOperatorSession(database, 'operator')
  } finally {
    await database.close()
  }
}

async function measure(url: string, credential: string): Promise<void> {
  console.log(`milliseconds with ${REQUESTS} requests of ${FORMS} forms on the desk, medians and slowest of ${CALLS} calls (limit ${LIMIT_MS} for the median)`)
  for (const [name, query] of Object.entries(LISTS)) {
    const times: number[] = []
    let total = 0
    for (let at = -2; at < CALLS; at++) {
      const started = performance.now()
      const list = (await callManagement(url, credential, 'GET', `/requests?${query}`)) as { total: number }
      if (at >= 0) times.push(performance.now() - started)
      total = list.total
    }
    const median = medianOf(times)
    console.log(
      `  ${name.padEnd(32)} ${median.toFixed(1).padStart(7)} ${Math.max(...times)
        .toFixed(1)
        .padStart(7)}   ${total} found`,
    )
    if (median > LIMIT_MS) process.exitCode = 1
  }
}

/** SQL expression of a number below `many`, the same for the same request. Numbers of different seeds do not depend on each other. */
const numberOf = (seed: number, many: number) => `mod(abs(hashtextextended(r.id::text, ${seed}) / 2), ${many})`

/** The SQL statements that put the requests on the desk. The parameters are hashes of words that many answers contain. */
const INSERTS: [text: string, words: string[]][] = [
  [
    `insert into desk_cases (customer_code, request_id, state, assignee, due_on, changed_at)
     select r.customer_code, r.id, case when ${numberOf(1, 8)} > 0 then 'closed' when ${numberOf(2, 5)} = 0 then 'Dal tecnico' else 'open' end,
       case when ${numberOf(3, 3)} > 0 then 'operator' || ${numberOf(4, 200)} end, case when ${numberOf(5, 16)} = 0 then r.created_at::date + 30 end, r.created_at from requests r`,
    [],
  ],
  [
    `insert into desk_labels (customer_code, request_id, label) select r.customer_code, r.id, 'label' || ${numberOf(6, 50)} from requests r where ${numberOf(7, 2)} = 0`,
    [],
  ],
  [`insert into desk_labels (customer_code, request_id, label) select r.customer_code, r.id, 'seldom' from requests r where ${numberOf(8, 50_000)} = 0`, []],
  [`insert into search_words (customer_code, request_id, word_hash) select r.customer_code, r.id, $1 from requests r where ${numberOf(9, 2)} = 0`, ['via']],
  [`insert into search_words (customer_code, request_id, word_hash) select r.customer_code, r.id, $1 from requests r where ${numberOf(10, 5)} = 0`, ['roma']],
  [
    `insert into search_words (customer_code, request_id, word_hash) select r.customer_code, r.id, $1 from requests r where ${numberOf(11, 20_000)} = 0`,
    ['rare77'],
  ],
  [
    `insert into search_words (customer_code, request_id, word_hash) select r.customer_code, r.id, substr(sha256(r.id::text::bytea), 1, 12) from requests r`,
    [],
  ],
]

async function fillDesk(connection: PoolConfig): Promise<void> {
  const owner = new Pool({ ...connection, max: 1, options: '-c session_replication_role=replica -c synchronous_commit=off -c sportello.across_customers=on' })
  for (const [text, words] of INSERTS)
    await owner.query(
      text,
      words.map((word) => wordHash(SECRET_KEY, word)),
    )
  await owner.query('vacuum analyze')
  await owner.end()
}
