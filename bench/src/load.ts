import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

const BOUNDARY = 'bench-boundary-7MA4YWxk'
const ATTACHMENT = Buffer.from('ten kilobytes of text. '.repeat(446)).subarray(0, 10_240)

function part(name: string, value: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
}

/** Builds a complete submission: a unique e-mail address, five answers and a file of 10 KB. */
function body(email: string): Buffer {
  const answers = { street: 'Via dei Tigli 12', story: 'Una buca larga davanti alla scuola.', count: 2, depth: 7.5, where: 'road' }
  const head =
    part('email', email) +
    part('confirmed_email', email) +
    part('code_tag', 'report') +
    part('form_fields', JSON.stringify(answers)) +
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="attachments-photos"; filename="nota.txt"\r\nContent-Type: text/plain\r\n\r\n`
  return Buffer.concat([Buffer.from(head), ATTACHMENT, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}

/**
 * Submits requests with `clients` parallel clients for `seconds`, and returns the number of acknowledged submissions
 * per second.
 * @throws if the server rejects a submission
 */
export async function submitsPerSecond(url: string, clients: number, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const started = performance.now()
  const until = started + seconds * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        await send(url, agent)
        done++
      }
    }),
  )
  agent.destroy()
  return done / ((performance.now() - started) / 1000)
}

/** Submits one request. @throws if the server rejects it */
export async function submitOnce(url: string): Promise<void> {
  const agent = new Agent()
  await send(url, agent)
  agent.destroy()
}

function send(url: string, agent: Agent): Promise<void> {
  const content = body(`${randomUUID()}@example.org`)
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
          'content-length': content.length,
          'x-api-key': 'bench-key',
          'idempotency-key': randomUUID(),
        },
      },
      (response) => {
        response.resume()
        response.on('end', () => (response.statusCode === 201 ? resolve() : reject(new Error(`answered ${response.statusCode}`))))
      },
    )
    call.on('error', reject)
    call.end(content)
  })
}
