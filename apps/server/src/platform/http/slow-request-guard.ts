import type { IncomingMessage, ServerResponse } from 'node:http'

/** The minimum rate at which a client must send a request body. */
interface MinimumRate {
  /** Milliseconds after the start of a request from which the server enforces the minimum rate. */
  graceMs: number
  bytesPerS: number
  /** Milliseconds between two checks of a client's upload rate. */
  checkMs: number
}

/**
 * The minimum rate for request bodies. The values are those of Apache's mod_reqtimeout (`body=20,MinRate=500`). The
 * slowest mobile networks are ten times as fast.
 */
const MINIMUM_RATE: MinimumRate = { graceMs: 20_000, bytesPerS: 500, checkMs: 5_000 }

/**
 * Closes the connection of a client that sends its request body too slowly, because the open connection occupies memory
 * (slowloris attack).
 */
export function guardSlowRequest(request: IncomingMessage, response: ServerResponse, { graceMs, bytesPerS, checkMs }: MinimumRate = MINIMUM_RATE): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && (length === undefined || length === '0')) return
  const { socket } = request
  const started = performance.now()
  const before = socket.bytesRead
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer)
    const owed = ((performance.now() - started - graceMs) / 1_000) * bytesPerS
    // Bytes that the server has not read yet show that the server is slow, not the client. The connection then stays
    // open.
    if (owed > 0 && socket.bytesRead - before < owed && request.readableLength === 0) socket.destroy()
  }, checkMs)
  timer.unref()
  response.once('close', () => clearInterval(timer))
}
