import { connect } from 'node:net'

/** How a socket answered: status 0 where it was closed without a word. */
export interface Struck {
  status: number
  text: string
  ms: number
}

/** Longer than anything that is answered takes, so that what hangs is seen to hang. */
const HANG_MS = 30_000

/** Sends bytes as they are, over a connection of their own, and reads until its end. */
export function strike(port: number, bytes: Buffer): Promise<Struck> {
  const started = performance.now()
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    const watch = setTimeout(() => socket.destroy(), HANG_MS)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A server that refuses early resets what is still being sent to it; what it said stands all the same.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(watch)
      const text = Buffer.concat(chunks).toString('utf8')
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, ms: performance.now() - started })
    })
    socket.write(bytes)
  })
}
