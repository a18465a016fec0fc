import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import type { DB } from './schema.ts'
import { isUnavailable } from './unavailable.ts'

/** The pools of one server: for calls that a person waits for, and for jobs, exports and other long work. */
interface ServerPools {
  calls: Kysely<DB>
  jobs: Kysely<DB>
}

/** Connections to one replica. */
export interface ReplicaConnections {
  /** Host and port, for the log and the metrics. */
  name: string
  calls: Pool
  jobs: Pool
  /** A pool of one connection that asks how fresh the replica is, so that the question does not wait behind slow reads. */
  asking: Pool
}

interface ReplicaState {
  name: string
  isPrimary: boolean
  isFresh: boolean
  /** Age in milliseconds of the newest state that the replica is known to have; infinite if none. */
  ageMs: number
  /** Number of reads that the replica has served. */
  reads: number
}

interface Replica extends ServerPools {
  name: string
  asking: Pool
  pools: Record<keyof ServerPools, Pool>
  /** The replica has everything that was committed before this moment (`performance.now()`). */
  freshAt: number
  /** True if the server said last that it is the primary. Its address may be in the list, so that no list changes with the primary. */
  isPrimary: boolean
  /** Why it cannot be used, as the log said last; undefined if it can. */
  fault: string | undefined
  isAsked: boolean
  /** Number of reads that it has served. */
  reads: number
}

/** Milliseconds between two rounds in which the mark is renewed and the replicas are asked for it. */
const ROUND_MS = 1_000
/**
 * After this many milliseconds a read that fails on a replica is not repeated on the primary: the answer would come too
 * late, and what a replica cannot do in time would burden the primary as well.
 */
const REPEAT_WITHIN_MS = 1_500

const isFull = ({ totalCount, idleCount, options: { max } }: Pool) => idleCount === 0 && totalCount >= max

/**
 * Renews the mark on the primary, unless another process has just done so. Returns the mark and its age in milliseconds by
 * the primary's clock. A mark from the future is renewed too: another server with another clock wrote it.
 */
const RENEW = `with renewed as (
  update replica_mark set written_at = clock_timestamp()
  where written_at <= clock_timestamp() - interval '900 milliseconds' or written_at > clock_timestamp() returning written_at
), mark as (select coalesce((select written_at from renewed), written_at) as written_at from replica_mark)
select extract(epoch from written_at)::text as mark, extract(epoch from clock_timestamp() - written_at)::float8 * 1000 as age,
  substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline from mark`

const ASK = `select (select extract(epoch from written_at)::text from replica_mark) as mark, pg_is_in_recovery() as standby,
  (select rolsuper or rolbypassrls from pg_roles where rolname = session_user) as privileged`

/**
 * The replicas of the database, for reads that may be slightly old. A replica is used only while it is known to have
 * everything that was committed more than `lagMs` ago. The processes know it by a mark, which they renew on the primary: a
 * replica that shows the mark has all that was committed before it. Positions in the log of PostgreSQL would not do, because
 * a former primary has positions that the new one never wrote, and because a replica that is cut off does not know how far
 * behind it is.
 */
export class Replicas {
  readonly #primary: ServerPools
  readonly #marking: Pool
  readonly #replicas: readonly Replica[]
  readonly #lagMs: number
  readonly #log: (message: string) => void
  /** When the known marks were written (`performance.now()`), oldest first. A mark may be younger than that, never older. */
  readonly #marks = new Map<string, number>()
  #since = 0
  /** The timeline of the primary: another one is another primary, whose history may differ from the marks. */
  #timeline: string | undefined
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  #isMarking = false
  #next = 0
  #primaryReads = 0

  constructor(options: {
    primary: ServerPools
    /** Pool by which the mark on the primary is renewed. */
    marking: Pool
    replicas: readonly ReplicaConnections[]
    lagMs: number
    log: (message: string) => void
  }) {
    this.#primary = options.primary
    this.#marking = options.marking
    this.#lagMs = options.lagMs
    this.#log = options.log
    const open = (pool: Pool) => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
    this.#replicas = options.replicas.map(({ name, calls, jobs, asking }) => ({
      name,
      calls: open(calls),
      jobs: open(jobs),
      pools: { calls, jobs },
      asking,
      freshAt: Number.NEGATIVE_INFINITY,
      isPrimary: false,
      fault: undefined,
      isAsked: false,
      reads: 0,
    }))
  }

  /** Begins to use the replicas, with what they have got after this moment: before it, the tables may have had another shape. */
  start(): void {
    if (this.#replicas.length === 0) return
    this.#since = performance.now()
    void this.#round()
    this.#timer = setInterval(() => void this.#round(), ROUND_MS)
    this.#timer.unref()
  }

  /** Closes the connections to the replicas. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#isClosed = true
    await Promise.all(this.#replicas.flatMap(({ calls, jobs, asking }) => [calls.destroy(), jobs.destroy(), asking.end()]))
  }

  /**
   * Runs reads that may be slightly old: on a replica, or on the primary if no replica is fresh enough. If the replica fails
   * at once, runs them on the primary.
   * @param work only reads, which may run twice
   * @param by reads with the same text come from the same replica, as long as it is fresh: another one may be further behind
   */
  async read<T>(work: (db: Kysely<DB>) => Promise<T>, kind: keyof ServerPools = 'calls', by?: string): Promise<T> {
    const replica = this.#choose(by)
    if (replica) {
      const began = performance.now()
      try {
        const result = await work(replica[kind])
        replica.reads++
        return result
      } catch (error) {
        if (!(error instanceof Error && isUnavailable(error)) || performance.now() - began > REPEAT_WITHIN_MS) throw error
        // A replica whose connections are all in use is slow, not broken.
        if (isFull(replica.pools[kind])) throw error
        this.#drop(replica, error.message)
      }
    }
    this.#primaryReads++
    return work(this.#primary[kind])
  }

  /** Returns what this process knows of the replicas, and the number of reads that the primary has served in their place. */
  get state(): { primaryReads: number; replicas: ReplicaState[] } {
    const now = performance.now()
    const replicas = this.#replicas.map(({ name, isPrimary, freshAt, reads }) => {
      const ageMs = now - freshAt
      return { name, isPrimary, isFresh: ageMs <= this.#lagMs, ageMs, reads }
    })
    return { primaryReads: this.#primaryReads, replicas }
  }

  #choose(by: string | undefined): Replica | undefined {
    const oldest = performance.now() - this.#lagMs
    const fresh = this.#replicas.filter(({ freshAt }) => freshAt >= oldest)
    const at = by === undefined ? this.#next++ : [...by].reduce((sum, character) => sum + character.charCodeAt(0), 0)
    return fresh[at % fresh.length]
  }

  async #round(): Promise<void> {
    if (this.#isMarking) return
    this.#isMarking = true
    try {
      await this.#mark()
    } catch {
      // Without a reachable primary no mark is renewed, and after `lagMs` no replica is used.
    } finally {
      this.#isMarking = false
    }
    for (const replica of this.#replicas) void this.#ask(replica)
  }

  async #mark(): Promise<void> {
    const sent = performance.now()
    const { rows } = await this.#marking.query<{ mark: string; age: number; timeline: string }>(RENEW)
    for (const { mark, age, timeline } of rows) {
      if (this.#timeline !== undefined && this.#timeline !== timeline) this.#forget(sent)
      this.#timeline = timeline
      if (!this.#marks.has(mark)) this.#marks.set(mark, sent - Math.max(0, age))
    }
    for (const [mark, writtenAt] of this.#marks) if (writtenAt < sent - this.#lagMs) this.#marks.delete(mark)
  }

  /** Uses no replica until it shows a mark that is written after this moment. */
  #forget(since: number): void {
    this.#since = since
    this.#marks.clear()
    for (const replica of this.#replicas) replica.freshAt = Number.NEGATIVE_INFINITY
  }

  async #ask(replica: Replica): Promise<void> {
    if (replica.isAsked) return
    replica.isAsked = true
    try {
      const { rows } = await replica.asking.query<{ mark: string; standby: boolean; privileged: boolean }>(ASK)
      const [answer] = rows
      replica.isPrimary = answer?.standby === false
      if (!answer || replica.isPrimary) return this.#drop(replica, 'it is no replica, but takes writes')
      if (answer.privileged) return this.#drop(replica, 'its login has SUPERUSER or BYPASSRLS')
      const writtenAt = this.#marks.get(answer.mark) ?? Number.NEGATIVE_INFINITY
      if (writtenAt < this.#since) return
      replica.freshAt = Math.max(replica.freshAt, writtenAt)
      if (replica.fault !== undefined) this.#log(`the database replica ${replica.name} is used again`)
      replica.fault = undefined
    } catch (error) {
      replica.isPrimary = false
      if (!this.#isClosed) this.#drop(replica, error instanceof Error ? error.message : String(error))
    } finally {
      replica.isAsked = false
    }
  }

  /** Uses a replica no more, until it answers the next question for the mark. */
  #drop(replica: Replica, fault: string): void {
    replica.freshAt = Number.NEGATIVE_INFINITY
    if (replica.fault !== fault) this.#log(`the database replica ${replica.name} is not used: ${fault}`)
    replica.fault = fault
  }
}
