import { type ChildProcess, execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Visits } from '@sportello/contract'
import { Pool, type PoolConfig } from 'pg'
import { openOperatorSession } from '../../apps/server/src/management/operator-session.ts'
import { openDatabase } from '../../apps/server/src/platform/db/database.ts'
import { type EmbeddedDatabase, launchEmbedded } from '../../apps/server/src/platform/db/embedded/launcher.ts'
import { callManagement } from '../../e2e/fixtures/management-call.ts'
import { medianOf } from './chromium.ts'
import { copyForms } from './fill-requests.ts'
import { FILLED, fillVisits } from './fill-visits.ts'
import { grown } from './grown-form.ts'
import { ended, makeDatabase, retry, startProduct } from './product.ts'

const PORT = 8497
const FORMS = Number(process.env.FORMS ?? 1_000)
const STEPS = 200
/** Maximum time of an answer in milliseconds. */
const LIMIT_MS = 200
const LAST = `grown${FORMS - 1}`
const WARM_CALLS = 40
/** Forms whose first call after a restart of the database is measured, beginning with the busiest. */
const COLD_FORMS = 8

/**
 * Measures how long the figures of a form over a year take in a database that has the counts of 1,000 forms (FORMS) for
 * each day of the year: with their rows in memory, and after a restart of the database without them.
 */
export async function benchVisitYear(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sportello-year-'))
  // Makes the data folder accessible to the system user that runs PostgreSQL, so that the database cluster can be
  // created in it and is deleted with it.
  chmodSync(folder, 0o711)
  const data = join(folder, 'data')
  let embedded = await launchEmbedded(data, () => {})
  let server: ChildProcess | undefined
  try {
    const connection = await filledDatabase(embedded, join(folder, 'bundle.json'))
    const credential = await operatorOf(connection)
    const read = async (form: string, from: string, to: string) =>
      (await callManagement(`http://127.0.0.1:${PORT}`, credential, 'GET', `/visits?form=${form}&from=${from}&to=${to}`)) as Visits
    const call = async (form: string) => {
      const started = performance.now()
      const { trend } = await read(form, FILLED.from, FILLED.to)
      if (trend.length < 12) throw new Error(`form ${form} has no year of figures`)
      return performance.now() - started
    }
    const cold: number[] = []
    for (let at = 0; at < COLD_FORMS; at++) {
      await embedded.stop()
      embedded = await launchEmbedded(data, () => {})
      server = startProduct(connection, PORT, 'web', join(folder, 'product'), { API_KEY: 'sportello-web' })
      // Opens connections, compiles the server's code and reads the database's catalog, without the rows of the measured form.
      await retry(() => call(LAST), 'the server', 150)
      for (let calls = 0; calls < 10; calls++) await call(LAST)
      // Loads the form, as a visitor did, but none of its figures.
      await read(`grown${at}`, '2001-01-01', '2001-01-01')
      evict(data)
      cold.push(await call(`grown${at}`))
      if (at < COLD_FORMS - 1) await ended([server])
    }
    for (const [name, form] of [
      ['the busiest form, 200 rows a day', 'grown0'],
      ['the last form, 33 rows a day', LAST],
    ] as const) {
      const warm: number[] = []
      for (let at = -5; at < WARM_CALLS; at++) {
        const ms = await call(form)
        if (at >= 0) warm.push(ms)
      }
      judge(`${name}, rows in memory`, warm)
    }
    judge(`the ${COLD_FORMS} busiest forms, rows on disk`, cold)
  } finally {
    if (server) await ended([server])
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function filledDatabase(embedded: EmbeddedDatabase, bundleFile: string): Promise<PoolConfig> {
  // Lets the owner of the database fill it without the checks of foreign keys.
  const admin = new Pool({ ...embedded.admin, max: 1 })
  await admin.query(`grant set on parameter session_replication_role to ${embedded.connection.user}`)
  await admin.end()
  const { definitions, forms } = grown('grown0', STEPS)
  writeFileSync(bundleFile, JSON.stringify({ definitions, forms, settings: [{ code: 'calls_per_minute', value: '1000000' }] }))
  const connection = await makeDatabase(embedded.connection, 'year', bundleFile)
  await copyForms(connection, FORMS)
  const { days, months } = await fillVisits(connection, FORMS, console.log)
  console.log(`figures of a year of one form, ${days} rows of days and ${months} of months of ${FORMS} forms of ${STEPS} steps`)
  return connection
}

async function operatorOf(connection: PoolConfig): Promise<string> {
  const database = openDatabase(connection, () => {})
  const credential = await openOperatorSession(database, 'operator')
  await database.close()
  return credential
}

/** Removes the tables' files from the cache of the operating system. */
function evict(folder: string): void {
  execFileSync('find', [folder, '-path', '*/base/*', '-size', '+256k', '-exec', 'dd', 'if={}', 'iflag=nocache', 'count=0', 'status=none', ';'])
}

function judge(name: string, times: readonly number[]): void {
  const ratio = medianOf(times) / LIMIT_MS
  console.log(
    `  ${name}: median ${medianOf(times).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms, median / ${LIMIT_MS} ms ${ratio.toFixed(2)} (limit 1)`,
  )
  if (!(ratio <= 1)) process.exitCode = 1
}
