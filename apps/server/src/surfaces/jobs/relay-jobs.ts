import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

/** Interval in milliseconds at which the relay looks for jobs. A job waits half of it on average. */
const LOOK_MS = 200
/** Interval in milliseconds at which a process looks whether it is to become the relay. */
const CANDIDATE_MS = 1_000
/** Maximum number of jobs that the relay moves at once. */
const BATCH = 1_000

/** Result of `relay_jobs` if another process is the relay. */
const NOT_IN_CHARGE = -1

/**
 * Moves jobs from the outbox to the job queue. Of all processes of a deployment one is the relay. If it dies, another one
 * takes its place within six seconds.
 */
export function startRelay(owner: Pool, log: (message: string) => void): { stop: () => Promise<void> } {
  const relay = randomUUID()
  const stopping = new AbortController()

  async function run(): Promise<void> {
    let failed = false
    while (!stopping.signal.aborted) {
      const moved = await relayJobs(owner, relay).catch((error: unknown) => {
        if (!failed) log(`jobs could not be moved to the queue: ${error instanceof Error ? error.message : error}`)
        return undefined
      })
      failed = moved === undefined
      if (moved === BATCH) continue
      await sleep(moved === undefined || moved === NOT_IN_CHARGE ? CANDIDATE_MS : LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
    await owner.query("update outbox_relay set held_until = '-infinity' where holder = $1", [relay]).catch(() => {})
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Moves a batch of jobs to the queue. @returns the number of moved jobs; -1 if another process is the relay */
export async function relayJobs(owner: Pool, relay: string): Promise<number> {
  const { rows } = await owner.query<{ moved: number }>({ name: 'relay-jobs', text: 'select relay_jobs($1, $2) as moved', values: [relay, BATCH] })
  return rows[0]?.moved ?? 0
}
