import { execFileSync } from 'node:child_process'
import { Agent, request } from 'node:http'
import { type Device, durationClass, HIDDEN_BELOW, type Visits } from '@sportello/contract'
import { VisitCounter } from '../../apps/web/src/visitor/features/visit/visit-counter.ts'
import { type Deployment, startDeployment } from '../../e2e/fixtures/deployment.ts'
import { callManagement } from '../../e2e/fixtures/management-call.ts'

/** Number of simulated visits. */
const VISITS = Number(process.env.VISITS ?? 100_000)
const CLIENTS = 16
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
/** A word in every text that only one visitor types or comes from. It must not be stored anywhere. */
const CANARY = 'canarino'

const TOPICS = ['road', 'light', 'park', 'waste']
const CASES = ['one', 'two', 'three']

const question = (property_code: string) => ({
  type: 'PROPERTY',
  ordering: 1,
  value: { property_code, property_description: property_code, default_value: { input_type: 'text' } },
})

const BUNDLE = {
  definitions: [
    {
      code_tag: 'sim-root',
      tag_description: 'Sim',
      form_params: { auth_type: ['FREE'], form_title: 'Sim' },
      children: TOPICS.map((topic) => ({
        code_tag: topic,
        tag_description: topic,
        children: CASES.map((each) => ({ code_tag: `${topic}-${each}`, tag_description: each, form_fields: [question('street'), question('story')] })),
      })),
    },
  ],
  forms: [{ code_form: 'sim', code_tag: 'sim-root' }],
  settings: [{ code: 'calls_per_minute', value: '1000000' }],
}

/** What the simulation did, counted by itself. */
class Expected {
  readonly counts = new Map<string, number>()
  readonly stays = new Map<string, number[]>()
  add(key: string): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
  }
  stay(step: string, seconds: number): void {
    this.stays.set(step, [...(this.stays.get(step) ?? []), seconds])
  }
  shown(key: string): number | null {
    const count = this.counts.get(key) ?? 0
    return count > 0 && count < HIDDEN_BELOW ? null : count
  }
}

const one = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T
const happens = (chance: number) => Math.random() < chance

type Report = NonNullable<ReturnType<VisitCounter['hide']>>

/** Writes a number in letters, because a text with digits may be about a person and is only counted. */
const lettersOf = (number: number) => number.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')

/** Makes up one visit. @returns its reports, in order */
function visit(number: number, expected: Expected): Report[] {
  const device: Device = one(['phone', 'phone', 'tablet', 'desktop'])
  const referrer = happens(0.5) ? one(['google.com', 'comune.example.org', ...(happens(0.01) ? [`${CANARY}${number}.example`] : [])]) : undefined
  let now = 0
  const counter = new VisitCounter({ device, ...(referrer !== undefined && { referrer }) }, now)
  const reports: (Report | null)[] = []
  expected.add('visits')
  expected.add(`device ${device}`)
  if (referrer === undefined || !referrer.startsWith(CANARY)) expected.add(`referrer ${referrer ?? ''}`)
  const seen = new Set<string>()
  const once = (key: string) => {
    if (!seen.has(key)) expected.add(key)
    seen.add(key)
  }
  let open = ''
  /** The visitor sees a step, for a while, and may look at something else meanwhile. */
  const sees = (...path: string[]) => {
    open = path.at(-1) ?? ''
    reports.push(counter.count({ kind: 'step', path }, now))
    for (const step of path) once(`reached ${step}`)
    if (path.length > 1) {
      once('starts')
      once(`chosen ${open}`)
    }
    const seconds = 1 + 40 * Math.random() ** 2
    now += seconds * 1_000
    if (happens(0.2)) {
      reports.push(counter.hide(now))
      now += 1_000_000
      counter.show(now)
    }
    expected.stay(open, seconds)
  }
  sees('sim-root')
  if (happens(0.05)) {
    const text = one(['passport', 'birth certificate', `${CANARY} ${lettersOf(number)}`])
    counter.count({ kind: 'unfound', text }, now)
    expected.add(`search ${text.startsWith(CANARY) ? CANARY : text}`)
  }
  const topics = happens(0.15) ? [one(TOPICS), one(TOPICS)] : [one(TOPICS)]
  for (const topic of happens(0.75) ? topics : []) {
    if (open !== topic && !(open === 'sim-root' || TOPICS.includes(open))) continue
    if (open === topic) continue
    sees('sim-root', topic)
    if (happens(0.7) && topic === topics.at(-1)) sees('sim-root', topic, `${topic}-${one(CASES)}`)
  }
  if (open.includes('-') && open !== 'sim-root') {
    counter.count({ kind: 'answer' }, now)
    if (happens(0.3)) {
      counter.count({ kind: 'error', codeTag: open, property: 'street', rule: 'campo_richiesto' }, now)
      expected.add(`error ${open} street`)
    }
    if (happens(0.6)) {
      reports.push(counter.count({ kind: 'sent', codeTag: open }, now))
      expected.add(`sent ${open}`)
      expected.add('sent')
      open = ''
    }
  }
  reports.push(counter.hide(now))
  if (open !== '') expected.add(`left ${open}`)
  return reports.filter((report) => report !== null)
}

/**
 * Simulates visits with known behaviour through the code of the browser and the server's endpoint. Each figure must equal
 * the simulation's own count, except those that are hidden; and nothing that only one visitor typed may be stored.
 */
export async function benchVisits(): Promise<void> {
  const deployment = await startDeployment()
  try {
    await deployment.importBundle(BUNDLE)
    const expected = new Expected()
    const started = performance.now()
    const sent = await send(deployment, expected)
    const seconds = (performance.now() - started) / 1_000
    await new Promise((stored) => setTimeout(stored, 4_000))
    const figures = (await callManagement(
      deployment.url,
      await deployment.ownerCredential(),
      'GET',
      '/visits?form=sim&from=2000-01-01&to=2099-12-31',
    )) as Visits
    const faults = differences(figures, expected)
    console.log(`${VISITS} visits in ${sent} reports, ${(sent / seconds).toFixed(0)} reports a second`)
    console.log(`  ${faults.compared} figures compared, ${faults.wrong.length} wrong${faults.wrong.map((fault) => `\n    ${fault}`).join('')}`)
    const leaks = leaksOf(deployment)
    console.log(`  files of the deployment with the planted word: ${leaks.length}${leaks.map((file) => `\n    ${file}`).join('')}`)
    if (faults.wrong.length > 0 || leaks.length > 0) process.exitCode = 1
  } finally {
    await deployment.stop()
  }
}

async function send(deployment: Deployment, expected: Expected): Promise<number> {
  const version = (
    (await (await fetch(`${deployment.url}/forms-service/rs/v2/forms/sim`, { headers: { 'X-Api-Key': 'sportello-web' } })).json()) as {
      data: { version: string }
    }
  ).data.version
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  let next = 0
  let sent = 0
  const client = async () => {
    while (next < VISITS) {
      for (const report of visit(next++, expected)) {
        await post(`${deployment.url}/forms-service/rs/v2/analytics/sim/visits`, JSON.stringify({ version, language: 'it', ...report }), agent)
        sent++
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  agent.destroy()
  return sent
}

function post(url: string, body: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'user-agent': BROWSER }
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.on('end', () => (response.statusCode === 202 ? resolve() : reject(new Error(`answered ${response.statusCode}`))))
    })
    call.on('error', reject)
    call.end(body)
  })
}

/** Compares all figures with the simulation's own. */
function differences({ totals, steps, devices, referrers, searches, errors }: Visits, expected: Expected): { compared: number; wrong: string[] } {
  const wrong: string[] = []
  let compared = 0
  const same = (what: string, shown: number | null | undefined, counted: number | null) => {
    compared++
    if (shown !== counted) wrong.push(`${what}: ${shown} instead of ${counted}`)
  }
  for (const key of ['visits', 'starts', 'sent'] as const) same(key, totals[key], expected.shown(key))
  for (const { code_tag: code, reached, chosen, left, sent, median_seconds, p90_seconds } of steps) {
    for (const [key, shown] of Object.entries({ reached, chosen, left, sent })) same(`${key} ${code}`, shown, expected.shown(`${key} ${code}`))
    const stays = (expected.stays.get(code ?? '') ?? []).toSorted((a, b) => a - b)
    for (const [share, shown] of [
      [0.5, median_seconds],
      [0.9, p90_seconds],
    ] as const) {
      const exact = stays[Math.max(0, Math.ceil(share * stays.length) - 1)] ?? 0
      compared++
      if (stays.length >= HIDDEN_BELOW && durationClass(shown ?? 0) !== durationClass(exact)) wrong.push(`time ${share} ${code}: ${shown} instead of ${exact}`)
    }
  }
  for (const device of devices) same(`device ${device.name}`, device.count, expected.shown(`device ${device.name}`))
  for (const { name, count } of referrers) if (name !== null) same(`referrer ${name}`, count, expected.shown(`referrer ${name}`))
  for (const { name, count } of searches) same(`search ${name}`, count, expected.shown(`search ${name ?? CANARY}`))
  for (const { code_tag, label, count } of errors) same(`error ${code_tag}`, count, expected.shown(`error ${code_tag} ${label}`))
  return { compared, wrong }
}

/** Returns the files of the deployment, those of its database and its log included, that contain the planted word. */
function leaksOf(deployment: Deployment): string[] {
  const inLog = deployment.log().toLowerCase().includes(CANARY) ? ['the log'] : []
  try {
    return [...inLog, ...execFileSync('grep', ['-rlia', CANARY, deployment.dataDir]).toString().trim().split('\n')]
  } catch {
    // grep found nothing.
    return inLog
  }
}
