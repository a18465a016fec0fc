import { lookup as dnsLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, type Dispatcher, fetch, type RequestInit } from 'undici'
import { inSpan } from '../../telemetry/tracing.ts'
import { addressRange, isPublicAddress, isWithin } from './public-address.ts'

/**
 * Error for an outbound HTTP call that got no response. The reason `refused` means that this server does not allow
 * calls
 * to the address and did not make the call. A retry is then pointless.
 */
export class OutboundError extends Error {
  readonly reason: 'refused' | 'timeout' | 'unreachable' | 'too_large'
  constructor(reason: OutboundError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

export interface OutboundCall {
  url: URL
  method: string
  headers: Headers | Record<string, string>
  /** A body of known length may be a stream; `headers` then contains its `content-length`. */
  body?: Uint8Array | string | AsyncIterable<Uint8Array>
  /** Timeout in milliseconds of the whole outbound call, from connecting to the last byte of the response. */
  timeoutMs: number
  /**
   * The addresses that an outbound call may reach. `public`: only public addresses, because the author of a form chose
   * the URL, and it must not lead to internal hosts. `any`: all addresses, because the operator of the deployment
   * configured the URL.
   */
  reach: 'public' | 'any'
  /**
   * True if the caller needs the complete body of a successful response. If false, a partial body is enough: the status
   * matters, and the body may be cut off by the timeout or the size limit.
   */
  whole: boolean
}

export interface OutboundAnswer {
  status: number
  headers: { get: (name: string) => string | null }
  text: string
}

/** The server's HTTP client for calls to other hosts. */
export interface Outbound {
  /**
   * Checks the URL of an outbound call without making the call. If the URL contains a host name, its IP addresses are
   * checked only when the call resolves the name.
   * @throws OutboundError refused.
   */
  check: (url: URL) => void
  /** Makes an outbound HTTP call. Returns redirects instead of following them. @throws OutboundError. */
  ask: (call: OutboundCall) => Promise<OutboundAnswer>
  close: () => Promise<void>
}

export type Resolve = (hostname: string, done: (error: Error | null, addresses: { address: string; family: number }[]) => void) => void

const CONNECT_TIMEOUT_MS = 5_000
const MAX_ANSWER_BYTES = 1_048_576
const PUBLIC_PORTS = ['', '443', '8443']

const resolveByDns: Resolve = (hostname, done) => dnsLookup(hostname, { all: true, verbatim: true }, (error, addresses) => done(error, addresses ?? []))

/**
 * Opens an HTTP client that prevents server-side request forgery (OWASP, “Server Side Request Forgery Prevention”). The
 * client calls only public addresses, by HTTPS on port 443 or 8443. It resolves each name once, connects to the address
 * that it checked, and follows no redirect. Address ranges that the deployment allows may also be called by HTTP and on
 * any port.
 * @param allow ranges in CIDR notation
 */
export function openOutbound(allow: readonly string[] = [], resolve: Resolve = resolveByDns): Outbound {
  const allowed = allow.map(addressRange)
  const isAllowed = (address: string) => isWithin(address, allowed)
  const agents = {
    public: pinned(resolve, (address) => isPublicAddress(address) || isAllowed(address)),
    allowed: pinned(resolve, isAllowed),
    any: new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS } }),
  }
  function agentFor(url: URL): Dispatcher {
    const strict = url.protocol === 'https:' && PUBLIC_PORTS.includes(url.port)
    const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('is no web address')
    if (url.username || url.password) throw refused('holds credentials')
    if (!strict && allowed.length === 0) throw refused('must be https on port 443 or 8443')
    // Checks an IP address that the URL itself contains, because no DNS look-up will check it.
    if (isIP(literal) && !isAllowed(literal) && !(strict && isPublicAddress(literal))) throw refused(strict ? NOT_PUBLIC : 'must be https on port 443 or 8443')
    return strict ? agents.public : agents.allowed
  }
  return {
    check: (url) => void agentFor(url),
    ask: (call) => {
      const attributes = { 'http.request.method': call.method, 'server.address': call.url.hostname }
      return inSpan(call.method, attributes, async () => ask(call, call.reach === 'any' ? agents.any : agentFor(call.url)))
    },
    close: async () => void (await Promise.all(Object.values(agents).map((agent) => agent.destroy()))),
  }
}

const NOT_PUBLIC = 'stands for an address that is not public'
const refused = (what: string) => new OutboundError('refused', `the address ${what}`)

/**
 * Returns an HTTP agent that resolves a host name once, checks the IP addresses and connects only to these. If a second
 * DNS
 * query returned another address (DNS rebinding), it would have no effect.
 */
function pinned(resolve: Resolve, judge: (address: string) => boolean): Agent {
  const lookup: LookupFunction = (hostname, options, done) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses
      if (error || !first) return done(error ?? new Error('the name is unknown'), '', 0)
      // Rejects a host name if any of its addresses is internal. Otherwise the result would depend on the address to
      // which the client connects first.
      if (!addresses.every(({ address }) => judge(address))) return done(refused(NOT_PUBLIC), '', 0)
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
  return new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS, lookup }, connections: 32, maxHeaderSize: 32_768 })
}

async function ask({ url, method, headers, body, timeoutMs, whole }: OutboundCall, dispatcher: Dispatcher): Promise<OutboundAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const init: RequestInit = { method, headers, redirect: 'manual', signal, dispatcher, ...(body !== undefined && { body, duplex: 'half' }) }
  try {
    const response = await fetch(url, init)
    const { status, headers: given, body: answer } = response
    if (whole && (status < 200 || status >= 300)) {
      await answer?.cancel()
      return { status, headers: given, text: '' }
    }
    return { status, headers: given, text: await readBounded(answer, whole) }
  } catch (error) {
    if (signal.aborted) throw new OutboundError('timeout', `no answer within ${timeoutMs / 1_000} s`)
    throw outboundErrorOf(error)
  }
}

/** Reads the body of an outbound call's response, at most MAX_ANSWER_BYTES. The size is counted after decompression. */
async function readBounded(body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null, whole: boolean): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length
      if (bytes > MAX_ANSWER_BYTES) {
        if (whole) throw new OutboundError('too_large', `answered more than ${MAX_ANSWER_BYTES} bytes`)
        break
      }
      chunks.push(chunk)
    }
  } catch (error) {
    // The response's status has already arrived. An error in the rest of the body matters only if the caller needs the
    // whole body.
    if (whole) throw error
  }
  return Buffer.concat(chunks).toString('utf8')
}

function outboundErrorOf(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof OutboundError) return cause
  // Node throws an AggregateError when a host name has several addresses and none accepts the connection.
  const inner: unknown = cause instanceof AggregateError ? cause.errors[0] : (cause ?? error)
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : 'connection error'
  return new OutboundError(code === 'UND_ERR_CONNECT_TIMEOUT' ? 'timeout' : 'unreachable', code)
}
