import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchEmbedded } from '../../apps/server/src/platform/db/embedded/launcher.ts'
import { medianOf } from './chromium.ts'
import { submitOnce } from './load.ts'
import { ended, makeDatabase, retry, secondsOf, startProduct } from './product.ts'
import { analyse, BUNDLE, waitForRelay } from './submit.ts'
import { firstVisit, laterVisit, reportsPerVisit, submission, type Target, type Visit, visitsPerSecond } from './visit-load.ts'
import { benchVisitYear } from './visit-year.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 12)
/** Share of the throughput that counting visits may cost. */
const LIMIT = 0.03
const PORTS = { counted: 8498, uncounted: 8499 } as const
type Name = keyof typeof PORTS
const NAMES = ['counted', 'uncounted'] as const

interface Contender extends Target {
  server: ChildProcess
}

/** The figures of one kind of visit, by server: visits per second and microseconds of the server's CPU time, of each round. */
type Rounds = Record<Name, { rates: number[]; spent: number[] }>

/** Measures what counting visits costs visitors, and how long the figures of a year take. */
export async function benchAnalytics(): Promise<void> {
  await benchVisitCost()
  await benchVisitYear()
}

/**
 * Compares two servers of the same build on the same PostgreSQL. One has a form whose visits are counted, and also gets
 * the reports that browsers send about the visits; the other one has the same form with `no_visit_counts`. The servers
 * alternate in short rounds, so that other load affects both equally. The result is the median of the rounds' ratios.
 */
async function benchVisitCost(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sportello-analytics-'))
  // Makes the data folder accessible to the system user that runs PostgreSQL, so that the database cluster can be
  // created in it and is deleted with it.
  chmodSync(folder, 0o711)
  const embedded = await launchEmbedded(join(folder, 'data'), () => {})
  const servers: ChildProcess[] = []
  try {
    const contenders = {} as Record<Name, Contender>
    for (const name of NAMES) {
      const bundleFile = join(folder, `${name}.json`)
      writeFileSync(bundleFile, JSON.stringify(bundleOf(name)))
      const database = await makeDatabase(embedded.connection, name, bundleFile)
      await waitForRelay(database)
      const server = startProduct(database, PORTS[name], 'web', join(folder, name))
      servers.push(server)
      const url = `http://127.0.0.1:${PORTS[name]}`
      await retry(() => submitOnce(`${url}/forms-service/rs/v2/forms/bench`), name)
      await analyse(database)
      contenders[name] = { server, url, counted: name === 'counted' ? await versionOf(url) : null }
    }
    console.log(`what counting visits costs, medians of the ratios of ${ROUNDS} rounds (quartiles)`)
    const kinds: [name: string, visits: number, visit: (target: Target) => Visit | Promise<Visit>][] = [
      ['submissions', 400, submission],
      ['pages, first visit', 300, firstVisit],
      ['pages, files cached', 2_000, laterVisit],
    ]
    for (const [name, visits, visitOf] of kinds) {
      const visit = { counted: await visitOf(contenders.counted), uncounted: await visitOf(contenders.uncounted) }
      report(name, visit, await measure(contenders, visit, visits))
    }
  } finally {
    await ended(servers)
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function bundleOf(name: Name): object {
  const [definition] = BUNDLE.definitions
  const params = { ...definition?.form_params, ...(name === 'uncounted' && { no_visit_counts: true }) }
  return { ...BUNDLE, definitions: [{ ...definition, form_params: params }] }
}

async function versionOf(url: string): Promise<string> {
  const response = await fetch(`${url}/forms-service/rs/v2/forms/bench`, { headers: { 'x-api-key': 'bench-key' } })
  return ((await response.json()) as { data: { version: string } }).data.version
}

/** Measures both servers in each round, in alternating order. The round before the first warms the servers up and is not counted. */
async function measure(contenders: Record<Name, Contender>, visit: Record<Name, Visit>, visits: number): Promise<Rounds> {
  const rounds: Rounds = { counted: { rates: [], spent: [] }, uncounted: { rates: [], spent: [] } }
  for (let round = -1; round < ROUNDS; round++)
    for (const name of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
      const before = secondsOf(contenders[name].server)
      const rate = await visitsPerSecond(contenders[name], visit[name], visits)
      if (round < 0) continue
      rounds[name].rates.push(rate)
      rounds[name].spent.push((1_000_000 * (secondsOf(contenders[name].server) - before)) / visits)
    }
  return rounds
}

function report(name: string, visit: Record<Name, Visit>, { counted, uncounted }: Rounds): void {
  const ratios = counted.rates.map((rate, round) => rate / (uncounted.rates[round] ?? Number.NaN)).toSorted((one, other) => one - other)
  const quartiles = [0.25, 0.75].map((share) => ratios[Math.floor(share * ratios.length)]?.toFixed(3))
  const calls = (of: Name) => visit[of].requests().length
  console.log(`  ${name}: ratio ${medianOf(ratios).toFixed(3)} (${quartiles.join(' to ')}; goal ${1 - LIMIT})`)
  console.log(`    counted:     ${line(counted)}, ${calls('counted')} requests and ${reportsPerVisit(visit.counted.sends)} reports a visit`)
  console.log(`    not counted: ${line(uncounted)}, ${calls('uncounted')} requests a visit`)
  if (!(medianOf(ratios) >= 1 - LIMIT)) process.exitCode = 1
}

const line = ({ rates, spent }: Rounds[Name]) => `${medianOf(rates).toFixed(0)} a second (${medianOf(spent).toFixed(0)} µs of the server's CPU time each)`
