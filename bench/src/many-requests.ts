import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool, type PoolConfig } from 'pg'
import { openOperatorSession } from '../../apps/server/src/management/operator-session.ts'
import { openDatabase } from '../../apps/server/src/platform/db/database.ts'
import { launchEmbedded } from '../../apps/server/src/platform/db/embedded/launcher.ts'
import { queryBusyTables } from '../../apps/server/src/platform/db/partitions.ts'
import { copyForms, fillRequests } from './fill-requests.ts'
import { grown } from './grown-form.ts'
import { submitOnce, submitsPerSecond } from './load.ts'
import { ended, makeDatabase, retry, startProduct } from './product.ts'

const PORTS = { few: 8495, many: 8496 } as const
const REQUESTS = { few: 10_000, many: Number(process.env.REQUESTS ?? 10_000_000) } as const
const FORMS = 1_000
const STEPS = 1_000
const CALLS = 40
const SUBMIT_SECONDS = 4
const ROUNDS = 3
/** How many times slower each call may be with the many requests than with the few. A search may read all of them. */
const GOAL = 1.3
const WITHOUT_GOAL = ['search by address']

type Size = keyof typeof REQUESTS

const formUrl = (size: Size) => `http://127.0.0.1:${PORTS[size]}/forms-service/rs/v2/forms/submitted`

/**
 * Compares the product with 10,000 and with 10,000,000 requests (REQUESTS) of 1,000 forms of 1,000 steps, in the same run:
 * submissions, pages and steps of visitors, the lists, the search and the health of operators, and the erasure of requests
 * by retention.
 */
export async function benchManyRequests(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sportello-many-'))
  // Makes the data folder accessible to the system user that runs PostgreSQL, so that the database cluster can be
  // created in it and is deleted with it.
  chmodSync(folder, 0o711)
  const embedded = await launchEmbedded(join(folder, 'data'), () => {})
  const servers: ChildProcess[] = []
  try {
    // Lets the owner of the databases fill them without the checks of foreign keys.
    const admin = new Pool({ ...embedded.admin, max: 1 })
    await admin.query(`grant set on parameter session_replication_role to ${embedded.connection.user}`)
    await admin.end()
    const { definitions, forms, leaf } = grown('grown0', STEPS)
    const bundleFile = join(folder, 'bundle.json')
    writeFileSync(bundleFile, JSON.stringify({ definitions: [...definitions, ...SUBMITTED.definitions], forms: [...forms, ...SUBMITTED.forms], settings }))
    const databases = {} as Record<Size, PoolConfig>
    const times: Record<Size, Record<string, number>> = { few: {}, many: {} }
    for (const size of ['few', 'many'] as const) {
      databases[size] = await makeDatabase(embedded.connection, size, bundleFile)
      await copyForms(databases[size], FORMS)
      await fillRequests(databases[size], REQUESTS[size], FORMS, console.log)
      servers.push(startProduct(databases[size], PORTS[size], 'web', join(folder, size)))
      const url = `http://127.0.0.1:${PORTS[size]}`
      await retry(() => fetch(`${url}/health/ready`), url)
    }
    const calls = { few: await callsOf('few', databases.few, leaf), many: await callsOf('many', databases.many, leaf) }
    for (const name of Object.keys(calls.few)) {
      // Lets the servers load the forms, and the databases the pages of their tables. While PostgreSQL still writes the rows
      // to disk, the first calls may take too long.
      for (let at = 0; at < CALLS; at++) for (const size of ['few', 'many'] as const) await retry(() => timeOf(calls[size][name]), name)
      const all: Record<Size, number[]> = { few: [], many: [] }
      // Alternates between the two, so that other load affects both equally.
      for (let at = 0; at < CALLS; at++) for (const size of ['few', 'many'] as const) all[size].push(await timeOf(calls[size][name]))
      for (const size of ['few', 'many'] as const) times[size][name] = medianOf(all[size])
    }
    const rates: Record<Size, number[]> = { few: [], many: [] }
    for (let round = 0; round <= ROUNDS; round++)
      for (const size of ['few', 'many'] as const) rates[size].push(1_000 / (await submitsPerSecond(formUrl(size), 8, SUBMIT_SECONDS)))
    for (const size of ['few', 'many'] as const) times[size].submit = medianOf(rates[size].slice(1))
    judge(times)
    await reportRetention(databases.many)
  } finally {
    await ended(servers)
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const settings = [
  { code: 'calls_per_minute', value: '1000000' },
  { code: 'submissions_per_minute', value: '1000000' },
]
const question = (ordering: number, property_code: string, default_value: object) => ({
  type: 'PROPERTY',
  ordering,
  value: { property_code, property_description: property_code, default_value },
})
/** The form of the submissions in load.ts. */
const SUBMITTED = {
  definitions: [
    {
      code_tag: 'submitted',
      tag_description: 'Submitted',
      form_params: { auth_type: ['FREE'], form_title: 'Submitted' },
      children: [
        {
          code_tag: 'report',
          tag_description: 'Report',
          form_fields: [
            question(1, 'street', { input_type: 'text' }),
            question(2, 'story', { input_type: 'textarea' }),
            question(3, 'count', { input_type: 'int' }),
            question(4, 'depth', { input_type: 'numeric' }),
            question(5, 'where', { input_type: 'select', options: [{ key: 'road', value: 'Road' }] }),
            question(6, 'photos', { input_type: 'file', multiple: true, file_type: ['txt'], max_size: 1024 }),
          ],
        },
      ],
    },
  ],
  forms: [{ code_form: 'submitted', code_tag: 'submitted' }],
}

/** Returns the calls that are timed, by name. */
async function callsOf(size: Size, connection: PoolConfig, leaf: string): Promise<Record<string, () => Promise<Response>>> {
  const database = openDatabase(connection, () => {})
  const credential = await openOperatorSession(database, 'operator')
  const client = await database.owner.connect()
  await client.query("select set_config('sportello.across_customers', 'on', false)")
  const { rows } = await client.query<{ ticket: string }>("select ticket from requests where customer_code = 'grown7' limit 1")
  client.release(true)
  await database.close()
  const url = `http://127.0.0.1:${PORTS[size]}`
  const base = `${url}/forms-service/rs/v2`
  const visitor = { 'X-Api-Key': 'bench-key' }
  const operator = { ...visitor, Authorization: `Bearer ${credential}` }
  const manage = (path: string) => () => fetch(`${base}/managements/${path}`, { headers: operator })
  let at = 0
  return {
    tag: () => fetch(`${base}/forms/grown${at++ % 20}/tags/${leaf}`, { headers: visitor }),
    page: () => fetch(`${url}/grown${at++ % 20}/open/${leaf}`),
    'list of all': manage('requests'),
    'list of a form': manage('requests?form=grown7'),
    'list, page 20': manage('requests?page=20'),
    'list by state': manage('requests?state=processed'),
    'one request': manage(`requests/${rows[0]?.ticket}`),
    'search a ticket': () =>
      fetch(`${base}/managements/search`, {
        method: 'POST',
        headers: { ...operator, 'content-type': 'application/json' },
        body: JSON.stringify({ text: rows[0]?.ticket }),
      }),
    mails: manage('mails'),
    deliveries: manage('deliveries'),
    'list, attention': manage('requests?list=attention'),
    'search by address': manage('requests?email=p77'),
    home: manage('home'),
    health: manage('health'),
  }
}

async function timeOf(call: (() => Promise<Response>) | undefined): Promise<number> {
  const started = performance.now()
  const response = await call?.()
  const body = await response?.text()
  if (!response?.ok) throw new Error(`${response?.url}: ${response?.status} ${body}`)
  return performance.now() - started
}

const medianOf = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

function judge({ few, many }: Record<Size, Record<string, number>>): void {
  console.log(`milliseconds with ${REQUESTS.few} and with ${REQUESTS.many} requests of ${FORMS} forms of ${STEPS} steps, medians of the same run`)
  for (const [name, ms] of Object.entries(many)) {
    const ratio = ms / (few[name] ?? Number.NaN)
    const isJudged = !WITHOUT_GOAL.includes(name)
    console.log(
      `  ${name.padEnd(18)} ${few[name]?.toFixed(1).padStart(7)} ${ms.toFixed(1).padStart(7)}   ratio ${ratio.toFixed(2)}${isJudged ? ` (goal ${GOAL})` : ''}`,
    )
    if (isJudged && ratio > GOAL) process.exitCode = 1
  }
}

/** Measures how long retention takes for the requests of the oldest partition, and how long a submission waits meanwhile. */
async function reportRetention(connection: PoolConfig): Promise<void> {
  const owner = new Pool({ ...connection, max: 1, options: '-c sportello.across_customers=on' })
  const { rows } = await owner.query<{ suffix: string; age: number }>(
    `select suffix, extract(epoch from now() - time_of_id(to_id))::float8 / 86400 as age from request_partitions
     where from_id is not null and rows > 0 order by from_id limit 1`,
  )
  const [oldest] = rows
  if (oldest === undefined) throw new Error('no partition has requests')
  // The links of the last requests have expired two days after these came.
  const periods = Array.from({ length: FORMS }, (_, at) => ({ form: `grown${at}`, state: 'processed', days: oldest.age - 3 }))
  const submissions: number[] = []
  const started = performance.now()
  let isDropping = true
  const submit = async () => {
    while (isDropping) {
      const sent = performance.now()
      await submitOnce(formUrl('many'))
      submissions.push(performance.now() - sent)
    }
  }
  const submitting = submit()
  const dropped = await queryBusyTables<{ erased: number }>(owner, 'select drop_request_partition($1, $2) as erased', [oldest.suffix, JSON.stringify(periods)])
  const seconds = (performance.now() - started) / 1_000
  isDropping = false
  await submitting
  console.log(`  retention erased ${dropped?.[0]?.erased} requests by dropping their partitions in ${seconds.toFixed(1)} s`)
  console.log(`  meanwhile ${submissions.length} submissions, the slowest took ${(Math.max(...submissions) / 1_000).toFixed(1)} s`)
  await owner.end()
}
