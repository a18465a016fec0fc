/*
 * The server's interface to tracing. Without a configured trace collector, no OpenTelemetry code is loaded and no span
 * is created (docs/decisions/0032-traces.md).
 */

/** Attributes of a trace span, named after OpenTelemetry's semantic conventions. They never hold personal data or text that a person typed. */
export type SpanAttributes = Readonly<Record<string, string | number>>

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer'
  attributes?: SpanAttributes
  /**
   * The `traceparent` header with the remote parent span (W3C Trace Context). An invalid value is ignored, and a new
   * trace starts.
   */
  parent?: string | undefined
  /** The W3C `tracestate` header that came with `parent`. */
  state?: string | undefined
}

/** A trace span that has started and not ended. */
export interface OpenSpan {
  /** Runs `work` with this span active: spans started by it become its children. */
  run: <T>(work: () => T) => T
  /** Ends the span. @param outcome `name` replaces the span's name */
  end: (outcome?: { name?: string; attributes?: SpanAttributes; failed?: boolean }) => void
}

export interface Tracing {
  startSpan: (name: string, options: SpanOptions) => OpenSpan
  hasActiveSpan: () => boolean
  /** The `traceparent` of the active span; empty without one. */
  traceparent: () => string
  /** Exports the spans that are still buffered. A collector that does not answer delays this by a few seconds at most. */
  close: () => Promise<void>
}

let tracing: Tracing | undefined

/** Sets the tracing of this process; `undefined` turns it off. */
export function setTracing(given: Tracing | undefined): void {
  tracing = given
}

/** Starts a span for a request. Returns undefined when tracing is off. */
export function startSpan(name: string, options: SpanOptions): OpenSpan | undefined {
  return tracing?.startSpan(name, options)
}

/** Whether tracing is on and the current code runs inside a span. */
export const hasActiveSpan = (): boolean => tracing?.hasActiveSpan() ?? false

/**
 * Returns the `traceparent` of the active span; empty without an active span. A job stores it, to continue the trace of
 * the request that queued the job.
 */
export const traceparent = (): string => tracing?.traceparent() ?? ''

/**
 * Runs `work` in a client span that is a child of the active span. Without an active span, `work` runs without a new
 * span. Of an error only the code or class is recorded, because error messages may contain personal data.
 */
export function inSpan<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
  return tracing?.hasActiveSpan() ? runInSpan(tracing.startSpan(name, { kind: 'client', attributes }), work) : work()
}

/** Runs `work` in a consumer span that is a child of `options.parent`. */
export function inJobSpan<T>(name: string, options: Omit<SpanOptions, 'kind'>, work: () => Promise<T>): Promise<T> {
  return tracing ? runInSpan(tracing.startSpan(name, { kind: 'consumer', ...options }), work) : work()
}

async function runInSpan<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    const result = await span.run(work)
    span.end()
    return result
  } catch (error) {
    span.end({ failed: true, attributes: { 'error.type': errorTypeOf(error) } })
    throw error
  }
}

/** Returns an error's code or, if it has none, the name of its class. */
function errorTypeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(code)) return code
  return typeof name === 'string' && /^\w{1,64}$/.test(name) ? name : '_OTHER'
}
