import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../apps/server/test/free-port.ts'
import { type Answer, call, NoAnswer } from '../client.ts'
import { startLab } from '../deployment.ts'
import { type Figure, thousands } from '../figure.ts'
import { Tally } from '../parallel.ts'
import { liveMemoryOf, memoryOf } from '../process-memory.ts'
import type { ServerProcess } from '../server-process.ts'

const HEAP_MB = 128
const MINUTES_MS = 600_000
/** Maximum memory in MB that a server may use in addition after the hostile calls: the size of its bounded caches. */
const GROWTH_MB = 64
const REST_MS = 12_000
const LANES = 4

export const hostileMinutes: Figure = {
  id: 'F23-limits',
  what: `One client calls a server with ${HEAP_MB} MB of heap as often as the rate limits allow, each time with other values`,
  goal: `10 minutes: no crash, no 5xx, each rejection a 429; afterwards at most ${GROWTH_MB} MB more memory in use`,
  async run(size) {
    const inspector = await freePort()
    const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB} --inspect=127.0.0.1:${inspector}` }
    const lab = await startLab({ database: 'lab', env, servers: 1 })
    const server = lab.servers[0] as ServerProcess
    const { pid } = server
    await lab.owner.query("delete from settings where code = 'calls_per_minute'")
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, memoryOf(pid))
    }, 500)
    try {
      for (let at = 0; at < 20; at++) await call(`${server.url}/direct`, { method: 'GET' })
      const before = await liveMemoryOf(inspector)
      const answers = new Tally()
      const until = Date.now() + size(MINUTES_MS)
      await Promise.all(Array.from({ length: LANES }, () => ask(server.url, until, answers)))
      await sleep(REST_MS)
      const lived = server.running && server.pid === pid
      const after = lived ? await liveMemoryOf(inspector) : 0
      const wrong = [...answers.counts].filter(([status]) => !['200', '302', '400', '404', '429'].includes(status))
      const all = [...answers.counts.values()].reduce((sum, times) => sum + times, 0)
      return {
        size: `${(size(MINUTES_MS) / 60_000).toFixed(0)} minutes, ${thousands(all)} calls`,
        measured: `${answers}; in use ${before.toFixed(1)} MB before, ${after.toFixed(1)} MB afterwards; memory of the process ${Math.round(most)} MB at most${lived ? '' : '; the process ended'}`,
        met: lived && wrong.length === 0 && (answers.counts.get('200') ?? 0) > 0 && after <= before + GROWTH_MB,
      }
    } finally {
      clearInterval(watch)
      await lab.close()
    }
  },
}

const API = '/forms-service/rs/v2'
const LANGUAGES = ['it', 'en', 'de', 'es', 'fr', 'el', 'nl']

/**
 * Sends varying requests to a server: its pages in changing languages and with changing URLs, and API calls with
 * changing
 * search words, steps and configurations.
 */
async function ask(url: string, until: number, answers: Tally): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  for (let at = 0; Date.now() < until; at++) {
    const odd = randomUUID()
    const calls: readonly { path: string; body?: string }[] = [
      { path: `/direct?${odd}` },
      { path: `/parked/open/${odd}` },
      { path: `/parked/open/report?x=${odd}` },
      { path: `${API}/forms/direct` },
      { path: `${API}/forms/direct/children`, body: JSON.stringify({ query: `street ${odd}` }) },
      { path: `${API}/forms/${odd}` },
      { path: `/${odd}` },
    ]
    const { path = '', body } = calls[at % calls.length] ?? {}
    const asked = { method: body === undefined ? 'GET' : 'POST', headers: { ...headers, 'accept-language': permuted() }, ...(body !== undefined && { body }) }
    const answer = await call(`${url}${path}`, asked).catch(noAnswer)
    answers.add(answer?.status ?? 'no answer')
    // Waits after a rate-limit error, as a hostile client does that uses its rate limit fully.
    if (answer?.status === 429) await sleep(50)
  }
}

const permuted = () => LANGUAGES.map((language) => `${language};q=${Math.random().toFixed(3)}`).join()

function noAnswer(error: unknown): Answer | undefined {
  if (!(error instanceof NoAnswer)) throw error
  return undefined
}
