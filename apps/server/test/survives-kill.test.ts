import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Envelope, SendReceipt } from '@sportello/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from './sample-bundle.ts'

/** How often each part is killed: a sample by default, all of them with KILLS=60. */
const KILLS = Number(process.env.KILLS ?? 4)
const WRITERS = 16
const ROOT = new URL('../../../', import.meta.url).pathname

/** What the writers know: the ticket that each idempotency key was answered with. */
type Ledger = Map<string, string>

let dataDir: string
let port: number
let server: ChildProcess | undefined

const logFile = () => join(dataDir, 'server.log')

function startServer(): void {
  const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, API_KEY: 'test-key', LOG_LEVEL: 'fatal' }
  server = spawn(process.execPath, ['apps/server/src/main.ts'], { cwd: ROOT, stdio: ['ignore', 'ignore', openSync(logFile(), 'a')], env })
}

async function stopped(child: ChildProcess | undefined): Promise<void> {
  if (child && child.exitCode === null && child.signalCode === null) await new Promise((done) => child.once('exit', done))
}

async function untilReady(): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`)
      .then((answer) => answer.ok)
      .catch(() => false)
    if (ready) return
    await sleep(50)
  }
  throw new Error(`the server did not come back:\n${readFileSync(logFile(), 'utf8').slice(-4_000)}`)
}

function form(key: string): FormData {
  const body = new FormData()
  const email = `${key}@example.org`
  for (const [name, value] of Object.entries({ email, confirmed_email: email, code_tag: 'report', form_fields: JSON.stringify({ street: key }) }))
    body.append(name, value)
  body.append('attachments-photos', new Blob([`file of ${key}`]), 'note.txt')
  return body
}

/** One try; the ticket, or undefined when the connection broke or the server said "not now". */
async function send(key: string): Promise<string | undefined> {
  try {
    const headers = { 'X-Api-Key': 'test-key', 'Idempotency-Key': key }
    const answer = await fetch(`http://127.0.0.1:${port}/forms-service/rs/v2/forms/sample`, {
      method: 'POST',
      headers,
      body: form(key),
      signal: AbortSignal.timeout(15_000),
    })
    if (answer.status !== 201) {
      if (answer.status !== 503 && answer.status !== 409) throw new Error(`answered ${answer.status}`)
      return undefined
    }
    return ((await answer.json()) as Envelope<SendReceipt>).data?.ticket
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('answered')) throw error
    return undefined
  }
}

async function write(ledger: Ledger, running: AbortSignal): Promise<void> {
  while (!running.aborted) {
    const key = randomUUID()
    for (let ticket = await send(key); ; ticket = await send(key)) {
      if (ticket !== undefined) {
        ledger.set(key, ticket)
        break
      }
      if (running.aborted) return
      await sleep(20)
    }
  }
}

/** Kills again and again under load, then holds the ledger against the database. */
async function killUnderLoad(kill: () => Promise<void>): Promise<Ledger> {
  const ledger: Ledger = new Map()
  const running = new AbortController()
  const writers = Promise.all(Array.from({ length: WRITERS }, () => write(ledger, running.signal)))
  for (let round = 0; round < KILLS; round++) {
    await sleep(150 + Math.random() * 350)
    await kill()
    await untilReady()
  }
  await sleep(300)
  running.abort()
  await writers
  return ledger
}

async function expectNothingLost(ledger: Ledger): Promise<void> {
  expect(ledger.size).toBeGreaterThan(KILLS)
  const password = readFileSync(join(dataDir, 'postgresql', 'password'), 'utf8')
  const host = readFileSync(join(dataDir, 'postgresql', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const owner = new Client({ host, user: 'sportello', password, database: 'sportello' })
  await owner.connect()
  const { rows } = await owner.query<{ key: string; ticket: string; mails: number; files: number; answers: number }>(`
    select k.key, r.ticket, (select count(*)::int from mails m where m.request_id = r.id) as mails,
      (select count(*)::int from attachments a where a.request_id = r.id) as files, (select count(*)::int from answers a where a.request_id = r.id) as answers
    from idempotency_keys k join requests r on r.ticket = k.answer->>'ticket'`)
  const orphans = await owner.query(`select 1 from mails m where m.state = 'queued' and not exists (
    select from graphile_worker._private_jobs j where j.payload->>'id' = m.id::text)`)
  const files = await owner.query<{ customer_code: string; id: string }>('select customer_code, id from attachments')
  await owner.end()
  const lost = files.rows.filter(({ customer_code, id }) => !existsSync(join(dataDir, 'attachments', 'kept', customer_code, id.slice(-2), id)))
  expect(lost).toEqual([])
  const stored = new Map(rows.map((row) => [row.key, row]))
  const wrong = [...ledger].filter(([key, ticket]) => stored.get(key)?.ticket !== ticket)
  expect(wrong).toEqual([])
  expect(rows.filter((row) => row.mails !== 1 || row.files !== 1 || row.answers !== 1)).toEqual([])
  expect(orphans.rowCount).toBe(0)
  for (const [key, ticket] of [...ledger].slice(-20)) expect(await send(key)).toBe(ticket)
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sportello-kill-'))
  // Within reach of the user that the database runs as, so that its cluster stands here and goes with the folder.
  chmodSync(dataDir, 0o711)
  port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
  const bundle = { ...sampleBundle(), settings: [{ code: 'calls_per_minute', value: '1000000' }] }
  writeFileSync(join(dataDir, 'bundle.json'), JSON.stringify(bundle))
  const importing = spawn(process.execPath, ['apps/server/src/cli/main.ts', 'import', join(dataDir, 'bundle.json')], {
    cwd: ROOT,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })
  await stopped(importing)
  startServer()
  await untilReady()
})

afterAll(async () => {
  server?.kill('SIGTERM')
  await stopped(server)
  rmSync(dataDir, { recursive: true, force: true })
})

describe(`${KILLS} kills under ${WRITERS} writers`, () => {
  test('of the server: every acknowledged request is there, with its file and its mail, and its key gives its ticket again', { timeout: 600_000 }, async () => {
    const ledger = await killUnderLoad(async () => {
      server?.kill('SIGKILL')
      await stopped(server)
      startServer()
    })
    console.log(`acknowledged over ${KILLS} kills of the server: ${ledger.size}`)
    await expectNothingLost(ledger)
  })

  test('of the database: every acknowledged request is there, and the server serves again by itself', { timeout: 600_000 }, async () => {
    const ledger = await killUnderLoad(async () => {
      process.kill(Number(readFileSync(join(dataDir, 'postgresql', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
      await sleep(200)
    })
    console.log(`acknowledged over ${KILLS} kills of the database: ${ledger.size}`)
    await expectNothingLost(ledger)
  })
})
