import { connect } from 'node:net'

/** The response on a raw connection; status 0 when the server closed it without an answer. */
export interface RawResponse {
  status: number
  text: string
  ms: number
}

/** Milliseconds to wait for a response; longer than any response takes, so that a hanging request is recognised as such. */
const HANG_MS = 30_000

/** Sends raw bytes over a new connection and reads until the server closes it. */
export function sendRaw(port: number, bytes: Buffer): Promise<RawResponse> {
  const started = performance.now()
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    const watch = setTimeout(() => socket.destroy(), HANG_MS)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A server that rejects a request early resets the connection while bytes are still being sent; what it answered before still counts.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(watch)
      const text = Buffer.concat(chunks).toString('utf8')
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, ms: performance.now() - started })
    })
    socket.write(bytes)
  })
}
