import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A process on its way out. It says at `/health/ready` that it wants no more visitors, serves those who come all the same, and ends each
 * connection with its answer; only then its door is shut. Without that time, whoever knocks while it shuts is cut off.
 */
export class Drain {
  begun = false

  /** @param ms how long a balancer may take to see it */
  async begin(ms: number): Promise<void> {
    this.begun = true
    if (ms > 0) await sleep(ms)
  }
}
