import { setTimeout as sleep } from 'node:timers/promises'

/**
 * SQLSTATEs `serialization_failure` and `deadlock_detected`: PostgreSQL aborted the transaction because of a concurrent
 * transaction, and rolled it back completely.
 */
const CONFLICTS = new Set(['40001', '40P01'])
const ATTEMPTS = 3
/**
 * Maximum backoff in milliseconds before the second attempt of a transaction; it doubles for the third. The backoff is
 * random, so that the two transactions do not collide again.
 */
const PAUSE_MS = 50

/**
 * Runs a transaction up to three times, until it succeeds: repeats it after a serialization failure or a deadlock.
 * @param work one whole transaction without effects outside of the database
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
