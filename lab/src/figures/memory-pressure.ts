import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../apps/server/test/free-port.ts'
import { API_KEY, NoAnswer } from '../client.ts'
import { startLab } from '../deployment.ts'
import type { Figure } from '../figure.ts'
import { LARGE_MB } from '../lab-bundle.ts'
import { Tally } from '../parallel.ts'
import { liveMemoryOf, memoryOf } from '../process-memory.ts'
import type { ServerProcess } from '../server-process.ts'

const AT_ONCE = 64
/** Heap limit of the server in MB; the product itself needs about 70 MB. */
const HEAP_MB = 128
/** Maximum resident memory of the server in MB: the heap, the code, the stacks and the buffers of request bodies. */
const BOUND_MB = 512
/** Maximum memory in MB that the server may use in addition after the uploads. */
const GROWTH_MB = 16
/**
 * Milliseconds to wait after the uploads before memory is measured. The server closes idle database connections after
 * ten seconds.
 */
const REST_MS = 12_000
const WATCH_MS = 50
const TRIES = 20

export const memoryPressure: Figure = {
  id: 'F23',
  what: `A server with ${HEAP_MB} MB of heap gets ${AT_ONCE} uploads of ${LARGE_MB} MB in parallel`,
  goal: `3 rounds: at most ${BOUND_MB} MB of process memory, which returns to its start value; no crash, no 5xx except 503; every file stored completely`,
  async run(size) {
    const inspector = await freePort()
    const lab = await startLab({ database: 'lab', env: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB} --inspect=127.0.0.1:${inspector}` }, servers: 1 })
    const server = lab.servers[0] as ServerProcess
    const { pid } = server
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, memoryOf(pid))
    }, WATCH_MS)
    try {
      await upload(server.url, randomUUID())
      const before = await liveMemoryOf(inspector)
      const statuses = new Tally()
      const keys: string[] = []
      for (let round = 0; round < size(3); round++) {
        const sent = await Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            const key = randomUUID()
            return (await uploadUntilTaken(server.url, key, statuses)) ? [key] : []
          }),
        )
        keys.push(...sent.flat())
      }
      await sleep(REST_MS)
      const lived = server.running && server.pid === pid
      const after = lived ? await liveMemoryOf(inspector) : 0
      const { rows } = await lab.owner.query<{ n: number }>(
        `select count(distinct k.key)::int as n from idempotency_keys k join requests r on r.customer_code = k.customer_code and r.ticket = k.answer->>'ticket'
           join attachments a on a.customer_code = r.customer_code and a.request_id = r.id where k.key = any ($1) and a.size = $2`,
        [keys, LARGE_MB * 1_048_576],
      )
      const lost = keys.length - (rows[0]?.n ?? 0)
      const failed = [...statuses.counts].filter(([status]) => status !== '201' && status !== '503')
      const all = AT_ONCE * size(3)
      return {
        size: `${all} files of ${LARGE_MB} MB, ${AT_ONCE} at once, heap of ${HEAP_MB} MB`,
        measured: `${statuses}; ${keys.length} acknowledged, ${lost} of them not stored completely; memory of the process ${Math.round(most)} MB at most; in use ${before.toFixed(1)} MB before, ${after.toFixed(1)} MB afterwards${lived ? '' : '; the process ended'}`,
        met: lived && failed.length === 0 && keys.length === all && lost === 0 && most <= BOUND_MB && after <= before + GROWTH_MB,
      }
    } finally {
      clearInterval(watch)
      await lab.close()
    }
  },
}

/** Uploads a file. After each 503, retries with the same idempotency key until the server accepts the file. */
async function uploadUntilTaken(url: string, key: string, statuses: Tally): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const status = await upload(url, key).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error
      return error.message
    })
    statuses.add(status)
    if (status !== 503) return status === 201
    await sleep(1_000)
  }
  return false
}

const BOUNDARY = 'lab-boundary-7MA4YWxk'
const MEGABYTE = Buffer.alloc(1_048_576, 'twenty million letters, and no more than one of these pieces at a time. ')

/**
 * Submits a request with a large file. Writes the pieces of the file as fast as the server reads them.
 * @throws NoAnswer
 */
function upload(url: string, key: string): Promise<number> {
  const part = (name: string, value: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const head = `${part('code_tag', 'report')}${part('form_fields', JSON.stringify({ street: key }))}--${BOUNDARY}\r\nContent-Disposition: form-data; name="attachments-photos"; filename="large.txt"\r\nContent-Type: text/plain\r\n\r\n`
  const tail = `\r\n--${BOUNDARY}--\r\n`
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/forms-service/rs/v2/forms/large`, {
      method: 'POST',
      agent: false,
      headers: {
        'x-api-key': API_KEY,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': head.length + LARGE_MB * MEGABYTE.length + tail.length,
        'idempotency-key': key,
      },
    })
    outgoing.on('error', (error) => reject(new NoAnswer('broken', error.message)))
    outgoing.on('response', (response) => {
      outgoing.off('drain', write)
      text(response).then(() => resolve(response.statusCode ?? 0), reject)
    })
    let left = LARGE_MB
    function write(): void {
      while (left > 0) {
        left--
        if (!outgoing.write(MEGABYTE)) return void outgoing.once('drain', write)
      }
      outgoing.end(tail)
    }
    outgoing.write(head)
    write()
  })
}
