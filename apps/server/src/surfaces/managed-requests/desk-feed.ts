import { type DeskNotice, isAllowed, type NeededRole } from '@sportello/contract'
import { type Operator, readOpenSessions } from '../../management/operator-session.ts'
import type { Database } from '../../platform/db/database.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { type ChangedCase, type ChangedRequest, readChangedCases, readChangedRequests } from '../../requests/desk/queries.ts'
import { isSeen } from './agent-reach.ts'

/** Milliseconds between two looks at the desk. */
const POLL_MS = 1_000
/** Every so many looks the sessions and rights of the connected operators are read again. */
const SESSIONS_EVERY = 5
/**
 * Seconds by which each look overlaps the ones before: a transaction that opens a ticket may commit so long after the time of
 * its change.
 */
const OVERLAP_SECONDS = 10
/** Maximum number of changed requests that one look reads. After more, the dashboards read their lists again. */
const MAX_CHANGES = 1_000
/** Maximum number of notices that wait for one client. After more, the client reads its lists again. */
const MAX_WAITING = 500

/** A connected client: the notices that wait for it. */
export class DeskFollower {
  operator: Operator
  readonly #ended = new AbortController()
  #waiting = new Map<string, DeskNotice>()
  #isBehind = false
  #wake: (() => void) | undefined

  constructor(operator: Operator) {
    this.operator = operator
  }

  /** Aborted once the operator may no longer follow the desk. */
  get ended(): AbortSignal {
    return this.#ended.signal
  }

  end(): void {
    this.#ended.abort()
  }

  add(notice: DeskNotice): void {
    if (this.#isBehind) return
    this.#waiting.set(notice.ticket, notice)
    if (this.#waiting.size > MAX_WAITING) this.resync()
    else this.#wake?.()
  }

  /** Makes the client read its lists again. */
  resync(): void {
    this.#waiting.clear()
    this.#isBehind = true
    this.#wake?.()
  }

  /** Returns and forgets what waits for the client. */
  take(): { notices: DeskNotice[]; isBehind: boolean } {
    const taken = { notices: [...this.#waiting.values()], isBehind: this.#isBehind }
    this.#waiting.clear()
    this.#isBehind = false
    return taken
  }

  /** Resolves once something waits for the client, after `ms` milliseconds, or when the signal aborts. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#waiting.size > 0 || this.#isBehind || signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    this.#wake = resolve
    signal.addEventListener('abort', () => resolve(), { once: true })
    await promise
    clearTimeout(timer)
    this.#wake = undefined
  }
}

/**
 * Looks once a second which requests on the desk changed, for all clients of this process, and only while there are any. It
 * reads instead of listening: PostgreSQL serialises the commits of transactions that notify, and a submission must not wait.
 */
export class DeskFeed {
  readonly #db: Database['kysely']
  readonly #drain: PlatformServices['drain']
  readonly #needed: NeededRole
  readonly #followers = new Set<DeskFollower>()
  #seen = new Map<string, string>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #looks = 0
  /** Start of the last look that succeeded (`performance.now()`); undefined before the first. */
  #lookedAt: number | undefined

  constructor({ database, drain }: Pick<PlatformServices, 'database' | 'drain'>, needed: NeededRole) {
    this.#db = database.kysely
    this.#drain = drain
    this.#needed = needed
  }

  /** Number of clients, of one operator or of all. */
  count(username?: string): number {
    return username === undefined ? this.#followers.size : [...this.#followers].filter(({ operator }) => operator.username === username).length
  }

  follow(operator: Operator): DeskFollower {
    const follower = new DeskFollower(operator)
    this.#followers.add(follower)
    this.#timer ??= setTimeout(() => void this.#look(), 0)
    return follower
  }

  leave(follower: DeskFollower): void {
    this.#followers.delete(follower)
  }

  /** Ends the streams of all clients, which then connect to another process. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const follower of this.#followers) follower.end()
  }

  async #look(): Promise<void> {
    const startedAt = performance.now()
    // A process that drains will stop soon; its clients connect to another one.
    if (this.#drain.begun) for (const follower of this.#followers) follower.end()
    try {
      await this.#readChanges(startedAt)
      if (this.#looks++ % SESSIONS_EVERY === 0) await this.#readSessions()
    } catch {
      // The database is unavailable. The next look covers this one's time too.
    }
    if (this.#isClosed) return
    this.#timer = undefined
    if (this.#followers.size > 0) this.#timer = setTimeout(() => void this.#look(), Math.max(0, startedAt + POLL_MS - performance.now()))
    else {
      this.#seen.clear()
      this.#lookedAt = undefined
    }
  }

  async #readChanges(startedAt: number): Promise<void> {
    const seconds = OVERLAP_SECONDS + (startedAt - (this.#lookedAt ?? startedAt)) / 1_000
    const { changed, news, requests } = await acrossCustomers(this.#db, async (db) => {
      const changed = await readChangedCases(db, seconds, MAX_CHANGES + 1)
      const news = changed.filter((each) => this.#seen.get(keyOf(each)) !== each.stamp)
      return { changed, news, requests: changed.length > MAX_CHANGES ? [] : await readChangedRequests(db, news, seconds) }
    })
    this.#lookedAt = startedAt
    this.#seen = new Map(changed.map((each) => [keyOf(each), each.stamp]))
    if (changed.length > MAX_CHANGES && news.length > 0) for (const follower of this.#followers) follower.resync()
    const byId = new Map(requests.map((request) => [request.id, request]))
    for (const each of news) {
      const request = byId.get(each.id)
      if (request) this.#tell(each, request)
    }
  }

  #tell(changed: ChangedCase, request: ChangedRequest): void {
    const notice = { ticket: request.ticket, form: changed.customer_code, version: changed.version }
    for (const follower of this.#followers) if (isReached(follower.operator, changed, request)) follower.add(notice)
  }

  /** Reads the rights of the connected operators again, and ends the streams of those whose session has ended. */
  async #readSessions(): Promise<void> {
    const sessions = await readOpenSessions(
      this.#db,
      [...this.#followers].map(({ operator }) => operator.session),
    )
    for (const follower of this.#followers) {
      const operator = sessions.get(follower.operator.session)
      if (!operator || !isAllowed(operator.role, this.#needed)) follower.end()
      else follower.operator = operator
    }
  }
}

const keyOf = ({ customer_code, id }: ChangedCase) => `${customer_code} ${id}`

/** Returns true if an operator may know that a request has changed. */
function isReached(operator: Operator, { customer_code, assignee }: ChangedCase, { former }: ChangedRequest): boolean {
  const { customers } = operator
  if (customers !== null && !customers.includes(customer_code)) return false
  // An agent also learns that a request has become somebody else's.
  return [assignee, ...former].some((name) => isSeen(operator, name))
}
