import { randomBytes } from 'node:crypto'
import { type Deployment, startDeployment } from '../../e2e/fixtures/deployment.ts'
import { type Answer, fastQuarter, quantile, TOLERANCE, timed } from './response-comparison.ts'

const PAIRS = 500
const PASSWORD = 'a-Right-Word-1'
const KNOWN = 'known-person'

/** The calls whose responses must not reveal whether an account exists. */
const QUESTIONS = {
  login: { path: 'login', body: (username: string) => ({ username, password: `wrong-${PASSWORD}` }) },
  recovery: { path: 'login/recovery', body: (username: string) => ({ username }) },
}

/**
 * Measures whether responses reveal which accounts exist. Makes 1,000 calls of each kind, alternately with known and
 * unknown
 * user names. Both kinds of names must lead to the same response bytes and, within 5 %, to the same duration. The
 * server's log must not contain the typed texts.
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
  const ask = (username: string) =>
    timed(`${deployment.url}/forms-service/rs/v2/forms/circolo-faro/${path}`, {
      method: 'POST',
      body: JSON.stringify(body(username)),
      headers: { 'X-Api-Key': 'sportello-web', 'Content-Type': 'application/json' },
    })
  for (let warm = 0; warm < 10; warm++) await ask(`nobody-warm-${warm}`)
  const answers: Record<'known' | 'unknown', Answer[]> = { known: [], unknown: [] }
  for (let pair = 0; pair < PAIRS; pair++) {
    // Alternates which kind of user name comes first, so that other load on the machine affects both kinds equally.
    const turns = [['known', `${KNOWN}-${pair}`] as const, ['unknown', `nobody-${randomBytes(3).toString('hex')}`] as const]
    for (const [kind, username] of pair % 2 ? turns : turns.toReversed()) answers[kind].push(await ask(username))
  }
  const [known, unknown] = [quantile(answers.known, 1 / 2), quantile(answers.unknown, 1 / 2)]
  const [fastKnown, fastUnknown] = [fastQuarter(answers.known), fastQuarter(answers.unknown)]
  const observable = new Set([...answers.known, ...answers.unknown].map((answer) => answer.observable))
  const ratio = fastKnown / fastUnknown
  const inMs = (...values: number[]) => values.map((value) => value.toFixed(2)).join(' and ')
  console.log(`${name}, ${PAIRS} known and ${PAIRS} unknown names: different answers ${observable.size}`)
  console.log(`  median ${inMs(known, unknown)} ms; fastest quarter ${inMs(fastKnown, fastUnknown)} ms, ratio ${ratio.toFixed(3)}`)
  if (observable.size !== 1 || Math.abs(ratio - 1) > TOLERANCE) process.exitCode = 1
}
