import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import type { Faults } from './faults.ts'
import { WEBHOOK_SECRET } from './lab-bundle.ts'

/** How the test's webhook destination responds to an event. */
export type Mode = keyof typeof MODES

export const RETRY_AFTER_S = 20
const DRIP_MS = 500
const HUGE_BYTES = 64 * 1_048_576

/** Modes of the webhook destination: `ok` for success, and nine kinds of real or apparent failure. */
const MODES = {
  ok: (response: ServerResponse) => response.end('thanks'),
  error: (response: ServerResponse) => response.writeHead(500).end('it broke'),
  busy: (response: ServerResponse) => response.writeHead(429, { 'retry-after': String(RETRY_AFTER_S) }).end(),
  hang: () => {},
  'reset after work': (response: ServerResponse) => response.socket?.resetAndDestroy(),
  'end without a word': (response: ServerResponse) => response.socket?.destroy(),
  redirect: (response: ServerResponse) => response.writeHead(302, { location: '/elsewhere' }).end(),
  drip(response: ServerResponse) {
    response.writeHead(500)
    const timer = setInterval(() => response.write('.'), DRIP_MS)
    response.on('close', () => clearInterval(timer))
  },
  'huge answer': (response: ServerResponse) => response.writeHead(500).end(Buffer.alloc(HUGE_BYTES, 'x')),
  gone: (response: ServerResponse) => response.writeHead(410).end(),
} as const

export const FAILURES = (Object.keys(MODES) as Mode[]).filter((mode) => mode !== 'ok')

/** The modes after which the product must treat the event as delivered and must not retry it. */
const ACCEPTS: ReadonlySet<Mode> = new Set(['ok'])

export interface WebhookSink {
  url: string
  /** Chooses the mode in which the destination responds to the next event. If not set, the mode is always `ok`. */
  next: () => Mode
  /** Number of times that the destination has accepted each event, keyed by event id. */
  accepted: Map<string, number>
  /** Number of delivery attempts, keyed by event id. */
  tries: Map<string, number>
  /** Time at which the destination first accepted an event of each ticket, in milliseconds of `performance.now()`. */
  tickets: Map<string, number>
  /** Called for each event before the destination responds to it. */
  onEvent: (ticket: string) => void
  /**
   * Returns the violations that the destination observed: bodies that changed between two attempts, invalid signatures,
   * and redirects that the product followed.
   */
  faults: () => Faults
  close: () => Promise<void>
}

/** Starts a webhook destination that verifies events and responds to each event in the mode that `next` chooses. */
export async function startWebhookSink(): Promise<WebhookSink> {
  const bodies = new Map<string, string>()
  const faults: Faults = {}
  const note = (what: string) => {
    faults[what] = (faults[what] ?? 0) + 1
  }
  const verifier = new Webhook(WEBHOOK_SECRET)
  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    const body = (await buffer(request).catch(() => Buffer.alloc(0))).toString('utf8')
    if (request.url !== '/hook') {
      note('a redirect was followed')
      response.end()
      return
    }
    const id = String(request.headers['webhook-id'])
    try {
      verifier.verify(body, request.headers as Record<string, string>)
    } catch {
      // Does not count an event whose transfer was interrupted as an event with an invalid signature.
      if (request.complete) note('signature wrong')
      response.destroy()
      return
    }
    if (bodies.has(id) && bodies.get(id) !== body) note('body changed')
    bodies.set(id, body)
    sink.tries.set(id, (sink.tries.get(id) ?? 0) + 1)
    const { ticket } = (JSON.parse(body) as { data: { ticket: string } }).data
    sink.onEvent(ticket)
    const mode = sink.next()
    if (ACCEPTS.has(mode)) {
      sink.accepted.set(id, (sink.accepted.get(id) ?? 0) + 1)
      if (!sink.tickets.has(ticket)) sink.tickets.set(ticket, performance.now())
    }
    MODES[mode](response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const sink: WebhookSink = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    next: () => 'ok',
    accepted: new Map(),
    tries: new Map(),
    tickets: new Map(),
    onEvent: () => {},
    faults: () => faults,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return sink
}
