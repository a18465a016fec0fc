import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig, DatabaseError } from 'pg'

/** Where a database server listens: a host name, an address, or the folder of a Unix socket. */
export interface ServerAddress {
  host: string
  port: number
}

/** What a server answered, or did not. */
type ServerState = ServerAddress & ({ timeline: number } | { reason: string; isFull: boolean })

/** Error for a database without a reachable primary, for now. Its SQLSTATE is `cannot_connect_now`. */
export class NoPrimary extends Error {
  readonly code = '57P03'
}

/** How long a connection waits until a primary is found, in milliseconds. Shorter than the pools' limits for a connection. */
const FIND_LIMIT_MS = 3_000
/** Pause between two rounds of questions to all servers, in milliseconds. */
const PAUSE_MS = 250
/** How long a server may take to accept the question what it is, and to answer it, in milliseconds each. */
const ANSWER_LIMIT_MS = 1_000
/** How long a round waits for a primary with a later timeline after the first primary has answered, in milliseconds. */
const GRACE_MS = 150
/** SQLSTATE of a server whose connections are all in use. */
const FULL = '53300'

/**
 * The servers of one database, of which one is the primary and the others are standbys that may take its place. Finds out
 * by itself which is the primary: an office's cluster manager, such as Patroni, tells nobody when it changes.
 */
export class Servers {
  readonly #probes: readonly ClientConfig[]
  readonly #log: (message: string) => void
  #primary: ServerAddress | undefined
  /** Number of times that the primary was doubted, and that number when it was last found. */
  #doubts = 1
  #settled = 0
  #reasons = ''
  #search: Promise<void> | undefined

  /** @param urls one URL for each server */
  constructor(urls: readonly string[], log: (message: string) => void) {
    this.#probes = urls.map((url) => ({ connectionString: url, connectionTimeoutMillis: ANSWER_LIMIT_MS, query_timeout: ANSWER_LIMIT_MS }))
    this.#log = log
  }

  /** Says that the server at an address may not be the primary any more. If it is the known one, all servers are asked again. */
  doubt(address: ServerAddress): void {
    if (this.#isPrimary(address)) this.#doubts++
  }

  /**
   * Returns the primary: the known one, unless it is in doubt.
   * @throws NoPrimary with what each server said, if none is a primary within the limit
   */
  async primary(): Promise<ServerAddress> {
    for (const until = Date.now() + FIND_LIMIT_MS; ; await sleep(PAUSE_MS)) {
      const known = this.#known()
      if (known) return known
      const left = until - Date.now()
      if (left <= 0) throw new NoPrimary(`none of the database servers is the primary${this.#reasons}`)
      this.#search ??= this.#ask().finally(() => {
        this.#search = undefined
      })
      await Promise.race([this.#search, sleep(left, undefined, { ref: false })])
      const found = this.#known()
      if (found) return found
    }
  }

  #known(): ServerAddress | undefined {
    return this.#settled === this.#doubts ? this.#primary : undefined
  }

  #isPrimary({ host, port }: ServerAddress): boolean {
    return this.#primary?.host === host && this.#primary.port === port
  }

  /** Asks all servers at once what they are. */
  async #ask(): Promise<void> {
    const doubts = this.#doubts
    const states: ServerState[] = []
    const first = Promise.withResolvers<void>()
    const all = Promise.all(
      this.#probes.map(async (probe) => {
        const state = await askServer(probe)
        states.push(state)
        if ('timeline' in state) first.resolve()
      }),
    )
    await Promise.race([all, first.promise.then(() => sleep(GRACE_MS))])
    // Two primaries are possible for a moment, until the manager has stopped the old one. The promoted one has the later
    // timeline.
    const [found] = states.filter((state) => 'timeline' in state).toSorted((one, other) => other.timeline - one.timeline)
    // A server without a free connection cannot say what it is.
    const kept = found ?? states.find((state) => 'isFull' in state && state.isFull && this.#isPrimary(state))
    if (!kept) {
      this.#reasons = ` (${states.map((state) => `${state.host}:${state.port}: ${'reason' in state ? state.reason : ''}`).join('; ')})`
      return
    }
    const { host, port } = kept
    if (this.#isPrimary(kept)) {
      // A doubt that came meanwhile may be newer than the answer.
      this.#settled = doubts
      return
    }
    if (this.#primary) this.#log(`the primary of the database is now ${host}:${port}`)
    this.#primary = { host, port }
    // Doubts that came meanwhile were about another server.
    this.#settled = this.#doubts
  }
}

/** Asks a server what it is. Never fails. */
async function askServer(config: ClientConfig): Promise<ServerState> {
  const client = new Client(config)
  client.on('error', () => {})
  const { host, port } = client
  try {
    await client.connect()
    // The first eight digits of a log file's name are the timeline.
    const { rows } = await client.query<{ timeline: string | null }>(
      'select case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline',
    )
    const timeline = rows[0]?.timeline
    return timeline == null ? { host, port, reason: 'is a standby', isFull: false } : { host, port, timeline: Number.parseInt(timeline, 16) }
  } catch (error) {
    return { host, port, reason: error instanceof Error ? error.message : String(error), isFull: error instanceof DatabaseError && error.code === FULL }
  } finally {
    void client.end().catch(() => {})
  }
}
