import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../apps/server/test/free-port.ts'
import { receiptOf, send } from '../client.ts'
import { type Lab, startLab } from '../deployment.ts'
import { type Figure, type Measured, thousands } from '../figure.ts'
import { hostileBody } from '../hostile/bodies.ts'
import { type HostileRequest, hostileRequests as requestsOf } from '../hostile/requests.ts'
import { sendRaw } from '../hostile/send-raw.ts'
import { HOSTILE_TEXTS } from '../hostile/strings.ts'
import { freshSend } from '../ledger.ts'
import { runInLanes } from '../parallel.ts'
import { liveMemoryOf, openFilesOf } from '../process-memory.ts'
import { type StoredAnswers, storedStreets } from '../stored-answers.ts'

const SLOW_MS = 2_000
const NOTHING: StoredAnswers = { customer_code: '', id: '', form_fields: null }
/**
 * Milliseconds to wait after the hostile requests before memory is measured. The server closes idle database
 * connections after ten seconds.
 */
const REST_MS = 12_000
/**
 * Limit for the growth of the server's memory: the memory after all hostile requests, divided by the memory after the
 * first
 * half of them.
 */
const GROWTH = 1.05
const CREDENTIAL = 'the-operator-of-the-lab'

export const hostileRequests: Figure = {
  id: 'G9',
  what: 'Every parameter of every endpoint gets values that break parsers',
  goal: '50,000 requests: no 5xx, none without an answer, no restart; memory and open files return to their start values; accepted texts are stored unchanged',
  async run(size) {
    let all = 0
    for (const _ of requestsOf(CREDENTIAL)) all++
    const wanted = Math.min(size(50_000), all)
    return withOneServer(async ({ lab, inspector }) => {
      // Signs the operator in again, because one of the hostile calls signs the operator out.
      const signIn = () =>
        lab.owner.query(
          'insert into operator_sessions (credential_hash, username) values ($1, $2) on conflict (credential_hash) do update set last_used_at = now(), revoked_at = null',
          [createHash('sha256').update(CREDENTIAL).digest(), 'lab'],
        )
      await lab.owner.query("insert into operators (username, role) values ('lab', 'owner') on conflict do nothing")
      let [at, given] = [0, 0]
      const source = requestsOf(CREDENTIAL)
      const measured = await judged({ lab, inspector }, wanted, async () => {
        if (given++ % 200 === 0) await signIn()
        for (;;) {
          const { value } = source.next()
          if (!value) throw new Error('there are no more')
          if (Math.floor((at * wanted) / all) !== Math.floor((++at * wanted) / all)) return value
        }
      })
      const { accepted, altered } = await roundTrips(lab)
      for (const text of altered) console.error(`   altered: ${JSON.stringify(text)}`)
      return {
        ...measured,
        measured: `${measured.measured}; ${accepted} accepted as answers, ${altered.length} stored differently than sent`,
        met: measured.met && accepted > 0 && altered.length === 0,
      }
    })
  },
}

export const hostileBodies: Figure = {
  id: 'G10',
  what: 'Multipart bodies are malformed',
  goal: '60,000 bodies: no 5xx, none without an answer, no file left in quarantine; memory and open files return to their start values',
  run: (size) =>
    withOneServer(async ({ lab, inspector }) => {
      let number = 0
      const measured = await judged({ lab, inspector }, size(60_000), async () => hostileBody(number++))
      const left = readdirSync(join(lab.dataDir, 'attachments', 'quarantine'), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      ).length
      return left === 0 ? measured : { ...measured, measured: `${measured.measured}; ${left} files left in quarantine`, met: false }
    }),
}

/**
 * Submits each hostile string as an answer. If the server accepts the request, compares the stored text with the
 * string.
 */
async function roundTrips(lab: Lab): Promise<{ accepted: number; altered: string[] }> {
  const url = lab.servers[0]?.url ?? ''
  const sent: { street: string; kept: StoredAnswers }[] = []
  await runInLanes(HOSTILE_TEXTS.length, async (at) => {
    const street = HOSTILE_TEXTS[at] ?? ''
    const answer = await send(url, { ...freshSend('direct'), street })
    if (answer.status !== 201) return
    const { rows } = await lab.owner.query<StoredAnswers>(
      'select r.customer_code, r.id, a.form_fields from answers a join requests r on r.customer_code = a.customer_code and r.id = a.request_id where r.ticket = $1',
      [receiptOf(answer).ticket],
    )
    sent.push({ street, kept: rows[0] ?? NOTHING })
  })
  const streets = await storedStreets(
    lab,
    sent.map(({ kept }) => kept),
  )
  return { accepted: sent.length, altered: sent.flatMap(({ street }, at) => (streets[at] === street ? [] : [street])) }
}

interface TestedServer {
  lab: Lab
  inspector: number
}

async function withOneServer(measure: (tested: TestedServer) => Promise<Measured>): Promise<Measured> {
  const inspector = await freePort()
  const lab = await startLab({ database: 'lab', env: { ROLE: 'web', NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` }, servers: 1 })
  try {
    return await measure({ lab, inspector })
  } finally {
    await lab.close()
  }
}

async function judged({ lab, inspector }: TestedServer, count: number, next: () => Promise<HostileRequest>): Promise<Measured> {
  const [server] = lab.servers
  if (!server) throw new Error('there is no server')
  const { pid } = server
  const port = Number(new URL(server.url).port)
  const before = openFilesOf(pid)
  const faults: string[] = []
  const statuses = new Map<number, number>()
  let [slowest, slow] = [0, 0]
  const half = async (times: number) => {
    await runInLanes(times, async () => {
      const { name, bytes } = await next()
      const { status, text, ms } = await sendRaw(port, bytes)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 0 || status >= 500) faults.push(`${name}: ${status} ${text.slice(-300)}`)
      slowest = Math.max(slowest, ms)
      if (ms > SLOW_MS) slow++
    })
    await sleep(REST_MS)
    return server.running ? liveMemoryOf(inspector) : 0
  }
  const first = await half(Math.ceil(count / 2))
  const second = await half(Math.floor(count / 2))
  const files = openFilesOf(pid) - before
  for (const fault of faults.slice(0, 20)) console.error(`   ${fault}`)
  const restarted = !server.running
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status || 'no answer'} × ${thousands(times)}`)
  return {
    size: thousands(count),
    measured: `${counts.join(', ')}; ${slow} took over 2 s, the slowest ${(slowest / 1_000).toFixed(1)} s; ${restarted ? 'the server ended' : `memory in use ${first.toFixed(1)} MB after the first half, ${second.toFixed(1)} MB after the second; open files ${files > 0 ? '+' : ''}${files}`}`,
    met: faults.length === 0 && !restarted && second <= first * GROWTH && files <= 0,
  }
}
