import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config.ts'
import { now } from '../db/clock.ts'
import type { CallCounts } from './call-counts.ts'
import type { Drain } from './drain.ts'
import { RATE_LIMIT_HEADERS, RATE_LIMIT_WINDOW_MS } from './limit-calls.ts'
import type { Metrics } from './metrics.ts'
import { networkOf } from './network-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a handler whose response the server may send again to other callers; null for all other responses. */
    replayable: Replayable | null
  }
}

/**
 * Says that a response may be sent again, without the handler, to each caller whose request has the same URL and the
 * same `DECIDING` headers, and none of the `PERSONAL` ones.
 */
interface Replayable {
  /** Returns false as soon as the handler could give another response. Called for each request. */
  isCurrent: () => boolean
  /** Returns false for a caller that gets another response because of a header that is not in `DECIDING`. */
  suits?: (headers: IncomingHttpHeaders) => boolean
  /** Returns the body, and the headers that differ in each response. By default, the body is the first response's. */
  renew?: () => Renewed
  /**
   * Does what the handler does with the body of a POST. Returns false, without an effect, if the handler must answer. Such
   * a response depends on nothing but the URL, so `DECIDING` and `PERSONAL` headers do not matter.
   */
  take?: (body: Buffer, headers: IncomingHttpHeaders) => boolean
}

/** What is new in a response that is sent again. */
interface Renewed {
  body: Buffer
  headers: readonly string[]
  /** Called when the body is no longer needed: the operating system has all its bytes, or the connection is closed. */
  onSent?: () => void
}

interface Recorded extends Required<Pick<Replayable, 'isCurrent' | 'suits'>> {
  renew: Replayable['renew']
  take: Replayable['take']
  status: number
  headers: readonly string[]
  body: Buffer
  counts: CallCounts
  limit: number
  observe: (seconds: number) => void
  /** The minute of the response by the database's clock, because a page contains the date, and days begin with a minute. */
  minute: number
  bytes: number
}

/** Maximum memory in bytes of the responses that a process keeps to send them again. */
const MAX_BYTES = 16 * 1_048_576
/** Estimated bytes of memory of a recorded response besides its body, headers and key. */
const BASE_BYTES = 1_024
/** Maximum length of a URL with its deciding headers. Longer ones are rare, and anyone can invent them. */
const MAX_KEY = 512

/** Maximum size in bytes of a POST's body that is taken before Fastify. A report of a visit has some hundred. */
const MAX_TAKEN = 4_096

/** Request headers by which responses differ. They are part of a response's key. */
const DECIDING = ['accept-encoding', 'accept-language', 'x-api-key', 'x-form-version'] as const
/** Request headers with which a request always reaches its handler. */
const PERSONAL = ['cookie', 'authorization', 'if-none-match', 'if-modified-since', 'range', 'content-length', 'transfer-encoding'] as const
/** Response headers that differ in each response. Node sets the last ones itself. */
const FRESH: ReadonlySet<string> = new Set(['x-request-id', ...RATE_LIMIT_HEADERS, 'date', 'connection', 'keep-alive', 'content-length'])

const minuteOf = (ms: number) => Math.floor(ms / 60_000)

/**
 * Sends responses again that are the same for many callers, before Fastify handles the request. A tag took 3.5 times as
 * long as with node:http alone, because Fastify, its hooks and the check of the input cost more than the response. The
 * rate limit, the metrics and the request's id are as for other responses (docs/decisions/0080-replayed-responses.md).
 */
export function replayAnswers(
  app: FastifyInstance,
  { config, drain, metrics }: { config: Pick<Config, 'trustedProxies' | 'otlp' | 'logLevel'>; drain: Drain; metrics: Metrics },
  isOverloaded: () => boolean,
): void {
  app.decorateRequest('replayable', null)
  app.decorateRequest('callCounts', null)
  // A trace or a log line of each request needs Fastify's hooks.
  if (config.otlp.traces !== undefined || config.logLevel === 'debug' || config.logLevel === 'trace') return
  const recorded = new LRUCache<string, Recorded>({ maxSize: MAX_BYTES, sizeCalculation: ({ bytes }) => bytes })
  const addressOf = addressReader(config.trustedProxies)

  app.addHook('onSend', (request, reply, payload, done) => {
    const key = request.replayable && keyOf(request.raw)
    const answer = key && record(request, reply, payload, metrics)
    if (answer) recorded.set(key, answer)
    done(null, payload)
  })

  /**
   * Returns false if the request must reach its handler.
   * @param taken the body of a POST
   */
  function replay(request: IncomingMessage, response: ServerResponse, taken?: Buffer): boolean {
    const started = performance.now()
    const key = keyOf(request)
    const answer = key && recorded.get(key)
    if (!answer || drain.begun || isOverloaded() || !answer.suits(request.headers)) return false
    if (answer.minute !== minuteOf(now()) || !answer.isCurrent()) {
      recorded.delete(key)
      return false
    }
    const counted = Date.now()
    const { calls, ends } = answer.counts.count(networkOf(addressOf(request)), counted, RATE_LIMIT_WINDOW_MS)
    // The handler's rate limit counts the call a second time, which does not matter above the limit, and for a body that the
    // handler rejects. Without a limit, the handler answers too.
    if (!(calls <= answer.limit)) return false
    if (answer.take && !(taken && answer.take(taken, request.headers))) return false
    const { body, headers, onSent }: Renewed = answer.renew?.() ?? { body: answer.body, headers: [] }
    const [limit, remaining, reset] = RATE_LIMIT_HEADERS
    const left = [limit, String(answer.limit), remaining, String(answer.limit - calls), reset, String(Math.ceil((ends - counted) / 1_000))]
    const own = ['x-request-id', randomUUID(), 'content-length', String(body.length)]
    response.writeHead(answer.status, [...answer.headers, ...headers, ...left, ...own]).end(body, onSent)
    answer.observe((performance.now() - started) / 1_000)
    return true
  }

  /** As `replay`. Outside Fastify, an error would end the process. */
  function replaySafely(request: IncomingMessage, response: ServerResponse, taken?: Buffer): boolean {
    try {
      return replay(request, response, taken)
    } catch (error) {
      app.log.error(error)
      return response.headersSent
    }
  }

  const [handle] = app.server.listeners('request') as RequestListener[]
  if (!handle) throw new Error('the server has no request listener')
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (request.method === 'POST' && recorded.has(keyOf(request) ?? '')) return process.nextTick(replayPost, request, response)
    if (!replaySafely(request, response)) handle(request, response)
  })

  /** Called when Node has read the bytes that came with the headers. A body that comes in parts reaches the handler. */
  function replayPost(request: IncomingMessage, response: ServerResponse): void {
    const isWhole = request.readableLength === Number(request.headers['content-length'])
    const body: Buffer | null = isWhole ? request.read() : null
    if (body !== null && replaySafely(request, response, body)) return
    if (body !== null) request.unshift(body)
    handle?.(request, response)
  }
}

/** Returns the key of the response to a request; undefined if the request must reach its handler. */
function keyOf({ method, url, headers }: IncomingMessage): string | undefined {
  if (url === undefined || /[?#]/.test(url)) return undefined
  if (method === 'POST') {
    const isTaken =
      headers['content-type'] === 'application/json' && headers['content-encoding'] === undefined && Number(headers['content-length']) <= MAX_TAKEN
    return isTaken && url.length <= MAX_KEY ? `POST ${url}` : undefined
  }
  if (method !== 'GET') return undefined
  for (const name of PERSONAL) if (headers[name] !== undefined) return undefined
  let key = url
  // An empty header is not the same as none.
  for (const name of DECIDING) key += headers[name] === undefined ? '\n' : `\n=${headers[name]}`
  return key.length > MAX_KEY ? undefined : key
}

function record(request: FastifyRequest, reply: FastifyReply, payload: unknown, { httpSeconds }: Metrics): Recorded | undefined {
  const { replayable, callCounts: counts } = request
  const headers = reply.getHeaders()
  const isReplayable = replayable?.take ? reply.statusCode < 300 : reply.statusCode === 200 && request.method === 'GET'
  if (!replayable || !isReplayable || !counts || headers['set-cookie'] !== undefined || request.extraCalls > 0) return undefined
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return undefined
  const renewed = new Set(replayable.renew?.().headers.filter((_, at) => at % 2 === 0))
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    FRESH.has(name) || renewed.has(name) ? [] : [value].flat().flatMap((each) => [name, String(each)]),
  )
  const body = Buffer.from(payload)
  const route = httpSeconds.labels({ method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) })
  return {
    isCurrent: replayable.isCurrent,
    suits: replayable.suits ?? (() => true),
    renew: replayable.renew,
    take: replayable.take,
    status: reply.statusCode,
    headers: kept,
    // The first response has the first nonce, which no other response may have.
    body: replayable.renew ? Buffer.alloc(0) : body,
    counts,
    limit: Number(headers[RATE_LIMIT_HEADERS[0]]),
    observe: (seconds) => route.observe(seconds),
    // The minute in which the handler began: it may have waited past midnight.
    minute: minuteOf(now() - reply.elapsedTime),
    bytes: BASE_BYTES + body.length + 4 * kept.join('').length + 2 * MAX_KEY,
  }
}

/** Returns a function that returns the address of a request's client as Fastify's `request.ip` does. */
function addressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string | undefined {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress
  const trusts = proxyAddr.compile([...trustedProxies])
  return (request) => proxyAddr.all(request, trusts).at(-1)
}
