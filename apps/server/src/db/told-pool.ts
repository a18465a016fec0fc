import { Client, Pool, type PoolConfig, type QueryConfig } from 'pg'
import { isTold, told } from '../tracing/tracing.ts'

const TEXT_LENGTH = 1_000

/** A pool whose statements are told of as part of what they are made for: their text, in which values are numbers of parameters. */
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
    const run = () => (super.query as Work)(...args) as Promise<unknown>
    if (!isTold() || isAwkward(args)) return run()
    const [statement] = args as [string | QueryConfig]
    const { text, name } = typeof statement === 'string' ? { text: statement, name: undefined } : statement
    const first = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
    return told(name ?? first, { 'db.system.name': 'postgresql', 'db.operation.name': first, 'db.query.text': text.slice(0, TEXT_LENGTH) }, run)
  }
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
