import { setTimeout } from 'node:timers/promises'
import { CODE_PATTERN } from '@sportello/contract/schemas'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Pool, PoolClient } from 'pg'
import type { Replicas } from '../../platform/db/replicas.ts'
import type { DB } from '../../platform/db/schema.ts'
import { cleanCss } from './answer-css.ts'
import { noticeOf } from './catalog-notice.ts'
import type { Customer } from './customer.ts'
import { missingAssets } from './look.ts'
import { ownPicturesOf } from './own-pictures.ts'
import { type CustomerRecord, findCustomer, readRevision } from './queries.ts'
import { type Shared, SharedCatalog } from './shared-catalog.ts'

const POLL_MS = 2_000
/**
 * Maximum time in milliseconds that an operator's API call waits for the database to notify this process of the change
 * that the call has made. After that time, the server reads the whole catalogue again.
 */
const NOTICE_MS = 500
/** Interval in milliseconds at which the waiting call checks whether the notification has arrived. */
const NOTICE_CHECK_MS = 5
/**
 * Maximum number of unknown customer codes that the catalogue caches. The number is limited because anyone can request
 * invented codes.
 */
const MAX_ABSENT = 10_000
/** Maximum memory in bytes of the customers and form definitions that one server process caches. */
const MAX_BYTES = 96 * 1_048_576
/** Estimated bytes of memory per character of the JSON of a form's own parameters. */
const BYTES_PER_CHARACTER = 3
/** Estimated bytes of memory of a cached customer without its form definition. */
const BASE_BYTES = 16_384

/** A cached customer, with the shared settings and assets that were current at the last request. */
interface Loaded {
  own: Omit<Customer, keyof Shared>
  bytes: number
  served: { shared: Shared; customer: Customer } | undefined
  /** True if the customer has changed since it was cached. The next request then reads the customer again. */
  stale: boolean
}

/**
 * LRU cache of customers. The database notifies (NOTIFY) every server process when customers, form definitions or
 * shared settings change, and the process reads only the changed ones again. Every two seconds the process also
 * compares the catalogue's revision number; if it has missed a notification, it reads everything again.
 */
export class Catalog {
  readonly #db: Kysely<DB>
  readonly #replicas: Pick<Replicas, 'read'>
  readonly #pool: Pool
  readonly #log: (message: string) => void
  readonly #shared: SharedCatalog
  readonly #maxAbsent: number
  readonly #customers: LRUCache<string, Loaded>
  readonly #loading = new Map<string, Promise<Loaded | undefined>>()
  /** Cache of customer codes that do not exist, oldest first. */
  readonly #absent = new Set<string>()
  #revision = -1
  #listener: PoolClient | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #looking = false

  constructor(
    db: Kysely<DB>,
    pool: Pool,
    log: (message: string) => void,
    { maxAbsent = MAX_ABSENT, maxBytes = MAX_BYTES, replicas }: { maxAbsent?: number; maxBytes?: number; replicas?: Pick<Replicas, 'read'> } = {},
  ) {
    this.#db = db
    this.#replicas = replicas ?? { read: (work) => work(db) }
    this.#shared = new SharedCatalog(db)
    this.#pool = pool
    this.#log = log
    this.#maxAbsent = maxAbsent
    this.#customers = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes, dispose: ({ own }) => own.published.nodes.release?.() })
  }

  /** Reads the revision number of the catalogue and starts to listen for changes. */
  async start(): Promise<void> {
    this.#revision = await readRevision(this.#db)
    await this.#listen()
    if (this.#closed) return
    this.#timer = setInterval(() => void this.#poll(), POLL_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    this.#dropListener(this.#listener)
  }

  /** Returns the estimated memory of the cached customers in bytes. */
  get bytes(): number {
    return this.#customers.calculatedSize
  }

  /**
   * Returns the customer with the given code, or undefined. Parallel callers share one query. Codes that no customer
   * can have are neither queried nor cached.
   */
  async customer(code: string): Promise<Customer | undefined> {
    if (!CODE_PATTERN.test(code)) return undefined
    const known = this.#customers.get(code)
    const loaded = known && !known.stale ? known : this.#absent.has(code) ? undefined : await this.#loadOnce(code)
    return loaded && this.#serve(loaded)
  }

  /**
   * Returns a customer from the cache, even if it is stale; undefined if it is not cached. Never queries the database
   * and never fails.
   */
  async cached(code: string): Promise<Customer | undefined> {
    return this.#customers.peek(code)?.served?.customer
  }

  /** Returns true if `customer` would return this object for its code, without a query. */
  isCurrent(customer: Customer): boolean {
    const known = this.#customers.get(customer.code)
    return known !== undefined && !known.stale && known.served?.customer === customer && known.served.shared === this.#shared.now
  }

  /** Returns the values of the deployment's system settings, keyed by setting code. */
  async settings(): Promise<ReadonlyMap<string, string>> {
    return (await this.shared()).settings
  }

  /** Returns the settings, integrations and assets that all customers share. */
  shared(): Promise<Shared> {
    return this.#shared.read()
  }

  /**
   * Returns the system settings that the server read last, without querying the database; empty before the first read.
   */
  get cachedSettings(): ReadonlyMap<string, string> {
    return this.#shared.lastSettings
  }

  #loadOnce(code: string): Promise<Loaded | undefined> {
    const under = this.#loading.get(code)
    if (under) return under
    const loading = this.#load(code)
    this.#loading.set(code, loading)
    loading.then(
      (loaded) => {
        // The customer changed while the query ran. The waiting callers get the query's result, but the server does not
        // cache it.
        if (this.#loading.get(code) !== loading) return
        this.#loading.delete(code)
        if (loaded) return void this.#customers.set(code, loaded)
        this.#customers.delete(code)
        this.#absent.add(code)
        const [oldest] = this.#absent
        if (this.#absent.size > this.#maxAbsent && oldest !== undefined) this.#absent.delete(oldest)
      },
      () => {
        if (this.#loading.get(code) === loading) this.#loading.delete(code)
      },
    )
    return loading
  }

  async #load(code: string): Promise<Loaded | undefined> {
    const found = await this.#replicas.read((db) => this.#find(db, code))
    const record = found === 'behind' ? await findCustomer(this.#db, code) : found
    if (!record) return undefined
    const { published, bytes } = record.version
    const { answer_css: css } = record.setting.templateParams.params
    const own = {
      code,
      setting: record.setting,
      params: { ...published.definition.form_params, ...record.setting.params },
      answerCss: typeof css === 'string' ? cleanCss(css) : null,
      ownPictures: ownPicturesOf(record.setting),
      published,
    }
    return { own, bytes: bytes + BASE_BYTES + BYTES_PER_CHARACTER * JSON.stringify(record.setting.params).length, served: undefined, stale: false }
  }

  /** Reads a customer, unless from a replica that lacks a change of the catalogue of which this process knows. */
  async #find(db: Kysely<DB>, code: string): Promise<CustomerRecord | 'behind' | undefined> {
    if (db !== this.#db && (await readRevision(db)) < this.#revision) return 'behind'
    return findCustomer(db, code, this.#db)
  }

  async #serve(loaded: Loaded): Promise<Customer> {
    const shared = await this.shared()
    if (loaded.served?.shared !== shared) {
      const customer = { ...loaded.own, ...shared }
      loaded.served = { shared, customer }
      for (const missing of missingAssets(customer)) this.#log(`the form ${customer.code} names an asset that does not exist: ${missing}`)
    }
    return loaded.served.customer
  }

  /** Marks all cached customers as stale, so that the next requests read them again. */
  forget(): void {
    this.#shared.forget()
    this.#absent.clear()
    this.#loading.clear()
    for (const loaded of this.#customers.values()) loaded.stale = true
  }

  /**
   * Waits until this server process knows every change that was committed before the call. Without this wait, an
   * operator
   * who saves a change and opens the form at once could see the old form, because the notification arrives a moment
   * later.
   */
  async catchUp(): Promise<void> {
    const committed = await readRevision(this.#db)
    for (let waited = 0; this.#revision < committed && waited < NOTICE_MS; waited += NOTICE_CHECK_MS) await setTimeout(NOTICE_CHECK_MS)
    if (this.#revision >= committed) return
    this.forget()
    this.#revision = committed
  }

  #follow(payload: string | undefined): void {
    const notice = noticeOf(payload)
    if (!notice || notice.all || notice.revision !== this.#revision + 1) {
      // Reads the whole catalogue again, because the notification has an unknown format or an earlier notification was
      // missed.
      this.forget()
      if (notice) this.#revision = Math.max(this.#revision, notice.revision)
      return
    }
    this.#revision = notice.revision
    if (notice.shared) this.#shared.forget()
    for (const code of notice.customers ?? []) {
      this.#absent.delete(code)
      this.#loading.delete(code)
      const loaded = this.#customers.peek(code)
      if (loaded) loaded.stale = true
    }
    if (!notice.definitions) return
    // A definition has changed, and any customer that is being read may use it. Discards the results of all running
    // customer queries.
    this.#loading.clear()
    this.#absent.clear()
    const changed = new Set(notice.definitions)
    for (const loaded of this.#customers.values()) if (changed.has(loaded.own.setting.code_tag)) loaded.stale = true
  }

  async #listen(): Promise<void> {
    try {
      const client = await this.#pool.connect()
      // The catalogue was stopped while this database connection was being opened. Releases the connection. Otherwise
      // the connection pool would wait for it for ever when the pool closes.
      if (this.#closed) return client.release(true)
      client.on('notification', ({ payload }) => this.#follow(payload))
      client.on('error', () => this.#dropListener(client))
      this.#listener = client
      await client.query('listen catalog_changed')
    } catch (error) {
      this.#dropListener(this.#listener)
      this.#log(`cannot listen for changes, polling instead: ${error instanceof Error ? error.message : error}`)
    }
  }

  /** Closes the connection that listens for notifications, and ignores its later errors. */
  #dropListener(client: PoolClient | undefined): void {
    if (!client || client !== this.#listener) return
    this.#listener = undefined
    client.release(true)
  }

  async #poll(): Promise<void> {
    // Runs only one check of the catalogue at a time: two parallel checks would each open a LISTEN connection, and one
    // of the connections would never be released.
    if (this.#looking) return
    this.#looking = true
    try {
      if (!this.#listener && !this.#closed) await this.#listen()
      const revision = await readRevision(this.#db)
      if (revision !== this.#revision) this.forget()
      this.#revision = revision
    } catch {
      // The database is unavailable. The cached customers stay in use until the database is available again.
    } finally {
      this.#looking = false
    }
  }
}
