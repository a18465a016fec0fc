import { Worker } from 'node:worker_threads'
import type { Language, WalkProgress, WalkReport } from '@sportello/contract'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'

/** What the thread of a walk needs. It opens its own database connection, because copying a large form would stop the server's other answers. */
export interface WalkTask {
  connection: Database['connection']
  config: Config
  codeTag: string
  language: Language
}

/** A message of the thread of a walk. */
export type WalkMessage = { event: 'progress'; data: WalkProgress } | { event: 'report'; data: WalkReport }

/** Milliseconds after which a walk is given up. Measured: 10,000 steps take 8 s on an idle core. */
const TIME_LIMIT_MS = 120_000

/**
 * Walks every path of a draft in a thread of its own, and yields its messages until the report.
 * @param left ends the thread
 * @throws Error if the thread fails or takes too long
 */
export async function* walkInThread(task: WalkTask, left: AbortSignal): AsyncGenerator<WalkMessage> {
  const until = AbortSignal.any([left, AbortSignal.timeout(TIME_LIMIT_MS)])
  until.throwIfAborted()
  const worker = new Worker(new URL('./run-walk.ts', import.meta.url), { env: {}, workerData: task, resourceLimits: { maxOldGenerationSizeMb: 768 } })
  worker.unref()
  const arrived: WalkMessage[] = []
  let failure: unknown
  let wake = () => {}
  worker.on('message', (message: WalkMessage) => {
    // The client gets only the newest progress, however slowly it reads.
    if (arrived.at(-1)?.event === 'progress') arrived.pop()
    arrived.push(message)
    wake()
  })
  const fail = (error: unknown) => {
    failure ??= error
    wake()
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the walk ended without a report')))
  const onAbort = () => fail(until.reason)
  until.addEventListener('abort', onAbort)
  try {
    for (;;) {
      const message = arrived.shift()
      if (message) {
        yield message
        if (message.event === 'report') return
      } else if (failure !== undefined) throw failure
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    until.removeEventListener('abort', onAbort)
    await worker.terminate()
  }
}
