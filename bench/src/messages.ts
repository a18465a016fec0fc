import { randomBytes } from 'node:crypto'
import { accessForm, SSO_SECRET } from '../../apps/server/test/access-bundle.ts'
import { encryptMessage } from '../../docs/sso/seal-message.ts'
import { startDeployment } from '../../e2e/fixtures/deployment.ts'
import { type Answer, fastQuarter, quantile, TOLERANCE, timed } from './response-comparison.ts'

const FORM = 'told-apart'
/** Number of SSO messages of each kind that the benchmark sends. */
const MESSAGES = Number(process.env.MESSAGES ?? 2_000)

const PERSON = { client: 'acme', email: 'anna@example.org', nome: 'Anna', cognome: 'Neri' }
const genuine = (more: object = {}, secret = SSO_SECRET, form = FORM) => encryptMessage(form, secret, { ...PERSON, ...more })

/**
 * Returns a valid SSO message in which one bit is changed. @param part position of the bit in the message, from 0 to 1
 */
function altered(part: number): string {
  const bytes = Buffer.from(genuine(), 'base64url')
  const at = Math.floor(part * (bytes.length - 1))
  bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8))
  return bytes.toString('base64url')
}

const seconds = () => Math.floor(Date.now() / 1_000)

/**
 * Kinds of invalid SSO messages. Each is about as long as a valid message, because the processing time depends on the
 * length. The benchmark also tests a valid message that is sent a second time.
 */
const KINDS = {
  'altered in its text': () => altered(0.1 + 0.7 * Math.random()),
  'altered in its seal': () => altered(1 - 0.05 * Math.random()),
  'sealed with another key': () => genuine({}, 'the key of nobody here'),
  'sealed for another form': () => genuine({}, SSO_SECRET, 'told-apar7'),
  expired: () => genuine({ exp: seconds() - 1 }),
  'good for too long': () => genuine({ exp: seconds() + 3_600 }),
  'without its client': () => genuine({ client: '' }),
  'made up': () => randomBytes(Buffer.from(genuine(), 'base64url').length).toString('base64url'),
  'cut short': () => genuine().slice(0, -1 - Math.floor(Math.random() * 20)),
} satisfies Record<string, () => string>

type Kind = keyof typeof KINDS | 'replayed'
const kinds: readonly Kind[] = [...(Object.keys(KINDS) as (keyof typeof KINDS)[]), 'replayed']

/**
 * Measures whether the response to a rejected SSO message reveals the reason. Sends the same number of messages for
 * each
 * reason, in a random order in each round. All responses must have the same bytes. The durations of the fastest and the
 * slowest kind may differ by at most 5 %. The environment variable `MESSAGES` sets the number of messages per kind
 * (default 2,000).
 */
export async function benchMessages(): Promise<void> {
  const deployment = await startDeployment()
  try {
    const form = accessForm({ code: FORM, authTypes: ['SSO'], mappings: [{ client: PERSON.client }] })
    await deployment.importBundle({ ...form, settings: [{ code: 'calls_per_minute', value: '1000000' }] })
    const bring = (message: string) =>
      timed(`${deployment.url}/forms-service/rs/v2/forms/${FORM}/sso`, { method: 'POST', body: new URLSearchParams({ message }), redirect: 'manual' })
    const used = Array.from({ length: MESSAGES }, () => genuine({ exp: seconds() + 290 }))
    for (const message of used) if (!(await bring(message)).observable.includes(`/${FORM}/sso?`)) throw new Error('a genuine message was refused')
    const answers = new Map(kinds.map((kind) => [kind, [] as Answer[]]))
    for (const message of used) {
      const turns = kinds.map((kind) => ({ kind, message: kind === 'replayed' ? message : KINDS[kind](), turn: Math.random() }))
      for (const { kind, message } of turns.toSorted((a, b) => a.turn - b.turn)) answers.get(kind)?.push(await bring(message))
    }
    compare(answers)
  } finally {
    await deployment.stop()
  }
}

function compare(answers: ReadonlyMap<Kind, readonly Answer[]>): void {
  const observable = new Set([...answers.values()].flat().map((answer) => answer.observable))
  const taken = [...answers].map(([kind, each]) => ({ kind, fast: fastQuarter(each), median: quantile(each, 1 / 2) })).toSorted((a, b) => a.fast - b.fast)
  for (const { kind, fast, median } of taken) console.log(`  ${kind}: median ${median.toFixed(2)} ms, the fastest quarter ${fast.toFixed(3)} ms`)
  const [quickest, slowest] = [taken.at(0), taken.at(-1)]
  const spread = (slowest?.fast ?? Number.NaN) / (quickest?.fast ?? Number.NaN) - 1
  console.log(`${MESSAGES} refused messages of each of ${taken.length} kinds: different answers ${observable.size}`)
  const inMs = (each: typeof quickest) => `${each?.kind} ${each?.fast.toFixed(3)} ms`
  console.log(`fastest quarters ${percent(spread)} apart: ${inMs(quickest)}, ${inMs(slowest)}; of one kind, by halves, ${percent(noiseOf(answers))} at most`)
  if (observable.size !== 1 || !(spread <= TOLERANCE)) process.exitCode = 1
}

const percent = (part: number) => `${(part * 100).toFixed(1)} %`

/**
 * Returns the noise of the machine. Splits the messages of one kind into two halves and returns the relative difference
 * of
 * their durations.
 */
function noiseOf(answers: ReadonlyMap<Kind, readonly Answer[]>): number {
  const half = (each: readonly Answer[], odd: number) => fastQuarter(each.filter((_, at) => at % 2 === odd))
  return Math.max(...[...answers.values()].map((each) => Math.abs(half(each, 0) / half(each, 1) - 1)))
}
