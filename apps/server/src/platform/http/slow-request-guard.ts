import type { IncomingMessage, ServerResponse } from 'node:http'

/** The minimum rate at which a client must send a request body. */
interface MinimumRate {
  /** Milliseconds after the start of the request before the minimum rate is enforced. */
  graceMs: number
  bytesPerS: number
  /** Milliseconds between two checks of the rate. */
  checkMs: number
}

/** The values of Apache's mod_reqtimeout (`body=20,MinRate=500`); the slowest mobile network is ten times as fast. */
const MINIMUM_RATE: MinimumRate = { graceMs: 20_000, bytesPerS: 500, checkMs: 5_000 }

/** Destroys the connection of a client that sends its body too slowly, as in a slowloris attack, which holds a connection and memory for nothing. */
export function guardSlowRequest(request: IncomingMessage, response: ServerResponse, { graceMs, bytesPerS, checkMs }: MinimumRate = MINIMUM_RATE): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && (length === undefined || length === '0')) return
  const { socket } = request
  const started = performance.now()
  const before = socket.bytesRead
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer)
    const owed = ((performance.now() - started - graceMs) / 1_000) * bytesPerS
    // Received bytes that the server has not read yet mean that the server is slow, not the client.
    if (owed > 0 && socket.bytesRead - before < owed && request.readableLength === 0) socket.destroy()
  }, checkMs)
  timer.unref()
  response.once('close', () => clearInterval(timer))
}
