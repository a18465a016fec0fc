/** How long one answer counts. */
const FRESH_MS = 60_000
/** The visitor is waiting for nothing: the bubble comes when the answer does. */
const TIMEOUT_MS = 3_000

/**
 * Whether the chats' sites answer, asked by the server: the browser tells a third party nothing, not even its network address, before
 * the visitor wants to. Only addresses of the deployment's settings are asked, and no redirect is followed.
 */
export class SiteWatch {
  readonly #known = new Map<string, { until: number; up: Promise<boolean> }>()

  /** Many callers share one question a minute. */
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

/** Who refuses the question or knows no such page is there all the same; who fails is not. */
async function ask(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    return answer.status < 500
  } catch {
    return false
  }
}
