import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool, type PoolConfig } from 'pg'
import { launchEmbedded } from '../../apps/server/src/platform/db/embedded/launcher.ts'
import { grown } from './grown-form.ts'
import { ended, makeDatabase, retry, startProduct } from './product.ts'

const PORT = 8499
const FORMS = Number(process.env.FORMS ?? 1_000)
const STEPS = Number(process.env.STEPS ?? 10_000)
const CLIENTS = 8
const SECONDS = 20
/** One call in so many is a search. */
const SEARCH_EVERY = 20
/** Limit of the process's JavaScript heap in megabytes, as an operator sets it for a process of 512 MB. */
const HEAP_MEGABYTES = 192
/** Highest memory that the process may ever have used, in bytes. */
const GOAL_BYTES = 512 * 1_048_576

/**
 * Visits 1,000 forms of 10,000 steps each (FORMS, STEPS), all equally often, and one form alone, in the same run: how many steps a
 * second one process serves, how long the slowest take, and how much memory the process needs.
 */
export async function benchLargeForms(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sportello-forms-'))
  chmodSync(folder, 0o711)
  const embedded = await launchEmbedded(join(folder, 'data'), () => {})
  // Lets the owner of the database copy rows without its triggers, which would count the steps of each copy.
  const admin = new Pool({ ...embedded.admin, max: 1 })
  await admin.query(`grant set on parameter session_replication_role to ${embedded.connection.user}`)
  await admin.end()
  const bundleFile = join(folder, 'bundle.json')
  const { definitions, forms, made } = grown(codeOf(0), STEPS)
  writeFileSync(bundleFile, JSON.stringify({ definitions, forms, settings: [{ code: 'calls_per_minute', value: '1000000' }] }))
  const database = await makeDatabase(embedded.connection, 'forms', bundleFile)
  await copyLargeForm(database, FORMS)
  const server = startProduct(database, PORT, 'web', join(folder, 'web'), { NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}` })
  try {
    const url = `http://127.0.0.1:${PORT}`
    await retry(() => fetch(`${url}/health/ready`), url)
    const memory = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1_024
    const idle = memory()
    const rates: Record<string, number> = {}
    for (const [name, count] of [
      ['one form', 1],
      ['all forms', FORMS],
    ] as const) {
      const times = await visit(url, count, made)
      times.sort((one, other) => one - other)
      rates[name] = times.length / SECONDS
      const at = (share: number) => times[Math.floor((times.length - 1) * share)]?.toFixed(0).padStart(5)
      console.log(
        `${name.padEnd(10)} ${(rates[name] ?? 0).toFixed(0).padStart(6)} calls a second, half within ${at(0.5)} ms, 99 % within ${at(0.99)} ms, slowest ${at(1)} ms; memory ${megabytes(memory())}`,
      )
    }
    const ratio = (rates['all forms'] ?? 0) / (rates['one form'] ?? Number.NaN)
    console.log(
      `${FORMS} forms of ${made} steps: ratio ${ratio.toFixed(2)}; memory ${megabytes(memory())} (idle ${megabytes(idle)}, goal ${megabytes(GOAL_BYTES)})`,
    )
    if (memory() > GOAL_BYTES) process.exitCode = 1
  } finally {
    await ended([server])
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(0)} MB`

/** Reads random steps of random forms, and searches in them, with several clients. @returns the milliseconds of each call */
async function visit(url: string, forms: number, steps: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + SECONDS * 1_000
  const random = (below: number) => Math.floor(Math.random() * below)
  const client = async () => {
    for (let call = 1; performance.now() < until; call++) {
      const base = `${url}/forms-service/rs/v2/forms/${codeOf(random(forms))}`
      const started = performance.now()
      const response =
        call % SEARCH_EVERY === 0
          ? await fetch(`${base}/children`, {
              method: 'POST',
              headers: { 'X-Api-Key': 'bench-key', 'content-type': 'application/json' },
              body: JSON.stringify({ query: `visita ${random(steps)}` }),
            })
          : await fetch(`${base}/tags/t${random(steps)}`, { headers: { 'X-Api-Key': 'bench-key' } })
      await response.text()
      if (!response.ok) throw new Error(`${response.url}: ${response.status}`)
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return times
}

/** Returns the code of a form. All have the same length. */
const codeOf = (number: number) => `grown${String(number).padStart(4, '0')}`

/**
 * Copies the first form, its definition and its compiled definition. Compiling each would take 1 s, so that the copies have the
 * compiled content of the first one, with another code.
 */
async function copyLargeForm(connection: PoolConfig, forms: number): Promise<void> {
  const owner = new Pool({ ...connection, max: 1, options: '-c session_replication_role=replica -c sportello.across_customers=on' })
  const code = "'grown' || lpad(n::text, 4, '0')"
  const content = `overlay(content placing convert_to(${code}, 'UTF8') from position(convert_to('${codeOf(0)}', 'UTF8') in content))`
  for (const table of ['definitions', 'definition_versions', 'compiled_definitions', 'customers']) {
    const { rows } = await owner.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id'`,
      [table],
    )
    const columns = rows.map(({ name }) => name)
    const values = columns.map((name) => (name === 'customer_code' || name === 'code_tag' ? code : name === 'content' ? content : name))
    const key = table === 'customers' ? 'customer_code' : 'code_tag'
    await owner.query(`insert into ${table} (${columns}) select ${values} from ${table} t, generate_series(1, $1::int) n where t.${key} = '${codeOf(0)}'`, [
      forms - 1,
    ])
  }
  await owner.query('vacuum analyze')
  await owner.end()
}
