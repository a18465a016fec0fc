import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { Client, type ClientBase, Pool, type PoolConfig, type QueryConfig } from 'pg'
import { isTold, told } from '../tracing/tracing.ts'

const TEXT_LENGTH = 1_000
/** What `pg` says when `query_timeout` is over. */
const SILENT = 'Query read timeout'

/**
 * A pool whose statements are told of as part of what they are made for: their text, in which values are numbers of parameters. A connection that does not
 * answer within `query_timeout` is not used again.
 */
export function openPool(config: PoolConfig): Pool {
  return new ToldPool({ ...config, Client: ToldClient })
}

type Work = (...args: unknown[]) => unknown

class ToldPool extends Pool {
  /** As the pool's own, but on a connection that is asked for by who waits for it: the pool's would ask in the name of who gives it back. */
  // biome-ignore lint/suspicious/noExplicitAny: pg declares ten ways to call it
  override query(...args: any[]): any {
    if (!isTold() || isAwkward(args)) return (super.query as Work)(...args)
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

class ToldClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares ten ways to call it
  override query(...args: any[]): any {
    if (isAwkward(args)) return (super.query as Work)(...args)
    const run = () => this.#unlessSilent((super.query as Work)(...args) as Promise<unknown>)
    if (!isTold()) return run()
    const [statement] = args as [string | QueryConfig]
    const { text, name } = typeof statement === 'string' ? { text: statement, name: undefined } : statement
    const first = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
    return told(name ?? first, { 'db.system.name': 'postgresql', 'db.operation.name': first, 'db.query.text': text.slice(0, TEXT_LENGTH) }, run)
  }

  /** Who has waited in vain for an answer waits no second time, to roll back, and nobody else is handed this connection. */
  async #unlessSilent<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      if (error instanceof Error && error.message === SILENT) await cutOff(this)
      throw error
    }
  }
}

/** What `pg` has no word for. */
interface Wired {
  connection: { stream: Duplex }
}

/** Ends a connection without waiting for what was asked of it. */
export async function cutOff(client: ClientBase): Promise<void> {
  const { stream } = (client as unknown as Wired).connection
  stream.destroy()
  if (!stream.closed) await once(stream, 'close')
}

/** Answers by a callback, or as a stream: not worth telling of, and not to be meddled with. */
function isAwkward(args: readonly unknown[]): boolean {
  return (
    typeof args.at(-1) === 'function' ||
    (typeof args[0] !== 'string' && typeof (args[0] as Partial<QueryConfig> | undefined)?.text !== 'string') ||
    isStream(args[0])
  )
}

const isStream = (statement: unknown) => typeof (statement as { submit?: unknown }).submit === 'function'
