import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { hashOfRecovery } from '../../apps/server/src/entrance/accounts/recover-account.ts'
import { launchEmbedded } from '../../apps/server/src/platform/db/embedded/launcher.ts'
import { accessForm, SSO_SECRET } from '../../apps/server/test/access-bundle.ts'
import { EASY, solvedCaptcha } from '../../apps/server/test/captcha.ts'
import { loginForm } from '../../apps/server/test/login-bundle.ts'
import { sampleBundle } from '../../apps/server/test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../apps/server/test/send.ts'
import { encryptMessage } from '../../docs/sso/seal-message.ts'
import { ended, makeDatabase, retry, startProduct } from './product.ts'

const PORTS = [8481, 8482] as const
const PARALLEL = 16
const ROUNDS = Number(process.env.ROUNDS ?? 1_000)
const API = '/forms-service/rs/v2/forms'
const TOKEN = 'RACE-2026'
const PASSWORD = 'a-Right-Word-1'

/**
 * A kind of single-use object, such as a confirmation link. For each round, the benchmark creates a new object and then
 * uses it several times in parallel.
 */
interface Race {
  name: string
  /**
   * Creates the single-use object.
   * @returns a function that uses the object at one of the servers; it returns true if that use succeeded
   */
  begin: () => Promise<(server: string, at: number) => Promise<boolean>>
}

/**
 * Returns true if a call succeeded.
 * @throws if the status of the response is neither `wins` nor one of `loses`
 */
async function won(call: Promise<Response>, wins: number, loses: readonly number[]): Promise<boolean> {
  const response = await call
  const text = await response.text()
  if (response.status !== wins && !loses.includes(response.status)) throw new Error(`answered ${response.status}: ${text}`)
  return response.status === wins
}

const KEY = { 'X-Api-Key': 'bench-key' }
const send = (url: string, body: FormData, key: string) => fetch(url, { method: 'POST', body, headers: { ...KEY, 'Idempotency-Key': key } })
const json = (url: string, method: string, body: object) =>
  fetch(url, { method, body: JSON.stringify(body), headers: { ...KEY, 'content-type': 'application/json' } })
const message = () => encryptMessage('race', SSO_SECRET, { client: 'race', email: 'anna@example.org' })

async function enter(server: string, sealed: string): Promise<string | null> {
  const response = await fetch(`${server}${API}/race/sso`, { method: 'POST', body: new URLSearchParams({ message: sealed }), redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '', server).searchParams.get('code')
}

/**
 * Returns all kinds of single-use objects.
 * @param first URL of the server that creates the objects
 * @param database connection of the tables' owner. The server sends some codes only by mail; the benchmark computes
 * them
 * with this connection
 */
function racesOf(first: string, database: Pool): Race[] {
  return [
    {
      name: 'an SSO message',
      async begin() {
        const sealed = message()
        return async (server) => (await enter(server, sealed)) !== null
      },
    },
    {
      name: 'a session code',
      async begin() {
        const code = await enter(first, message())
        if (code === null) throw new Error('a message was refused')
        const body = () => sendForm({ subject: code }, { code_tag: 'ask', otp_code: code, email: undefined, confirmed_email: undefined })
        return (server, at) => won(send(`${server}${API}/race`, body(), `${code.slice(0, 20)}-${at}`), 201, [409])
      },
    },
    {
      name: 'a captcha’s solution',
      async begin() {
        const solution = await solvedCaptcha({ url: first }, 'captcha')
        const key = randomBytes(9).toString('base64url')
        const answers = freshAnswers()
        return (server, at) => won(send(`${server}${API}/captcha`, sendForm(answers, { captcha_resolved: solution }), `${key}-${at}`), 201, [422])
      },
    },
    {
      name: 'a token for one login',
      async begin() {
        await database.query('update tokens set used_at = null, wrong_tries = 0')
        return (server) => won(json(`${server}${API}/login/login/${TOKEN}?tag=inside`, 'POST', { surname: 'Neri' }), 200, [401])
      },
    },
    {
      name: 'a recovery code',
      async begin() {
        const code = randomBytes(32).toString('base64url')
        await database.query(
          "insert into recovery_codes (customer_code, id, account_id, code_hash, expires_at) select customer_code, uuidv7(), id, $1, now() + interval '1 hour' from accounts",
          [hashOfRecovery(code)],
        )
        return (server) => won(json(`${server}${API}/login/login/recovery`, 'PUT', { code, password: PASSWORD }), 200, [409])
      },
    },
  ]
}

function bundle() {
  const login = loginForm({
    code: 'login',
    accounts: [{ username: 'anna', password: PASSWORD, email: 'anna@example.org' }],
    tokens: [{ token: TOKEN, fields: { surname: 'Neri' }, single_use: true }],
    limits: { account: 100_000_000, address: 100_000_000 },
  })
  const race = accessForm({ code: 'race', authTypes: ['SSO'], mappings: [{ client: 'race' }] })
  const captcha = sampleBundle({ code: 'captcha', params: { auth_type: ['FREE_CAPTCHA'] } }) as typeof race
  const settings = [...login.settings, ...EASY, ...['calls_per_minute', 'captchas_per_minute'].map((code) => ({ code, value: '1000000' }))]
  return {
    ...login,
    definitions: [...login.definitions, ...race.definitions, ...captcha.definitions],
    forms: [...login.forms, ...race.forms, ...captcha.forms],
    settings,
  }
}

/**
 * Uses each single-use object sixteen times in parallel at two server processes that share a database. In every round,
 * exactly one use must succeed. The environment variable `ROUNDS` sets the number of rounds, 1,000 by default.
 */
export async function benchRaces(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sportello-races-'))
  // Makes the data folder accessible to the system user that runs PostgreSQL, so that the database cluster can be
  // created in it and is deleted with it.
  chmodSync(folder, 0o711)
  const embedded = await launchEmbedded(join(folder, 'data'), () => {})
  const servers: ChildProcess[] = []
  try {
    const bundleFile = join(folder, 'bundle.json')
    writeFileSync(bundleFile, JSON.stringify(bundle()))
    const connection = await makeDatabase(embedded.connection, 'races', bundleFile)
    for (const port of PORTS) servers.push(startProduct(connection, port, 'web', join(folder, String(port))))
    const urls = PORTS.map((port) => `http://127.0.0.1:${port}`)
    for (const url of urls) await retry(() => fetch(`${url}/health/ready`), url)
    const database = new Pool({ ...connection, max: 1 })
    for (const race of racesOf(urls[0] ?? '', database)) await run(race, urls)
    await database.end()
  } finally {
    await ended(servers)
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run({ name, begin }: Race, servers: readonly string[]): Promise<void> {
  const winners = new Map<number, number>()
  for (let round = 0; round < ROUNDS; round++) {
    const use = await begin()
    const uses = await Promise.all(Array.from({ length: PARALLEL }, (_, at) => use(servers[at % servers.length] ?? '', at)))
    const winning = uses.filter(Boolean).length
    winners.set(winning, (winners.get(winning) ?? 0) + 1)
  }
  const exact = winners.get(1) === ROUNDS
  const outcome = exact ? 'one winner' : `winners ${JSON.stringify([...winners])}`
  console.log(`${name}, ${PARALLEL} at once over ${servers.length} processes: ${outcome} in ${ROUNDS} rounds`)
  if (!exact) process.exitCode = 1
}
