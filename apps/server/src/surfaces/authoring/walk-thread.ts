import { Worker } from 'node:worker_threads'
import type { Language, WalkProgress, WalkReport } from '@sportello/contract'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'

/**
 * The task for the worker thread that tries every path. It does not contain the form: copying a large form to the
 * thread
 * would block the server's other responses. The thread reads the form with its own database connection.
 */
export interface WalkTask {
  connection: Database['connection']
  config: Config
  codeTag: string
  language: Language
}

/** A message from the worker thread that tries every path. */
export type WalkMessage = { event: 'progress'; data: WalkProgress } | { event: 'report'; data: WalkReport }

/** Milliseconds after which trying every path is aborted. Measured: 10,000 steps take 8 s on an idle core. */
const TIME_LIMIT_MS = 120_000

/**
 * Tries every path through a draft in a separate worker thread, and yields the thread's messages up to the final
 * report.
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
    // Keeps only the newest progress message, so that the messages do not pile up if the client reads slowly.
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
