/*
 * Where the server tells what it does and how long it takes. Nothing of OpenTelemetry is loaded, and nothing is told, unless the process was given a
 * collector (docs/decisions/0032-traces.md).
 */

/** What may be told of a piece of work: never a person's data, nor anything that was typed. Names are those of OpenTelemetry's semantic conventions. */
export type Facts = Readonly<Record<string, string | number>>

export interface About {
  kind: 'server' | 'client' | 'consumer'
  facts?: Facts
  /** The `traceparent` of what began it (W3C Trace Context); what is none is not minded. */
  parent?: string | undefined
  /** The `tracestate` beside it. */
  state?: string | undefined
}

/** A piece of work under way. */
export interface OpenSpan {
  /** Runs what belongs to it. */
  within: <T>(work: () => T) => T
  end: (outcome?: { name?: string; facts?: Facts; failed?: boolean }) => void
}

export interface Tracing {
  begin: (name: string, about: About) => OpenSpan
  /** Whether there is something under way that this belongs to. */
  underWay: () => boolean
  /** Of what is under way. */
  traceparent: () => string
  /** Hands over what was not handed over yet; waits for a collector that does not answer no longer than a moment. */
  close: () => Promise<void>
}

let tracing: Tracing | undefined

/** @param given undefined: from now on, nothing is told */
export function tellBy(given: Tracing | undefined): void {
  tracing = given
}

/** Begins something that others belong to: a request, a job. Undefined where nothing is told. */
export function beginSpan(name: string, about: About): OpenSpan | undefined {
  return tracing?.begin(name, about)
}

/** Whether what is done now is told. */
export const isTold = (): boolean => tracing?.underWay() ?? false

/** What a job takes along of the request that begins it; empty where nothing is told. */
export const traceparent = (): string => tracing?.traceparent() ?? ''

/** Does a piece of work that belongs to what is under way. Of its failure the kind is told: messages may quote people. */
export function told<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T> {
  return tracing?.underWay() ? toldFrom(tracing.begin(name, { kind: 'client', facts }), work) : work()
}

/** Does a piece of work that others belong to. */
export function toldAsJob<T>(name: string, about: Omit<About, 'kind'>, work: () => Promise<T>): Promise<T> {
  return tracing ? toldFrom(tracing.begin(name, { kind: 'consumer', ...about }), work) : work()
}

async function toldFrom<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    const done = await span.within(work)
    span.end()
    return done
  } catch (error) {
    span.end({ failed: true, facts: { 'error.type': kindOf(error) } })
    throw error
  }
}

/** An error's code, or its class. */
function kindOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(code)) return code
  return typeof name === 'string' && /^\w{1,64}$/.test(name) ? name : '_OTHER'
}
