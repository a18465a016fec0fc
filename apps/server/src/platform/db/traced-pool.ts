import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { Client, type ClientBase, Pool, type PoolConfig, type QueryConfig } from 'pg'
import { hasActiveSpan, inSpan } from '../tracing/tracing.ts'

/** Maximum number of characters of an SQL statement's text in its trace span. */
const TEXT_LENGTH = 1_000
/** The message of the pg library's error when `query_timeout` is over. */
const QUERY_TIMED_OUT = 'Query read timeout'

/**
 * Opens a connection pool that records each statement as a child of the active trace span: its text, in which parameter
 * numbers stand for the values. A connection that does not answer within `query_timeout` is destroyed.
 */
export function openTracedPool(config: PoolConfig): Pool {
  return new TracedPool({ ...config, Client: TracedClient })
}

type Work = (...args: unknown[]) => unknown

class TracedPool extends Pool {
  /**
   * Takes the connection in the caller's async context. pg's own `query` would run in the context of the caller that
   * released the connection, and its span would join the wrong trace.
   */
  // biome-ignore lint/suspicious/noExplicitAny: pg declares ten ways to call it
  override query(...args: any[]): any {
    if (!hasActiveSpan() || isUntraceable(args)) return (super.query as Work)(...args)
    return (async () => {
      const client = await this.connect()
      let failure: Error | undefined
      try {
        return await (client.query as Work)(...args)
      } catch (error) {
        failure = error as Error
        throw error
      } finally {
        client.release(failure)
      }
    })()
  }
}

class TracedClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares ten ways to call it
  override query(...args: any[]): any {
    if (isUntraceable(args)) return (super.query as Work)(...args)
    const run = () => this.#destroyOnTimeout((super.query as Work)(...args) as Promise<unknown>)
    if (!hasActiveSpan()) return run()
    const [statement] = args as [string | QueryConfig]
    const { text, name } = typeof statement === 'string' ? { text: statement, name: undefined } : statement
    const first = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
    return inSpan(name ?? first, { 'db.system.name': 'postgresql', 'db.operation.name': first, 'db.query.text': text.slice(0, TEXT_LENGTH) }, run)
  }

  /**
   * Destroys a connection whose query times out, so that the caller's rollback does not wait for the connection again
   * and the pool does not reuse it.
   */
  async #destroyOnTimeout<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      if (error instanceof Error && error.message === QUERY_TIMED_OUT) await destroyConnection(this)
      throw error
    }
  }
}

/** Properties of pg's `Client` that pg's types do not declare. */
interface ClientInternals {
  connection: { stream: Duplex }
}

/** Closes a database connection's socket at once, without waiting for the running query. */
export async function destroyConnection(client: ClientBase): Promise<void> {
  const { stream } = (client as unknown as ClientInternals).connection
  stream.destroy()
  if (!stream.closed) await once(stream, 'close')
}

/** Returns whether a query returns its result by a callback or as a stream; such a query is passed to pg unchanged. */
function isUntraceable(args: readonly unknown[]): boolean {
  return (
    typeof args.at(-1) === 'function' ||
    (typeof args[0] !== 'string' && typeof (args[0] as Partial<QueryConfig> | undefined)?.text !== 'string') ||
    isStream(args[0])
  )
}

const isStream = (statement: unknown) => typeof (statement as { submit?: unknown }).submit === 'function'
