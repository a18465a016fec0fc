import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Definition, Language, ReportedFinding, Surroundings } from '@sportello/contract'
import { apiError } from '../../platform/http/api-error.ts'
import { type SlicedStep, slicesOf } from './sliced-definition.ts'

/** What the thread checks, and the language of the messages. */
export interface CheckTask {
  definition: Definition
  known: Surroundings
  language: Language
}

/** A message to the thread: a slice of the definition, or the rest of the task, with which the check begins. */
export type CheckMessage = { slice: SlicedStep[] } | { begin: Omit<CheckTask, 'definition'> }

/** Milliseconds after which a check is given up. Measured: 10,000 steps take about a second. */
const TIME_LIMIT_MS = 30_000
/** Milliseconds without a task after which the thread ends, so that it holds no memory. */
const IDLE_MS = 60_000
/** Maximum number of checks that wait; more would only time out. */
const MAX_WAITING = 20

interface Waiting {
  task: CheckTask
  settle: (result: ReportedFinding[] | Error) => void
}

/**
 * Checks form definitions in a thread of its own, one after the other, because the check of a large form takes a second
 * of CPU time in which the server could answer nobody. The thread starts with the first check.
 */
export class CheckThread {
  #worker: Worker | undefined
  readonly #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined

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

  /** Starts the first waiting task. */
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

  /** Hands a task to the thread in slices, between which the server answers others. */
  async #hand(worker: Worker, { task: { definition, ...begin } }: Waiting): Promise<void> {
    for (const slice of slicesOf(definition)) {
      if (this.#worker !== worker) return
      worker.postMessage({ slice } satisfies CheckMessage)
      await nextTurn()
    }
    worker.postMessage({ begin } satisfies CheckMessage)
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

  /** Ends the thread and fails its task; the next task gets a new thread. */
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
