import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { type ClientBase, Pool, type PoolConfig, type QueryConfig } from 'pg'
import { hasActiveSpan, inSpan } from '../telemetry/tracing.ts'
import { FollowingClient, type ServersConfig } from './following-client.ts'

/** Maximum number of characters of an SQL statement that a trace span records. */
const TEXT_LENGTH = 1_000
/** Message of the error that the pg library throws after `query_timeout`. */
const QUERY_TIMED_OUT = 'Query read timeout'

/**
 * Opens a database connection pool that records each SQL statement as a child of the active trace span. The span
 * contains the statement, but not the values of its parameters. The pool closes a connection that does not answer
 * within `query_timeout`.
 */
export function openTracedPool(config: PoolConfig & ServersConfig): Pool {
  return new TracedPool({ ...config, Client: TracedClient })
}

/**
 * Opens a connection pool as `openTracedPool` does, for connections through a pooler. It sends no start-up parameters and
 * no named statements: PgBouncer rejects the parameter `statement_timeout`, and each transaction may use another connection
 * to PostgreSQL, which does not know the name.
 */
export function openPoolerPool({ statement_timeout: _timeout, options: _options, ...config }: PoolConfig & ServersConfig): Pool {
  return new TracedPool({ ...config, Client: PoolerClient })
}

type Work = (...args: unknown[]) => unknown

class TracedPool extends Pool {
  /**
   * Gets a connection from the pool in the caller's async context. pg's own `query` would run in the context of the
   * caller that used the connection before, and its span would join that caller's trace.
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

class TracedClient extends FollowingClient {
  /** Sends a query without a trace span. */
  protected sent(args: readonly unknown[]): unknown {
    return (super.query as Work)(...args)
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares ten ways to call it
  override query(...args: any[]): any {
    if (isUntraceable(args)) return this.sent(args)
    const run = () => this.#destroyOnTimeout(this.sent(args) as Promise<unknown>)
    if (!hasActiveSpan()) return run()
    const [statement] = args as [string | QueryConfig]
    const { text, name } = typeof statement === 'string' ? { text: statement, name: undefined } : statement
    const first = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
    return inSpan(name ?? first, { 'db.system.name': 'postgresql', 'db.operation.name': first, 'db.query.text': text.slice(0, TEXT_LENGTH) }, run)
  }

  /**
   * Closes a database connection whose query timed out. Otherwise the caller's rollback would wait for the same
   * connection, and the pool would reuse it.
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

class PoolerClient extends TracedClient {
  protected override sent([statement, ...rest]: readonly unknown[]): unknown {
    if (typeof statement !== 'object' || statement === null || !('name' in statement) || isStream(statement)) return super.sent([statement, ...rest])
    const { name: _name, ...unnamed } = statement
    return super.sent([unnamed, ...rest])
  }
}

/** Properties of the pg library's `Client` that its types do not declare. */
interface ClientInternals {
  connection: { stream: Duplex }
}

/** Closes the socket of a database connection at once, without waiting for the running query. */
export async function destroyConnection(client: ClientBase): Promise<void> {
  const { stream } = (client as unknown as ClientInternals).connection
  stream.destroy()
  if (!stream.closed) await once(stream, 'close')
}

/**
 * Returns true if a database query uses a callback or a stream. The pool passes such a query to pg without a trace
 * span.
 */
function isUntraceable(args: readonly unknown[]): boolean {
  return (
    typeof args.at(-1) === 'function' ||
    (typeof args[0] !== 'string' && typeof (args[0] as Partial<QueryConfig> | undefined)?.text !== 'string') ||
    isStream(args[0])
  )
}

const isStream = (statement: unknown) => typeof (statement as { submit?: unknown }).submit === 'function'
