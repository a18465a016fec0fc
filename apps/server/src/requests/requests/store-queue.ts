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
/** Number of submissions that may wait for other transactions at the same time. They leave connections to all other calls. */
const BUSY_IN_FLIGHT = 4
/** How long a submission waits for another transaction before it makes room for others, as PostgreSQL writes it. */
const LOCK_LIMIT = '100ms'
/** A submission that has waited so many milliseconds is refused, so that its visitor gets an answer within five seconds. */
const WAIT_LIMIT_MS = 1_500
const NAME = 'insert-request'

/** SQLSTATE of a statement that would have waited too long for a lock. */
const LOCK_NOT_AVAILABLE = '55P03'

/** What became of a submission that does not wait for other transactions. */
type Tried = InsertOutcome | 'busy'

/** A prepared statement. */
interface Named {
  name: string
  text: string
}

/** Error for a submission that is certainly not stored, because there was no time left. Its SQLSTATE is `cannot_connect_now`. */
export class NotSent extends Error {
  readonly code = '57P03'
}

/**
 * Stores submissions, several in one transaction if they arrive faster than the database stores them: a commit and a round
 * trip then serve all of them. Each is checked by itself. One that would have to wait for another transaction makes room for
 * the others after a tenth of a second, and waits outside the queue.
 */
export class StoreQueue {
  readonly #pool: Pool
  readonly #arguments: string
  readonly #texts = new Map<number | 'busy', Named>()
  readonly #waiting: Waiting[] = []
  /** Submissions that must wait for other transactions, and do so outside the queue. */
  readonly #busy: Waiting[] = []
  #inFlight = 0
  #busyInFlight = 0
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
    return hasActiveSpan() ? inSpan(NAME, { 'db.system.name': 'postgresql', 'db.query.text': this.#textOf('busy').text }, stored) : stored()
  }

  #next(): void {
    while (this.#inFlight < IN_FLIGHT && this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST).filter(isInTime)
      if (batch.length === 0) continue
      this.#inFlight++
      void this.#run(batch).finally(() => {
        this.#inFlight--
        this.#next()
      })
    }
  }

  /** Stores submissions in one transaction, except those that would have to wait. Never fails. */
  async #run(batch: Waiting[]): Promise<void> {
    batch.sort((one, other) => (one.personKey < other.personKey ? -1 : Number(one.personKey > other.personKey)))
    try {
      const outcomes = await retryOnConflict(() => (batch.length === 1 ? this.#tryOne(batch) : this.#ask<Tried[]>(batch, this.#textOf(batch.length))))
      for (const [at, each] of batch.entries()) {
        const outcome = outcomes[at]
        if (outcome === 'busy' || outcome === undefined) this.#busy.push(each)
        else each.resolve(outcome)
      }
    } catch (error) {
      // If the transaction was certainly rolled back, it may be the fault of one of them.
      if (batch.length > 1 && error instanceof DatabaseError && !isLost(error)) this.#busy.push(...batch)
      else for (const { reject } of batch) reject(error)
    }
    this.#nextBusy()
  }

  async #tryOne(batch: readonly Waiting[]): Promise<Tried[]> {
    try {
      return [await this.#ask<InsertOutcome>(batch, this.#textOf(1)).catch(failedCheck)]
    } catch (error) {
      if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) return ['busy']
      throw error
    }
  }

  #nextBusy(): void {
    while (this.#busyInFlight < BUSY_IN_FLIGHT && this.#busy.length > 0) {
      const [each] = this.#busy.splice(0, 1).filter(isInTime)
      if (!each) continue
      this.#busyInFlight++
      void this.#runBusy(each).finally(() => {
        this.#busyInFlight--
        this.#nextBusy()
      })
    }
  }

  /** Stores one submission, which may wait for other transactions. Never fails. */
  async #runBusy(waiting: Waiting): Promise<void> {
    try {
      waiting.resolve(await retryOnConflict(() => this.#ask<InsertOutcome>([waiting], this.#textOf('busy')).catch(failedCheck)))
    } catch (error) {
      waiting.reject(error)
    }
  }

  /**
   * Sends the statement. The connection is taken from the pool first, because `pool.query` closes its connection after every
   * error, and a new connection costs 30 to 60 ms. A connection that PostgreSQL ends does not return to the pool: it would
   * fail once more before its end arrives.
   */
  async #ask<T>(batch: readonly Waiting[], { name, text }: Named): Promise<T> {
    const client = await this.#pool.connect()
    let lost = false
    try {
      const { rows } = await client.query<{ outcome: T }>({ name, text, values: batch.flatMap(({ values }) => values) })
      if (!rows[0]) throw new Error('store_submission returned no row')
      return rows[0].outcome
    } catch (error) {
      lost = error instanceof DatabaseError && isLost(error)
      throw error
    } finally {
      client.release(lost)
    }
  }

  /** Returns the statement for a number of submissions, or for one that may wait for other transactions. */
  #textOf(count: number | 'busy'): Named {
    const known = this.#texts.get(count)
    if (known !== undefined) return known
    const size = this.#arguments.match(/\$\d+/g)?.length ?? 0
    const callOf = (at: number) => `try_store_submission(${this.#arguments.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + at * size}`)})`
    const one = `select store_submission(${this.#arguments}) as outcome`
    const named: Named =
      count === 'busy'
        ? { name: `${NAME}-busy`, text: one }
        : count === 1
          ? { name: NAME, text: `${one} from (select set_config('lock_timeout', '${LOCK_LIMIT}', true)) as limited` }
          : { name: `${NAME}-${count}`, text: `select array[${Array.from({ length: count }, (_, at) => callOf(at)).join(', ')}] as outcome` }
    this.#texts.set(count, named)
    return named
  }
}

/** Returns true if an error of the database means that the connection ends. What became of its transaction is not known. */
const isLost = ({ code = '' }: DatabaseError) => /^(?:08|57P)/.test(code)

/** Returns true if a submission has not waited too long; otherwise refuses it. */
function isInTime({ since, reject }: Waiting): boolean {
  if (performance.now() - since <= WAIT_LIMIT_MS) return true
  reject(new NotSent('the database is too slow'))
  return false
}

/**
 * Returns the check because of which `store_submission` rolled itself back with SP001.
 * @throws any other error unchanged.
 */
function failedCheck(error: unknown): InsertOutcome {
  if (!(error instanceof DatabaseError) || error.code !== 'SP001') throw error
  return error.message as InsertOutcome
}
