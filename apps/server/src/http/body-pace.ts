import type { IncomingMessage, ServerResponse } from 'node:http'

/** How slowly a body may come. */
interface Pace {
  /** Before it is looked at. */
  graceMs: number
  bytesPerS: number
  lookMs: number
}

/** As Apache's mod_reqtimeout has it (`body=20,MinRate=500`): the slowest telephone is ten times as fast. */
const PACE: Pace = { graceMs: 20_000, bytesPerS: 500, lookMs: 5_000 }

/** Cuts off who brings a body by the byte, to hold a connection and a place in memory for nothing. */
export function watchPace(request: IncomingMessage, response: ServerResponse, { graceMs, bytesPerS, lookMs }: Pace = PACE): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && (length === undefined || length === '0')) return
  const { socket } = request
  const started = performance.now()
  const before = socket.bytesRead
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer)
    const owed = ((performance.now() - started - graceMs) / 1_000) * bytesPerS
    // What has come and is not yet taken says that we are slow ourselves.
    if (owed > 0 && socket.bytesRead - before < owed && request.readableLength === 0) socket.destroy()
  }, lookMs)
  timer.unref()
  response.once('close', () => clearInterval(timer))
}
