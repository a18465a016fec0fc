import { setTimeout as sleep } from 'node:timers/promises'

/** PostgreSQL's `serialization_failure` and `deadlock_detected`: of two, one had to give way. Nothing of it was done. */
const GAVE_WAY = new Set(['40001', '40P01'])
const TRIES = 3
/** At most, after the first try; twice as much after the second. Drawn anew each time, so that two who met do not meet again. */
const PAUSE_MS = 50

/** Whoever had to give way to another tries again, three times in all, instead of being told so. @param work one whole transaction that does nothing outside of the database */
export async function onceMore<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES || !(error instanceof Error && 'code' in error && GAVE_WAY.has(String(error.code)))) throw error
    }
    await sleep(Math.random() * PAUSE_MS * tries)
  }
}
