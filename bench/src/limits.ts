import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchEmbedded } from '../../apps/server/src/platform/db/embedded/launcher.ts'
import { grown } from './grown-form.ts'
import { ended, makeDatabase, retry, secondsOf, startProduct } from './product.ts'

const PORT = 8492
const STEPS = 10_000
/** Number of parallel calls. It is high enough to keep the server always busy. */
const AT_ONCE = 8
/**
 * Maximum share of one CPU core that a client may use if it sends the most expensive call as often as its rate limit
 * allows.
 */
const GOAL = 0.05
const MINUTE_S = 60

interface Call {
  method?: string
  /** Returns the URL path of the call. @param at index of the call in the series */
  path: (at: number) => string
  headers?: Record<string, string>
  body?: string
}

/**
 * Measures how much CPU time a client with one IP address can use per minute. Sends each kind of call, from an IP
 * address of its own and on a form of 10,000 steps, until the rate limit rejects it.
 */
export async function benchLimits(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sportello-limits-'))
  // Makes the data folder accessible to the system user that runs PostgreSQL, so that the database cluster can be
  // created in it and is deleted with it.
  chmodSync(folder, 0o711)
  const embedded = await launchEmbedded(join(folder, 'data'), () => {})
  const servers: ChildProcess[] = []
  try {
    const { definitions, forms, leaf } = grown('large', STEPS)
    const bundleFile = join(folder, 'bundle.json')
    writeFileSync(bundleFile, JSON.stringify({ definitions, forms }))
    const database = await makeDatabase(embedded.connection, 'limits', bundleFile)
    const server = startProduct(database, PORT, 'web', join(folder, 'product'))
    servers.push(server)
    await retry(() => fetch(`http://127.0.0.1:${PORT}/health/ready`), 'the product')
    let address = 2
    for (const [name, call] of Object.entries(callsOf(leaf))) {
      // The first call fills the server's caches and is not measured.
      await ask(call, 0, '127.0.0.1')
      const before = secondsOf(server)
      bytes = 0
      const answered = await askUntilRefused(call, `127.0.0.${address++}`)
      const spent = secondsOf(server) - before
      const share = spent / MINUTE_S
      console.log(
        `  ${name.padEnd(24)} ${String(answered).padStart(6)} a minute, ${((1_000 * spent) / answered).toFixed(2)} ms and ${(bytes / answered / 1_000).toFixed(0)} KB each, ${(100 * share).toFixed(1)} % of a core (goal ${100 * GOAL} %)`,
      )
      if (share > GOAL) process.exitCode = 1
    }
  } finally {
    await ended(servers)
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function callsOf(leaf: string): Record<string, Call> {
  const base = '/forms-service/rs/v2/forms/large'
  const headers = { 'x-api-key': 'bench-key', 'content-type': 'application/json' }
  const page = { 'accept-encoding': 'br' }
  const search = (query: string) => ({ method: 'POST', path: () => `${base}/children`, headers, body: JSON.stringify({ query }) })
  return {
    configuration: { path: () => base, headers },
    'a step': { path: () => `${base}/tags/${leaf}`, headers },
    'the site map': { path: () => `${base}/sitemap`, headers },
    'a search for one step': search('rimborso 1230'),
    'a search for a tenth': search('rimborso'),
    'a search for everything': search('tutto su'),
    'a page, remembered': { path: () => `/large/open/${leaf}`, headers: page },
    'a page, each another': { path: (at) => `/large/open/${leaf}?at=${at}`, headers: page },
    'a page of nobody': { path: (at) => `/nobody${at}`, headers: page },
  }
}

async function askUntilRefused(call: Call, localAddress: string): Promise<number> {
  let [answered, at, refused] = [0, 0, false]
  const lane = async () => {
    while (!refused) {
      const status = await ask(call, ++at, localAddress)
      if (status === 429) refused = true
      else answered++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return answered
}

let bytes = 0
const agents = new Map<string, Agent>()

function ask({ method = 'GET', path, headers = {}, body = '' }: Call, at: number, localAddress: string): Promise<number> {
  const agent = agents.get(localAddress) ?? new Agent({ keepAlive: true })
  agents.set(localAddress, agent)
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: '127.0.0.1',
      port: PORT,
      localAddress,
      agent,
      method,
      path: path(at),
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    outgoing.end(body)
  })
}
