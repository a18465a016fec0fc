import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Graceful shutdown of the server. While the server drains, `/health/ready` answers 503, so that the load balancer
 * sends no new visitors. The server still answers requests and closes each connection after its response. Without
 * draining, requests that arrive while the listener closes would be cut off.
 */
export class Drain {
  begun = false

  /**
   * Starts draining the server before it stops.
   * @param ms the time in milliseconds that a load balancer may need to notice the 503 of `/health/ready`
   */
  async begin(ms: number): Promise<void> {
    this.begun = true
    if (ms > 0) await sleep(ms)
  }
}
