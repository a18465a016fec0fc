import { randomBytes } from 'node:crypto'
import { type Deployment, startDeployment } from '../../e2e/fixtures/deployment.ts'

const PAIRS = 250
/** Of the lower quartiles, which hold the least of what else the machine does; what a stranger could measure over a network is coarser. */
const TOLERANCE = 0.05
const PASSWORD = 'a-Right-Word-1'
const KNOWN = 'known-person'

interface Answer {
  ms: number
  /** Everything that tells one answer from another, besides its time and its number. */
  told: string
}

/** The kinds of stranger that no answer may tell apart, and how each asks. */
const QUESTIONS = {
  login: { path: 'login', body: (username: string) => ({ username, password: `wrong-${PASSWORD}` }) },
  recovery: { path: 'login/recovery', body: (username: string) => ({ username }) },
}

/**
 * Whether answers tell who has an account: known and unknown names by turns, 500 of each question. The same bytes, and the same time but for
 * 5 %; and nothing of what was typed in the server's log.
 */
export async function benchLogins(): Promise<void> {
  const deployment = await startDeployment({ LOG_LEVEL: 'debug' })
  try {
    await deployment.importBundle({
      settings: ['failed_logins_account', 'failed_logins_address', 'calls_per_minute'].map((code) => ({ code, value: '1000000' })),
      accounts: Array.from({ length: PAIRS }, (_, at) => ({
        form: 'circolo-faro',
        username: `${KNOWN}-${at}`,
        password: PASSWORD,
        email: `${KNOWN}@example.org`,
      })),
    })
    for (const [name, question] of Object.entries(QUESTIONS)) await compare(deployment, name, question)
    const leaks = [KNOWN, PASSWORD, 'nobody-'].filter((secret) => deployment.log().includes(secret))
    console.log(`log: ${deployment.log().length} characters, ${leaks.length} leaks${leaks.length > 0 ? `: ${leaks.join(', ')}` : ''}`)
    if (leaks.length > 0) process.exitCode = 1
  } finally {
    await deployment.stop()
  }
}

async function compare(deployment: Deployment, name: string, { path, body }: (typeof QUESTIONS)['login' | 'recovery']): Promise<void> {
  const ask = (username: string) => call(`${deployment.url}/forms-service/rs/v2/forms/circolo-faro/${path}`, body(username))
  for (let warm = 0; warm < 10; warm++) await ask(`nobody-warm-${warm}`)
  const answers: Record<'known' | 'unknown', Answer[]> = { known: [], unknown: [] }
  for (let pair = 0; pair < PAIRS; pair++) {
    // By turns in either order, so that whatever slows the machine slows both.
    const turns = [['known', `${KNOWN}-${pair}`] as const, ['unknown', `nobody-${randomBytes(3).toString('hex')}`] as const]
    for (const [kind, username] of pair % 2 ? turns : turns.toReversed()) answers[kind].push(await ask(username))
  }
  const at = (part: number) => [quantile(answers.known, part), quantile(answers.unknown, part)] as const
  const [known, unknown] = at(1 / 2)
  const [fastKnown, fastUnknown] = at(1 / 4)
  const told = new Set([...answers.known, ...answers.unknown].map((answer) => answer.told))
  const ratio = fastKnown / fastUnknown
  const inMs = (...values: number[]) => values.map((value) => value.toFixed(2)).join(' and ')
  console.log(`${name}, ${PAIRS} known and ${PAIRS} unknown names: different answers ${told.size}`)
  console.log(`  median ${inMs(known, unknown)} ms; lower quartile ${inMs(fastKnown, fastUnknown)} ms, ratio ${ratio.toFixed(3)}`)
  if (told.size !== 1 || Math.abs(ratio - 1) > TOLERANCE) process.exitCode = 1
}

const UNTELLING = /^(?:date|x-request-id|x-ratelimit-.*|keep-alive|connection)$/

async function call(url: string, body: object): Promise<Answer> {
  const start = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'X-Api-Key': 'sportello-web', 'Content-Type': 'application/json' },
  })
  const text = await response.text()
  const ms = performance.now() - start
  return { ms, told: JSON.stringify([response.status, text, [...response.headers].filter(([header]) => !UNTELLING.test(header))]) }
}

function quantile(answers: readonly Answer[], part: number): number {
  return answers.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(answers.length * part)] ?? Number.NaN
}
