import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchEmbedded } from '../../apps/server/src/platform/db/embedded/launcher.ts'
import { medianOf } from './chromium.ts'
import { responsesPerSecond } from './load.ts'
import { ended, makeDatabase, retry, secondsOf, startNode, startProduct } from './product.ts'

const CLIENTS = 8
const ROUNDS = Number(process.env.ROUNDS ?? 7)
/** Responses in a round. */
const RESPONSES = 2_000
const GOAL = 0.8
const PORTS = { product: 8495, bare: 8496 }
const FORM = 'comune-aurora'
const BUNDLE = { definitions: [], forms: [], settings: [{ code: 'calls_per_minute', value: '1000000' }] }

interface Contender {
  server: ChildProcess
  /** Responses per second in each round. */
  rates: number[]
  /** Microseconds of the server's CPU time per response in each round. */
  spent: number[]
}

/**
 * Compares the responses per second of the product with a bare server on node:http, which sends the same bytes with the
 * same headers. Measures a rendered page of a form and a tag of the API. The rounds alternate, with the same clients, so
 * that other load affects both servers equally. The result is the median of the rounds' ratios: on a shared machine, the
 * speed of both servers halves or doubles within seconds, and the ratio of the medians then depends on which rounds they are.
 */
export async function benchPages(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sportello-pages-'))
  // Makes the data folder accessible to the system user that runs PostgreSQL, so that the database cluster can be
  // created in it and is deleted with it.
  chmodSync(folder, 0o711)
  const embedded = await launchEmbedded(join(folder, 'data'), () => {})
  const servers: ChildProcess[] = []
  try {
    const bundleFile = join(folder, 'bundle.json')
    writeFileSync(bundleFile, JSON.stringify(BUNDLE))
    const database = await makeDatabase(embedded.connection, 'pages', bundleFile)
    const product = startProduct(database, PORTS.product, 'web', join(folder, 'product'), { DEMO: '1' })
    servers.push(product)
    const tag = `/forms-service/rs/v2/forms/${FORM}/tags/buche-stradali`
    const read = {
      'a rendered page': { path: `/${FORM}`, headers: { 'accept-encoding': 'br', 'accept-language': 'it' } },
      'a tag': { path: tag, headers: { 'x-api-key': 'bench-key' } },
    }
    for (const [name, { path, headers }] of Object.entries(read)) {
      const url = `http://127.0.0.1:${PORTS.product}${path}`
      // The server first loads the demonstration form.
      await retry(() => responseOf(url, headers), name, 300)
      const answer = await responseOf(url, headers)
      const file = join(folder, 'answer.json')
      writeFileSync(file, JSON.stringify(answer))
      const bare = startNode(['bench/src/static-server.ts'], { PORT: String(PORTS.bare), ANSWER: file })
      servers.push(bare)
      await retry(() => responseOf(`http://127.0.0.1:${PORTS.bare}/`, {}), 'the bare server')
      const contenders = { product: { server: product, rates: [], spent: [] }, bare: { server: bare, rates: [], spent: [] } } satisfies Record<
        string,
        Contender
      >
      for (let round = -1; round < ROUNDS; round++) {
        await measure(contenders.product, url, headers, round)
        await measure(contenders.bare, `http://127.0.0.1:${PORTS.bare}${path}`, headers, round)
      }
      report(name, Buffer.from(answer.body, 'base64').length, contenders.product, contenders.bare)
      await ended([bare])
    }
  } finally {
    await ended(servers)
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures one round. The round before the first warms the servers up and is not counted. */
async function measure({ server, rates, spent }: Contender, url: string, headers: Record<string, string>, round: number): Promise<void> {
  const before = secondsOf(server)
  const perSecond = await responsesPerSecond(url, headers, CLIENTS, RESPONSES)
  if (round < 0) return
  rates.push(perSecond)
  spent.push((1_000_000 * (secondsOf(server) - before)) / RESPONSES)
}

function report(name: string, bytes: number, product: Contender, bare: Contender): void {
  const ratio = medianOf(product.rates.map((rate, round) => rate / (bare.rates[round] ?? Number.NaN)))
  const line = ({ rates, spent }: Contender) => `${medianOf(rates).toFixed(0)} a second (${medianOf(spent).toFixed(0)} µs of the server's CPU time each)`
  console.log(`${name}, ${bytes} bytes, ${CLIENTS} clients, medians of ${ROUNDS} rounds`)
  console.log(`  product:        ${line(product)}`)
  console.log(`  bare node:http: ${line(bare)}`)
  console.log(`  ratio ${ratio.toFixed(2)} (goal ${GOAL})`)
  if (!(ratio >= GOAL)) process.exitCode = 1
}

/** A response that the bare server repeats, with its body in base64. */
interface StoredAnswer {
  headers: [name: string, value: string][]
  body: string
}

/** @throws if the status is not 200 */
function responseOf(url: string, headers: Record<string, string>): Promise<StoredAnswer> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`answered ${response.statusCode}`))
        const { rawHeaders } = response
        const headers = rawHeaders.flatMap((name, at): StoredAnswer['headers'] => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []))
        resolve({ headers, body: Buffer.concat(chunks).toString('base64') })
      })
    }).on('error', reject)
  })
}
