import { lookup as dnsLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, type Dispatcher, fetch, type RequestInit } from 'undici'
import { inSpan } from '../../tracing/tracing.ts'
import { addressRange, isPublicAddress, isWithin } from './public-address.ts'

/** Why a call had no answer. `refused`: an address that must not be called; trying again is of no use. */
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
  body?: Uint8Array | string
  /** For all of it: connecting, asking, and the answer's last byte. */
  timeoutMs: number
  /** `public`: what a form's author wrote, who must not reach what stands inside. `any`: what the deployment's own operator set up. */
  reach: 'public' | 'any'
  /** What counts is the whole answer, of a success only; else the status, with as much of the answer as comes in time and has room. */
  whole: boolean
}

export interface OutboundAnswer {
  status: number
  headers: { get: (name: string) => string | null }
  text: string
}

/** Calls of the server to the world. */
export interface Outbound {
  /** @throws OutboundError refused, when the address may not be called as it is written; names are judged when they are resolved. */
  check: (url: URL) => void
  /** Redirects are answers like any other. @throws OutboundError. */
  ask: (call: OutboundCall) => Promise<OutboundAnswer>
  close: () => Promise<void>
}

export type Resolve = (hostname: string, done: (error: Error | null, addresses: { address: string; family: number }[]) => void) => void

const CONNECT_TIMEOUT_MS = 5_000
const MAX_ANSWER_BYTES = 1_048_576
const PUBLIC_PORTS = ['', '443', '8443']

const resolveByDns: Resolve = (hostname, done) => dnsLookup(hostname, { all: true, verbatim: true }, (error, addresses) => done(error, addresses ?? []))

/**
 * A client that is told whom it must not call (OWASP, "Server Side Request Forgery Prevention"): https on port 443 or 8443 to public
 * addresses only, each name resolved once and connected to at the address that was judged, no redirect followed. Ranges that the
 * deployment allows may be called by http and on any port too.
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
    // An address in figures is connected to without being looked up, so it is judged here.
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

/** Connects to the very addresses that were judged: what the name stands for a moment later does not matter. */
function pinned(resolve: Resolve, judge: (address: string) => boolean): Agent {
  const lookup: LookupFunction = (hostname, options, done) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses
      if (error || !first) return done(error ?? new Error('the name is unknown'), '', 0)
      // One that leads inside is enough to refuse all: otherwise which of them is tried would be luck.
      if (!addresses.every(({ address }) => judge(address))) return done(refused(NOT_PUBLIC), '', 0)
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
  return new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS, lookup }, connections: 32, maxHeaderSize: 32_768 })
}

async function ask({ url, method, headers, body, timeoutMs, whole }: OutboundCall, dispatcher: Dispatcher): Promise<OutboundAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const init: RequestInit = { method, headers, redirect: 'manual', signal, dispatcher, ...(body !== undefined && { body }) }
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

/** The text of an answer; what is longer than it may be is cut off while it arrives, also where it grows only by being unpacked. */
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
    // The status has been given; what a slow or broken answer still had to say is not waited for.
    if (whole) throw error
  }
  return Buffer.concat(chunks).toString('utf8')
}

function outboundErrorOf(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof OutboundError) return cause
  // A name with several addresses, none of which took the call.
  const inner: unknown = cause instanceof AggregateError ? cause.errors[0] : (cause ?? error)
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : 'connection error'
  return new OutboundError(code === 'UND_ERR_CONNECT_TIMEOUT' ? 'timeout' : 'unreachable', code)
}
