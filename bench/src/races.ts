import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchEmbedded } from '../../apps/server/src/db/embedded/launcher.ts'
import { accessForm, SSO_SECRET } from '../../apps/server/test/access-bundle.ts'
import { sealMessage } from '../../docs/sso/seal-message.ts'
import { ended, makeDatabase, retry, startProduct } from './product.ts'

const PORTS = [8481, 8482] as const
const PARALLEL = 16
const ROUNDS = Number(process.env.ROUNDS ?? 1_000)
const API = '/forms-service/rs/v2/forms'

/** Something that may be used once: made anew for each round, then used by many at once. */
interface Race {
  name: string
  /** @returns a use of it at one of the servers, and whether that use has won. */
  begin: () => Promise<(server: string, at: number) => Promise<boolean>>
}

const [first] = PORTS.map((port) => `http://127.0.0.1:${port}`)
const message = () => sealMessage('race', SSO_SECRET, { client: 'race', email: 'anna@example.org' })

async function enter(server: string, sealed: string): Promise<string | null> {
  const response = await fetch(`${server}${API}/race/sso`, { method: 'POST', body: new URLSearchParams({ message: sealed }), redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '', server).searchParams.get('code')
}

async function send(server: string, code: string, key: string): Promise<boolean> {
  const body = new FormData()
  for (const [name, value] of Object.entries({ code_tag: 'ask', form_fields: '{"subject":"Once"}', otp_code: code })) body.append(name, value)
  const response = await fetch(`${server}${API}/race`, { method: 'POST', body, headers: { 'X-Api-Key': 'bench-key', 'Idempotency-Key': key } })
  const text = await response.text()
  if (response.status !== 201 && response.status !== 409) throw new Error(`a send was answered ${response.status}: ${text}`)
  return response.status === 201
}

const RACES: readonly Race[] = [
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
      const code = await enter(first ?? '', message())
      if (code === null) throw new Error('a message was refused')
      return (server, at) => send(server, code, `${code.slice(0, 20)}-${at}`)
    },
  },
]

/**
 * What may be used once, used by sixteen at once over two server processes on one database: exactly one must win, in every round.
 * `ROUNDS` in the environment, else 1,000.
 */
export async function benchRaces(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sportello-races-'))
  const embedded = await launchEmbedded(join(folder, 'data'), () => {})
  const servers: ChildProcess[] = []
  try {
    const bundleFile = join(folder, 'bundle.json')
    const bundle = {
      ...accessForm({ code: 'race', authTypes: ['SSO'], mappings: [{ client: 'race' }] }),
      settings: [{ code: 'calls_per_minute', value: '100000000' }],
    }
    writeFileSync(bundleFile, JSON.stringify(bundle))
    const database = await makeDatabase(embedded.connection, 'races', bundleFile)
    for (const port of PORTS) servers.push(startProduct(database, port, 'web', join(folder, String(port))))
    const urls = PORTS.map((port) => `http://127.0.0.1:${port}`)
    for (const url of urls) await retry(() => fetch(`${url}/health/ready`), url)
    for (const race of RACES) await run(race, urls)
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
    const won = uses.filter(Boolean).length
    winners.set(won, (winners.get(won) ?? 0) + 1)
  }
  const exact = winners.get(1) === ROUNDS
  console.log(
    `${name}, ${PARALLEL} at once over ${servers.length} processes: ${exact ? 'one winner' : `winners ${JSON.stringify([...winners])}`} in ${ROUNDS} rounds`,
  )
  if (!exact) process.exitCode = 1
}
