import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Definition, Language, ReportedFinding, Surroundings } from '@sportello/contract'
import type { Database } from '../../platform/db/database.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { type SlicedStep, slicesOf } from './sliced-definition.ts'

/** What the worker thread checks, and the language of the messages. */
export interface CheckTask {
  /**
   * The definition, or the code of a definition whose live version the thread reads itself. A document of 8 MB that
   * passed through the main thread would delay the server's other responses by 50 ms.
   */
  definition: Definition | { live: string }
  known: Surroundings
  language: Language
}

/**
 * A message to the worker thread: a slice of the definition, the code of a stored definition, or the rest of the task. The check begins when the rest of
 * the task arrives.
 */
export type CheckMessage = { slice: SlicedStep[] } | { live: string; connection: Database['connection'] } | { begin: Omit<CheckTask, 'definition'> }

/** Milliseconds after which a check is aborted. Measured: the check of 10,000 steps takes about a second. */
const TIME_LIMIT_MS = 30_000
/** The worker thread ends after this many milliseconds without a task, to free its memory. */
const IDLE_MS = 60_000
/** Maximum number of checks that wait. Further checks would exceed the time limit and are rejected. */
const MAX_WAITING = 20

interface Waiting {
  task: CheckTask
  settle: (result: ReportedFinding[] | Error) => void
}

/**
 * Checks form definitions one after the other in a separate worker thread. The check of a large form takes a second of
 * CPU time, during which the main thread could answer no requests. The thread starts with the first check.
 */
export class CheckThread {
  readonly #connection: Database['connection']
  #worker: Worker | undefined
  readonly #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined

  /** @param connection with which the thread reads stored definitions */
  constructor(connection: Database['connection']) {
    this.#connection = connection
  }

  /**
   * Checks a definition.
   * @throws ApiError forms0002 if too many checks wait or the check takes too long
   */
  check(task: CheckTask): Promise<ReportedFinding[]> {
    if (this.#waiting.length >= MAX_WAITING) return Promise.reject(apiError('forms0002'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, settle: (result) => (result instanceof Error ? reject(result) : resolve(result)) })
      if (this.#waiting.length === 1) this.#next()
    })
  }

  /** Starts the first task in the queue. */
  #next(): void {
    clearTimeout(this.#timer)
    const [first] = this.#waiting
    const worker = this.#worker ?? this.#start()
    if (!first) {
      this.#timer = setTimeout(() => this.#end(worker), IDLE_MS).unref()
      return
    }
    this.#timer = setTimeout(() => this.#fail(worker, apiError('forms0002')), TIME_LIMIT_MS).unref()
    this.#hand(worker, first).catch((error: Error) => this.#fail(worker, error))
  }

  /** Sends a task to the worker thread in slices. Between two slices, the server can answer other requests. */
  async #hand(worker: Worker, { task: { definition, ...begin } }: Waiting): Promise<void> {
    if ('live' in definition) worker.postMessage({ live: definition.live, connection: this.#connection } satisfies CheckMessage)
    else await this.#handSlices(worker, definition)
    if (this.#worker === worker) worker.postMessage({ begin } satisfies CheckMessage)
  }

  async #handSlices(worker: Worker, definition: Definition): Promise<void> {
    for (const slice of slicesOf(definition)) {
      if (this.#worker !== worker) return
      worker.postMessage({ slice } satisfies CheckMessage)
      await nextTurn()
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./run-checks.ts', import.meta.url), { env: {}, resourceLimits: { maxOldGenerationSizeMb: 512 } })
    worker.unref()
    worker.on('message', (findings: ReportedFinding[]) => this.#settle(findings))
    worker.on('error', (error) => this.#fail(worker, error instanceof Error ? error : new Error(String(error))))
    this.#worker = worker
    return worker
  }

  #settle(result: ReportedFinding[] | Error): void {
    this.#waiting.shift()?.settle(result)
    this.#next()
  }

  /** Terminates the worker thread and makes its task fail. The next task gets a new thread. */
  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#end(worker)
    this.#settle(error)
  }

  #end(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined
    void worker.terminate()
  }
}
