import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchEmbedded } from '../../apps/server/src/platform/db/embedded/launcher.ts'
import { grown } from './grown-form.ts'
import { ended, makeDatabase, retry, startProduct } from './product.ts'

const PORT = 8491
const CALLS = 50
const LIMIT_MS = 100
const FORMS = { small: 100, large: 10_000 } as const
/**
 * How many times slower each call may be with the large form than with the small one. Loading a step finds the step by
 * its key, but a search reads all steps.
 */
const GOALS = { tag: 2, search: 10 } as const

/**
 * Compares calls on a form of 10,000 steps with the same calls on a form of 100 steps. The calls load a step, search,
 * load
 * the site map, and load the first page of a step without children. Compares the medians of 50 calls from the same run.
 */
export async function benchGrowth(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sportello-growth-'))
  // Makes the data folder accessible to the system user that runs PostgreSQL, so that the database cluster can be
  // created in it and is deleted with it.
  chmodSync(folder, 0o711)
  const embedded = await launchEmbedded(join(folder, 'data'), () => {})
  const servers: ChildProcess[] = []
  try {
    const forms = Object.entries(FORMS).map(([name, size]) => ({ name, ...grown(name, size) }))
    const bundle = {
      definitions: forms.flatMap(({ definitions }) => definitions),
      forms: forms.flatMap(({ forms: settings }) => settings),
      settings: [{ code: 'calls_per_minute', value: '1000000' }],
    }
    const bundleFile = join(folder, 'bundle.json')
    writeFileSync(bundleFile, JSON.stringify(bundle))
    const database = await makeDatabase(embedded.connection, 'growth', bundleFile)
    servers.push(startProduct(database, PORT, 'web', join(folder, 'product')))
    const url = `http://127.0.0.1:${PORT}`
    await retry(() => fetch(`${url}/health/ready`), url)
    const medians: Record<string, Record<string, number>> = {}
    for (const { name, leaf, made } of forms) {
      medians[name] = await mediansOf(url, name, leaf)
      console.log(
        `${made} steps: ${Object.entries(medians[name])
          .map(([call, ms]) => `${call} ${ms.toFixed(1)} ms`)
          .join(', ')}`,
      )
    }
    judge(medians)
  } finally {
    await ended(servers)
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function mediansOf(url: string, form: string, leaf: string): Promise<Record<string, number>> {
  const base = `${url}/forms-service/rs/v2/forms/${form}`
  const headers = { 'X-Api-Key': 'bench-key', 'content-type': 'application/json' }
  const calls: Record<string, () => Promise<Response>> = {
    tag: () => fetch(`${base}/tags/${leaf}`, { headers }),
    search: () => fetch(`${base}/children`, { method: 'POST', headers, body: JSON.stringify({ query: 'rimborso regole' }) }),
    'site map': () => fetch(`${base}/sitemap`, { headers }),
    'first view': () => fetch(`${url}/${form}/open/${leaf}`),
  }
  const medians: Record<string, number> = {}
  for (const [name, call] of Object.entries(calls)) {
    const times: number[] = []
    for (let at = 0; at < CALLS; at++) {
      const started = performance.now()
      const response = await call()
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${name} of ${form}: ${response.status}`)
      times.push(performance.now() - started)
    }
    medians[name] = times.sort((a, b) => a - b)[Math.floor(CALLS / 2)] ?? Number.NaN
  }
  return medians
}

function judge({ small = {}, large = {} }: Record<string, Record<string, number>>): void {
  for (const [call, ms] of Object.entries(large)) {
    const ratio = ms / (small[call] ?? Number.NaN)
    const goal = GOALS[call as keyof typeof GOALS]
    console.log(
      `  ${call.padEnd(10)} ${ratio.toFixed(2)} times the small form${goal === undefined ? '' : ` (goal ${goal})`}, ${(ms / LIMIT_MS).toFixed(2)} of ${LIMIT_MS} ms`,
    )
    if (ms > LIMIT_MS || (goal !== undefined && ratio > goal)) process.exitCode = 1
  }
}
