/*
 * The server's interface to tracing. Without a configured trace collector, no OpenTelemetry code is loaded and no span
 * is created (docs/decisions/0032-traces.md).
 */

/**
 * Attributes of a trace span, named after OpenTelemetry's semantic conventions. They never contain personal data or
 * text that a person typed.
 */
export type SpanAttributes = Readonly<Record<string, string | number>>

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer'
  attributes?: SpanAttributes
  /**
   * The `traceparent` header that names the remote parent span (W3C Trace Context). If the value is invalid, it is
   * ignored and a new trace starts.
   */
  parent?: string | undefined
  /** The W3C `tracestate` header that belongs to `parent`, the `traceparent` header of the remote parent span. */
  state?: string | undefined
}

/** A trace span that has started and not ended. */
export interface OpenSpan {
  /** Runs `work` with this trace span active. Spans that `work` starts become children of this span. */
  run: <T>(work: () => T) => T
  /** Ends the trace span. @param outcome `name` replaces the span's name */
  end: (outcome?: { name?: string; attributes?: SpanAttributes; failed?: boolean }) => void
}

export interface Tracing {
  startSpan: (name: string, options: SpanOptions) => OpenSpan
  hasActiveSpan: () => boolean
  /** Returns the `traceparent` of the active trace span; an empty string if no span is active. */
  traceparent: () => string
  /**
   * Exports the trace spans that are still buffered. If the collector does not answer, this takes at most a few
   * seconds.
   */
  close: () => Promise<void>
}

let tracing: Tracing | undefined

/** Sets the tracing of the server process; `undefined` turns tracing off. */
export function setTracing(given: Tracing | undefined): void {
  tracing = given
}

/** Starts a trace span for a request. Returns undefined if tracing is off. */
export function startSpan(name: string, options: SpanOptions): OpenSpan | undefined {
  return tracing?.startSpan(name, options)
}

/** Returns true if tracing is on and a trace span is active. */
export const hasActiveSpan = (): boolean => tracing?.hasActiveSpan() ?? false

/**
 * Returns the `traceparent` of the active trace span; an empty string if no span is active. A job stores the value to
 * continue the trace of the request that queued it.
 */
export const traceparent = (): string => tracing?.traceparent() ?? ''

/**
 * Runs `work` in a client span that is a child of the active trace span. If no span is active, runs `work` without a
 * span. If `work` fails, the span records only the error's code or class, because error messages may contain personal
 * data.
 */
export function inSpan<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
  return tracing?.hasActiveSpan() ? runInSpan(tracing.startSpan(name, { kind: 'client', attributes }), work) : work()
}

/** Runs `work` in a consumer trace span that is a child of `options.parent`. */
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
