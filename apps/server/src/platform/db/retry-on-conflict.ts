import { setTimeout as sleep } from 'node:timers/promises'

/**
 * SQLSTATEs `serialization_failure` and `deadlock_detected`: PostgreSQL aborted the transaction because of a concurrent
 * transaction, and rolled it back completely.
 */
const CONFLICTS = new Set(['40001', '40P01'])
const ATTEMPTS = 3
/**
 * Maximum backoff in milliseconds before the second attempt of a transaction; it is doubled before the third. The
 * backoff is random, so that two transactions in conflict do not collide again.
 */
const PAUSE_MS = 50

/**
 * Runs a transaction, and repeats it after a serialisation failure or a deadlock, up to three times in total.
 * @param work one complete transaction without effects outside the database
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof Error && 'code' in error && CONFLICTS.has(String(error.code)))) throw error
    }
    await sleep(Math.random() * PAUSE_MS * attempt)
  }
}
