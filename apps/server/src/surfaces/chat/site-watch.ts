/** Milliseconds for which the server caches the result whether a live chat's site responds. */
const FRESH_MS = 60_000
/**
 * Timeout in milliseconds for checking a live chat's site. The page does not wait for the check: it shows the chat's
 * icon as soon as the result arrives.
 */
const TIMEOUT_MS = 3_000

/**
 * Checks whether the sites of live chats respond. The server makes the check: if the browser made it, the chat's
 * company
 * would receive the visitor's network address before the visitor agrees. Calls only URLs from the deployment's
 * settings,
 * and does not follow redirects.
 */
export class SiteWatch {
  readonly #known = new Map<string, { until: number; up: Promise<boolean> }>()

  /** Returns true if the site of a live chat responds. All callers share one check per minute. */
  isUp(address: string): Promise<boolean> {
    const now = Date.now()
    const known = this.#known.get(address)
    if (known && known.until > now) return known.up
    for (const [each, { until }] of this.#known) if (until <= now) this.#known.delete(each)
    const up = ask(address)
    this.#known.set(address, { until: now + FRESH_MS, up })
    return up
  }
}

/**
 * Sends a request to the site of a live chat.
 * @returns true if the site responds. Client errors count as a response; server errors and timeouts do not.
 */
async function ask(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    return answer.status < 500
  } catch {
    return false
  }
}
