import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Graceful shutdown of the server. At first the server drains: `/health/ready` responds with 503, so that the load
 * balancer sends no new visitors, but the server still answers requests and closes each connection after its response.
 * Then it stops listening. Without draining, requests that arrive at that moment would be cut off.
 */
export class Drain {
  begun = false

  /**
   * Starts draining the server, before it stops.
   * @param ms the time in milliseconds in which a load balancer must notice the 503 of `/health/ready`
   */
  async begin(ms: number): Promise<void> {
    this.begun = true
    if (ms > 0) await sleep(ms)
  }
}
