import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_KEY, NoAnswer, send } from '../client.ts'
import { startLab } from '../deployment.ts'
import { type Figure, thousands } from '../figure.ts'
import { freshSend } from '../ledger.ts'

const CUT_MS = 60_000
const DRIP_MS = 1_000
/**
 * Milliseconds for which the slow connections are observed. The server must close them sooner; the time is longer than
 * this
 * goal, so that a failure can be measured.
 */
const WATCH_MS = 75_000
const VISITORS = 4

/** First parts of HTTP requests whose headers or bodies never end. */
const DRIPS = [
  'POST /forms-service/rs/v2/forms/direct HTTP/1.1\r\nHost: lab\r\nX-Slow: ',
  `POST /forms-service/rs/v2/forms/direct HTTP/1.1\r\nHost: lab\r\nX-Api-Key: ${API_KEY}\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: 100000\r\n\r\n--B\r\nContent-Disposition: form-data; name="code_tag"\r\n\r\n`,
  `POST /forms-service/rs/v2/forms/direct/children HTTP/1.1\r\nHost: lab\r\nX-Api-Key: ${API_KEY}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"query":"`,
]

export const slowSockets: Figure = {
  id: 'G18',
  what: 'Hundreds of connections send one byte per second while visitors send',
  goal: '500 slow connections, all closed within 60 s, and all other clients are served',
  async run(size) {
    const lab = await startLab({ database: 'lab', env: { ROLE: 'web' }, servers: 1 })
    const running = new AbortController()
    const url = lab.servers[0]?.url ?? ''
    try {
      const alone = await timesOf(url, AbortSignal.timeout(5_000))
      const connections = size(500)
      const meanwhile = timesOf(url, running.signal)
      const lives = await Promise.all(Array.from({ length: connections }, (_, at) => lifeOf(url, DRIPS[at % DRIPS.length] ?? '')))
      running.abort()
      const { times, failed } = await meanwhile
      const longest = Math.max(...lives)
      const ratio = p95(times) / p95(alone.times)
      return {
        size: `${connections} slow connections, ${thousands(times.length)} requests meanwhile`,
        measured: `cut after ${(longest / 1_000).toFixed(0)} s at most; ${failed} of the others failed, their slowest twentieth took ${ratio.toFixed(1)} times as long as alone`,
        met: longest <= CUT_MS && failed === 0,
      }
    } finally {
      running.abort()
      await lab.close()
    }
  },
}

/** Opens a connection and sends one byte per second. Returns how many milliseconds pass until the server closes it. */
function lifeOf(url: string, head: string): Promise<number> {
  const started = performance.now()
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(head))
    const drip = setInterval(() => socket.write('x'), DRIP_MS)
    const watch = setTimeout(() => socket.destroy(), WATCH_MS)
    socket.resume()
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(drip)
      clearTimeout(watch)
      resolve(performance.now() - started)
    })
  })
}

/**
 * Simulates visitors who submit one request after another.
 * @returns the durations of the requests and the number of failed requests
 */
async function timesOf(url: string, running: AbortSignal): Promise<{ times: number[]; failed: number }> {
  const times: number[] = []
  let failed = 0
  await Promise.all(
    Array.from({ length: VISITORS }, async () => {
      for (; !running.aborted; await sleep(50)) {
        const started = performance.now()
        const answer = await send(url, freshSend('direct')).catch((error: unknown) => {
          if (!(error instanceof NoAnswer)) throw error
        })
        if (answer?.status === 201) times.push(performance.now() - started)
        else failed++
      }
    }),
  )
  return { times, failed }
}

const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
