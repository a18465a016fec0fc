import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, QueryResultRow } from 'pg'

/** Interval in milliseconds at which the relay looks for jobs. A job waits half of it on average. */
const LOOK_MS = 200
/** Interval in milliseconds at which a process looks whether it is to become the relay. */
const CANDIDATE_MS = 1_000
/** Interval in milliseconds at which the relay renews its charge, which lasts five seconds. */
const RENEW_MS = 1_500
/** Maximum number of jobs that the relay moves at once. */
const BATCH = 1_000
/** Milliseconds after which a query counts as lost, because the network has dropped its connection. */
const LOST_MS = 10_000

/**
 * Moves jobs from the outbox to the job queue. Of all processes of a deployment one is the relay. If it dies, another one
 * takes its place within six seconds.
 */
export function startRelay(owner: Pool, log: (message: string) => void): { stop: () => Promise<void> } {
  const relay = randomUUID()
  const stopping = new AbortController()

  async function run(): Promise<void> {
    let renewedAt = Number.NEGATIVE_INFINITY
    let failed = false
    while (!stopping.signal.aborted) {
      let pause = LOOK_MS
      try {
        if (performance.now() - renewedAt > RENEW_MS) renewedAt = (await holdOutbox(owner, relay)) ? performance.now() : Number.NEGATIVE_INFINITY
        if (renewedAt < 0) pause = CANDIDATE_MS
        else if ((await moveJobs(owner)) === BATCH) pause = 0
        failed = false
      } catch (error) {
        if (!failed) log(`jobs could not be moved to the queue: ${error instanceof Error ? error.message : error}`)
        failed = true
        pause = CANDIDATE_MS
      }
      if (pause > 0) await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
    await leave(owner, relay).catch(() => {})
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Gives up the charge, and moves the jobs that were added until then. */
async function leave(owner: Pool, relay: string): Promise<void> {
  await ask(owner, "update outbox_relay set held_until = '-infinity' where holder = $1", [relay])
  while ((await moveJobs(owner)) === BATCH);
}

/** Makes a process the relay, or renews that. @returns false if another process is the relay */
export async function holdOutbox(owner: Pool, relay: string): Promise<boolean> {
  return (await ask<{ held: boolean }>(owner, 'select hold_outbox($1) as held', [relay]))?.held ?? false
}

/** Moves a batch of jobs to the queue. @returns the number of moved jobs */
export async function moveJobs(owner: Pool): Promise<number> {
  return (await ask<{ moved: number }>(owner, 'select move_jobs($1) as moved', [BATCH]))?.moved ?? 0
}

async function ask<R extends QueryResultRow>(owner: Pool, text: string, values: unknown[]): Promise<R | undefined> {
  const query = { text, values, query_timeout: LOST_MS }
  return (await owner.query<R>(query)).rows[0]
}
