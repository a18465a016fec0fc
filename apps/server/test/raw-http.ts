import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Envelope } from '@sportello/contract'
import type { TestServer } from './test-server.ts'

/** An HTTP response read from a raw socket. Its status is 0 if the server closed the socket without a response. */
export interface RawAnswer {
  status: number
  body: Envelope<unknown> | null
  /** Milliseconds until the HTTP response was complete or the socket was closed. */
  ms: number
}

export interface RawRequest {
  method?: string
  path?: string
  /** Header lines of the HTTP request, without the request line, Host and the API key. */
  headers: string[]
  body?: Buffer | string
}

const toBytes = (content: string | Buffer): Buffer => (typeof content === 'string' ? Buffer.from(content) : content)

export function bytesOf({ method = 'POST', path = '/forms/sample', headers, body = '' }: RawRequest): Buffer {
  const head = [`${method} /forms-service/rs/v2${path} HTTP/1.1`, 'Host: localhost', 'X-Api-Key: test-key', 'Connection: close', ...headers, '', '']
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), toBytes(body)])
}

/** Sends an HTTP request as raw bytes, in forms that ordinary HTTP clients would not send. Waits for the response. */
export function sendRaw(server: TestServer, request: RawRequest, options: { halfClose?: boolean } = {}): Promise<RawAnswer> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      try {
        resolve({ ...parse(Buffer.concat(chunks).toString('utf8')), ms: performance.now() - started })
      } catch (error) {
        reject(error)
      }
    })
    socket.write(bytesOf(request))
    if (options.halfClose) socket.end()
  })
}

function parse(text: string): { status: number; body: Envelope<unknown> | null } {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
  const content = text.slice(text.indexOf('\r\n\r\n') + 4)
  return { status, body: status === 0 ? null : (JSON.parse(content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1)) as Envelope<unknown>) }
}

/** Sends the first `bytes` bytes of an HTTP request and closes the connection. */
export async function sendAndLeave(server: TestServer, request: Buffer, bytes: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.on('connect', () => socket.write(request.subarray(0, bytes), () => void sleep(20).then(() => socket.destroy())))
  })
}

/** Builds a multipart body from the headers and contents of its parts. */
export function multipart(boundary: string, parts: readonly [head: string, content: string | Buffer][]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(([head, content]) => [Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), toBytes(content), Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
}

export const textPart = (name: string, value: string): [string, string] => [`Content-Disposition: form-data; name="${name}"`, value]

/** The parts of the multipart body of a valid submission to the sample form. */
export const GOOD_PARTS: readonly [string, string][] = [
  textPart('email', 'anna@example.org'),
  textPart('confirmed_email', 'anna@example.org'),
  textPart('code_tag', 'report'),
  textPart('form_fields', '{"street":"Via Roma 1"}'),
]
