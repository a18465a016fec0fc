import { connect } from 'node:net'

/** The response on a raw connection. The status is 0 if the server closed the connection without an answer. */
export interface RawResponse {
  status: number
  text: string
  ms: number
}

/**
 * Milliseconds to wait for a response; longer than any response takes, so that a longer wait means that the request
 * hangs.
 */
const HANG_MS = 30_000

/** Sends raw bytes over a new connection and reads the response until the server closes the connection. */
export function sendRaw(port: number, bytes: Buffer): Promise<RawResponse> {
  const started = performance.now()
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    const watch = setTimeout(() => socket.destroy(), HANG_MS)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // Ignores the error: a server that rejects a request early resets the connection while the client still sends. The
    // response that arrived before counts.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(watch)
      const text = Buffer.concat(chunks).toString('utf8')
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, ms: performance.now() - started })
    })
    socket.write(bytes)
  })
}
