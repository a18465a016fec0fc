import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseError, type Pool } from 'pg'
import { retryOnConflict } from '../../platform/db/retry-on-conflict.ts'
import { hasActiveSpan, inSpan } from '../../platform/telemetry/tracing.ts'

/** What became of a submission: stored, or the check that failed. */
export type InsertOutcome =
  | 'stored'
  | 'over_limit'
  | 'key_taken'
  | 'sent_before'
  | 'session_used'
  | 'captcha_used'
  | 'captcha_missing'
  | 'identical'
  | 'too_many_mails'
  | 'key_gone'

/** A submission that waits to be stored. */
interface Waiting {
  values: readonly unknown[]
  personKey: string
  since: number
  resolve: (outcome: InsertOutcome) => void
  reject: (error: unknown) => void
}

/**
 * Number of transactions that a process stores submissions in at the same time. What arrives meanwhile shares the next one.
 * Measured on two cores.
 */
const IN_FLIGHT = 2
/** Maximum number of submissions that one transaction stores. All of them wait for the slowest. */
const MOST = 8
/** A submission that has waited so many milliseconds is refused: its visitor gets an answer within the time of a call. */
const WAIT_LIMIT_MS = 3_000
const NAME = 'insert-request'

/** Error for a submission that was never sent to the database. Its SQLSTATE is `cannot_connect_now`. */
export class NotSent extends Error {
  readonly code = '57P03'
}

/**
 * Stores submissions, several in one transaction if they arrive faster than the database stores them: a commit and a round
 * trip then serve all of them. Each is checked by itself, and one that fails or would have to wait for another transaction
 * does not affect the others.
 */
export class StoreQueue {
  readonly #pool: Pool
  readonly #arguments: string
  readonly #texts = new Map<number, string>()
  readonly #waiting: Waiting[] = []
  #inFlight = 0
  /** Runs a function without the trace of the submission that happened to call. */
  readonly #outside = AsyncLocalStorage.snapshot()

  /** @param storeArguments the arguments of `store_submission`, with the numbers of the values */
  constructor(pool: Pool, storeArguments: string) {
    this.#pool = pool
    this.#arguments = storeArguments
  }

  /**
   * Stores a submission in the order of arrival.
   * @param personKey submissions of one person are stored in the order of this key, so that two processes seldom wait for each other
   * @throws NotSent, or the database's error
   */
  store(values: readonly unknown[], personKey: string): Promise<InsertOutcome> {
    const stored = () =>
      new Promise<InsertOutcome>((resolve, reject) => {
        this.#waiting.push({ values, personKey, since: performance.now(), resolve, reject })
        this.#outside(() => this.#next())
      })
    return hasActiveSpan() ? inSpan(NAME, { 'db.system.name': 'postgresql', 'db.query.text': this.#textOf(1) }, stored) : stored()
  }

  #next(): void {
    const earliest = performance.now() - WAIT_LIMIT_MS
    while (this.#inFlight < IN_FLIGHT && this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST).filter(({ since, reject }) => since >= earliest || reject(new NotSent('the database is too slow')))
      if (batch.length === 0) continue
      this.#inFlight++
      void this.#run(batch).finally(() => {
        this.#inFlight--
        this.#next()
      })
    }
  }

  /** Stores submissions in one transaction. Never fails. */
  async #run(batch: Waiting[]): Promise<void> {
    const [only] = batch
    if (only && batch.length === 1) return this.#runAlone(only)
    batch.sort((one, other) => (one.personKey < other.personKey ? -1 : 1))
    try {
      const outcomes = await retryOnConflict(() => this.#ask<(InsertOutcome | 'busy')[]>(batch))
      for (const [at, each] of batch.entries()) {
        const outcome = outcomes[at]
        // Nobody else waits for it.
        if (outcome === 'busy') void this.#runAlone(each)
        else each.resolve(outcome as InsertOutcome)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  /** Stores one submission. Never fails. */
  async #runAlone(waiting: Waiting): Promise<void> {
    try {
      waiting.resolve(await retryOnConflict(() => this.#ask<InsertOutcome>([waiting]).catch(failedCheck)))
    } catch (error) {
      waiting.reject(error)
    }
  }

  /**
   * Sends the statement. The connection is taken from the pool first, because `pool.query` closes its connection after every
   * error, and a new connection costs 30 to 60 ms.
   */
  async #ask<T>(batch: readonly Waiting[]): Promise<T> {
    const client = await this.#pool.connect()
    try {
      const name = batch.length === 1 ? NAME : `${NAME}-${batch.length}`
      const { rows } = await client.query<{ outcome: T }>({ name, text: this.#textOf(batch.length), values: batch.flatMap(({ values }) => values) })
      if (!rows[0]) throw new Error('store_submission returned no row')
      return rows[0].outcome
    } finally {
      client.release()
    }
  }

  /** Returns the statement for a number of submissions. */
  #textOf(count: number): string {
    const known = this.#texts.get(count)
    if (known !== undefined) return known
    const size = this.#arguments.match(/\$\d+/g)?.length ?? 0
    const callOf = (at: number) => `try_store_submission(${this.#arguments.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + at * size}`)})`
    const text =
      count === 1
        ? `select store_submission(${this.#arguments}) as outcome`
        : `select array[${Array.from({ length: count }, (_, at) => callOf(at)).join(', ')}] as outcome`
    this.#texts.set(count, text)
    return text
  }
}

/**
 * Returns the check because of which `store_submission` rolled itself back with SP001.
 * @throws any other error unchanged.
 */
function failedCheck(error: unknown): InsertOutcome {
  if (!(error instanceof DatabaseError) || error.code !== 'SP001') throw error
  return error.message as InsertOutcome
}
