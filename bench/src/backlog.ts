import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { launchEmbedded } from '../../apps/server/src/platform/db/embedded/launcher.ts'
import { sampleBundle } from '../../apps/server/test/sample-bundle.ts'
import { ended, makeDatabase, startProduct } from './product.ts'

const PORT = 8493
const TICKETS = 4_000
const WAITING = 20_000
/**
 * Minimum for a ratio of two rates. The first is the number of tickets opened per second while thousands of deliveries
 * wait
 * for a destination that does not respond. The second is the same rate without these deliveries.
 */
const GOAL = 0.8

/**
 * Measures whether a destination that does not respond delays the deliveries to other destinations. Counts the tickets
 * opened per second, once with thousands of deliveries that wait for that destination and once without.
 */
export async function benchBacklog(): Promise<void> {
  const still = createServer(() => {}).listen(0, '127.0.0.1')
  const folder = mkdtempSync(join(tmpdir(), 'sportello-bench-'))
  chmodSync(folder, 0o755)
  const embedded = await launchEmbedded(join(folder, 'data'), () => {})
  try {
    const bundle = join(folder, 'bundle.json')
    const url = `http://127.0.0.1:${(still.address() as AddressInfo).port}/`
    const direct = { auth_type: ['DATACOLLECTION'] }
    const destination = { kind: 'webhook', url, secret: `whsec_${Buffer.alloc(32, 3).toString('base64')}` }
    const forms = [sampleBundle({ code: 'quick', params: direct }), sampleBundle({ code: 'stands', params: { ...direct, destination } })] as Parts[]
    writeFileSync(bundle, JSON.stringify({ definitions: forms.flatMap((each) => each.definitions), forms: forms.flatMap((each) => each.forms) }))
    const rates: Record<string, number> = {}
    // Measures the two cases alternately, twice each, and uses the better rate of each case, because other processes
    // also use the machine.
    for (const [at, name] of (['without', 'with', 'without', 'with'] as const).entries()) {
      const waiting = name === 'with' ? WAITING : 0
      const database = await makeDatabase(embedded.connection, `${name}_${at}`, bundle)
      const owner = new Pool({ ...database, max: 2 })
      await owner.query("set sportello.across_customers = 'on'")
      await fill(owner, 'stands', waiting, 'processed')
      await owner.query(
        `with made as (insert into deliveries (customer_code, request_id, destination, kind, body)
           select customer_code, id, 'webhook', 'webhook', '{}' from requests where customer_code = 'stands' returning deliveries as d)
         select count(enqueue_delivery(d)) from made`,
      )
      await fill(owner, 'quick', TICKETS, 'confirmed')
      await owner.query('vacuum analyze')
      const worker = startProduct(database, PORT, 'worker', join(folder, `${name}-${at}`), { OUTBOUND_ALLOW: '127.0.0.0/8' })
      try {
        rates[name] = Math.max(rates[name] ?? 0, await rateOf(owner))
      } finally {
        await owner.end()
        await ended([worker])
      }
    }
    const ratio = (rates.with ?? 0) / (rates.without ?? Number.NaN)
    console.log(
      `backlog: ${rates.without?.toFixed(0)} tickets opened a second; with ${WAITING} deliveries waiting for a destination that stands still, ${rates.with?.toFixed(0)}`,
    )
    console.log(`  ${ratio.toFixed(2)} of the rate without (goal ${GOAL})`)
    if (!(ratio >= GOAL)) process.exitCode = 1
  } finally {
    await embedded.stop()
    still.closeAllConnections()
    still.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Parts = Record<'definitions' | 'forms', object[]>

async function fill(owner: Pool, form: string, count: number, state: string): Promise<void> {
  await owner.query(
    `insert into requests (customer_code, id, ticket, state, auth_type, definition_code_tag, definition_version, code_tag, lang_code, person_key, content_hash,
       opens_ticket, expires_at)
     select c.customer_code, uuidv7(), $1 || '-' || n, $3, 'DATACOLLECTION', d.code_tag, d.version, 'report', 'it', 'n:' || n, '\\x00', true, now() + interval '2 days'
     from generate_series(1, $2::int) n, customers c join definition_versions d on d.code_tag = c.code_tag where c.customer_code = $1`,
    [form, count, state],
  )
  if (state !== 'confirmed') return
  await owner.query(
    `with made as (insert into answers (customer_code, request_id, form_fields) select customer_code, id, '{"street":"Via Roma 1"}' from requests where customer_code = $1 returning *)
     select count(enqueue('process_request', customer_code, request_id)) from made`,
    [form],
  )
}

/**
 * Returns the number of tickets that the server opens per second. The time starts when the server opens the first
 * ticket.
 */
async function rateOf(owner: Pool): Promise<number> {
  const open = async () => Number((await owner.query("select count(*) as n from requests where customer_code = 'quick' and state = 'processed'")).rows[0]?.n)
  while ((await open()) === 0) await sleep(20)
  const [first, started] = [await open(), performance.now()]
  for (;;) {
    const now = await open()
    if (now === TICKETS) return (now - first) / ((performance.now() - started) / 1_000)
    await sleep(20)
  }
}
