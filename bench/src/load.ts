import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'

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

/** Returns the bytes of a complete HTTP request that submits a request to a form. */
export function submitMessage(url: string, further: Readonly<Record<string, string>> = {}): Buffer {
  const content = body(`${randomUUID()}@example.org`)
  const headers = {
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': String(content.length),
    'x-api-key': 'bench-key',
    'idempotency-key': randomUUID(),
    ...further,
  }
  return Buffer.concat([Buffer.from(headOf('POST', url, headers)), content])
}

/** Returns the text of an HTTP request up to its body. */
export function headOf(method: string, url: string, headers: Readonly<Record<string, string>>): string {
  const { host, pathname } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/**
 * Requests a URL `count` times with `clients` connections, each as soon as the last response has arrived, and returns the
 * responses per second.
 * @throws if the status of a response is not 200
 */
export async function responsesPerSecond(url: string, headers: Readonly<Record<string, string>>, clients: number, count: number): Promise<number> {
  const message = headOf('GET', url, headers)
  const started = performance.now()
  let left = count
  await exchange(url, clients, () => (left-- > 0 ? message : undefined), 200)
  return count / ((performance.now() - started) / 1000)
}

/**
 * Sends requests over `clients` connections, each as soon as the last response of the connection has arrived, until `next`
 * has no more. Writes to the socket directly: a client of node:http takes more CPU time than the server, so it would measure
 * itself.
 * @throws if a response has another status
 */
export async function exchange(url: string, clients: number, next: () => string | Buffer | undefined, status: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const lane = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      let received: Buffer = Buffer.alloc(0)
      let awaited: number | undefined
      const proceed = () => {
        const message = next()
        if (message === undefined) resolve(void socket.destroy())
        else socket.write(message)
      }
      const take = (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        awaited ??= lengthOf(received, status)
        if (awaited === undefined || received.length < awaited) return
        received = Buffer.alloc(0)
        awaited = undefined
        proceed()
      }
      socket.on('connect', proceed)
      socket.on('error', reject)
      socket.on('data', (chunk: Buffer) => {
        try {
          take(chunk)
        } catch (error) {
          socket.destroy()
          reject(error)
        }
      })
    })
  await Promise.all(Array.from({ length: clients }, lane))
}

/** Returns the length of a response with its headers; undefined if its headers are not complete yet. */
function lengthOf(received: Buffer, status: number): number | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = received.toString('latin1', 0, end)
  if (!head.startsWith(`HTTP/1.1 ${status}`)) throw new Error(`answered ${head.slice(0, 40)}`)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error('the response has no length')
  return end + 4 + Number(length)
}
