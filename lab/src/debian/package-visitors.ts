import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Envelope, SendReceipt } from '@sportello/contract'

/** Address of the package's own socket unit. */
const ADDRESS = { host: '127.0.0.1', port: 8080 }
/** Longer than an upgrade's pause may be, so that a call that waits too long is counted as slow and not as failed. */
const TIMEOUT_MS = 60_000
const VISITORS = 8
/** Pause in milliseconds between two submissions of a visitor. All visitors share one network, whose calls are limited. */
const PAUSE_MS = 400
const BOUNDARY = 'lab-boundary-7MA4YWxk'

interface Submission {
  key: string
  note: string
}

/** What the visitors of the form in docs/operators/probe-form.yaml have sent, and what went wrong. */
export interface Visits {
  acknowledged: (Submission & { ticket: string })[]
  /** What failed calls were told, such as "503" or "ECONNRESET". */
  failed: string[]
  /** Longest time in milliseconds that a visitor has waited. */
  slowestMs: number
}

/** Opens the page of the form and sends it, again and again, each time on a new connection, until `ended` is aborted. */
export async function visitUntil(ended: AbortSignal): Promise<Visits> {
  const visits: Visits = { acknowledged: [], failed: [], slowestMs: 0 }
  const connection = await readConnection()
  async function timed<T>(work: () => Promise<T>): Promise<T | undefined> {
    const began = performance.now()
    try {
      return await work()
    } catch (error) {
      visits.failed.push((error as NodeJS.ErrnoException).code ?? (error as Error).message)
    } finally {
      visits.slowestMs = Math.max(visits.slowestMs, performance.now() - began)
    }
    return undefined
  }
  async function visitor(): Promise<void> {
    while (!ended.aborted) {
      await timed(openPage)
      const submission = { key: randomUUID(), note: randomUUID() }
      const ticket = await timed(() => send(connection, submission))
      if (ticket !== undefined) visits.acknowledged.push({ ...submission, ticket })
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: VISITORS }, visitor))
  return visits
}

/** Sends acknowledged submissions once more with their keys. @returns those that do not get the same ticket again */
export async function findLost(acknowledged: Visits['acknowledged']): Promise<string[]> {
  const connection = await readConnection()
  const lost: string[] = []
  for (const { ticket, ...submission } of acknowledged) {
    const again = await send(connection, submission).catch((error: Error) => error.message)
    if (again !== ticket) lost.push(`${ticket}: ${again}`)
    await sleep(PAUSE_MS / VISITORS)
  }
  return lost
}

interface Connection {
  apiBase: string
  apiKey: string
}

async function readConnection(): Promise<Connection> {
  const data = /id="page-data"[^>]*>(.*?)<\/script>/s.exec(await openPage())?.[1] ?? '{}'
  return (JSON.parse(data) as { settings: Connection }).settings
}

const openPage = () => call('GET', '/probe', {}, '', 200)

async function send({ apiBase, apiKey }: Connection, { key, note }: Submission): Promise<string> {
  const part = (name: string, value: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const body = `${part('code_tag', 'probe-send')}${part('form_fields', JSON.stringify({ note }))}--${BOUNDARY}--\r\n`
  const headers = { 'x-api-key': apiKey, 'idempotency-key': key, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const { data } = JSON.parse(await call('POST', `${apiBase}/forms/probe`, headers, body, 201)) as Envelope<SendReceipt>
  return data?.ticket ?? ''
}

function call(method: string, path: string, headers: Record<string, string>, body: string, expected: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { ...ADDRESS, method, path, agent: false, timeout: TIMEOUT_MS, headers: { ...headers, 'content-length': Buffer.byteLength(body) } }
    const outgoing = request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === expected) resolve(Buffer.concat(chunks).toString('utf8'))
        else reject(new Error(String(response.statusCode)))
      })
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
