import { connect } from 'node:net'

/** The response on a raw connection. The status is 0 if the server closed the connection without a response. */
export interface RawResponse {
  status: number
  text: string
  ms: number
}

/**
 * Maximum milliseconds to wait for a response. No response takes this long, so a longer wait means that the request
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
    // Ignores the error: a server that rejects a request early resets the connection while the client is still sending.
    // A response that arrived before the reset is used.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(watch)
      const text = Buffer.concat(chunks).toString('utf8')
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, ms: performance.now() - started })
    })
    socket.write(bytes)
  })
}
