import type { Integration, Setting } from '@sportello/contract'
import { CODE_PATTERN } from '@sportello/contract/schemas'
import type { Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { DB } from '../db/schema.ts'
import { cleanDefinition, indexDefinition } from '../definitions/rules.ts'
import { cleanCss } from './answer-css.ts'
import type { AssetRef, Customer } from './customer.ts'
import { missingAssets } from './look.ts'
import { ownPicturesOf } from './own-pictures.ts'
import { findCustomer, readRevision, readSharedCatalog } from './queries.ts'

const POLL_MS = 2_000
/** Codes that name nobody are remembered too, but not without end: anyone can invent them. */
const MAX_KEPT = 10_000

interface Shared {
  settings: ReadonlyMap<string, Setting['value']>
  integrations: ReadonlyMap<string, Integration>
  assets: ReadonlyMap<string, AssetRef>
}

/**
 * Customers served from memory. Everything in here is derived from immutable versions and dropped as a whole when the database says
 * that something changed: by NOTIFY at once, by looking at the revision every two seconds where the notice was lost.
 */
export class Catalog {
  readonly #db: Kysely<DB>
  readonly #pool: Pool
  readonly #log: (message: string) => void
  readonly #maxKept: number
  #customers = new Map<string, Promise<Customer | undefined>>()
  /** Codes that name nobody, the oldest first. */
  #absent = new Set<string>()
  /** What was served until the last change. */
  #before: ReadonlyMap<string, Promise<Customer | undefined>> = new Map()
  #shared: Promise<Shared> | undefined
  #settings: ReadonlyMap<string, string> = new Map()
  #revision = -1
  #listener: PoolClient | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #looking = false

  /** @param maxKept customers, and codes that name nobody, each */
  constructor(db: Kysely<DB>, pool: Pool, log: (message: string) => void, maxKept = MAX_KEPT) {
    this.#db = db
    this.#pool = pool
    this.#log = log
    this.#maxKept = maxKept
  }

  /** Loads the revision and begins to follow changes. */
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

  /** The customer of a code, or undefined; many callers share one read. What is no code names nobody, and is neither asked for nor remembered. */
  async customer(code: string): Promise<Customer | undefined> {
    if (!CODE_PATTERN.test(code)) return undefined
    const known = this.#customers.get(code)
    if (known) return known
    if (this.#absent.has(code)) return undefined
    // What is forgotten meanwhile takes nothing of this load with it.
    const [customers, absent] = [this.#customers, this.#absent]
    const loading = this.#load(code)
    customers.set(code, loading)
    dropOldest(customers, this.#maxKept)
    loading.then(
      (customer) => {
        if (customer) return
        customers.delete(code)
        absent.add(code)
        dropOldest(absent, this.#maxKept)
      },
      () => customers.delete(code),
    )
    return loading
  }

  /** The customer of a code where it is in memory still, perhaps as it was before the last change: asks the database nothing, and never fails. */
  async remembered(code: string): Promise<Customer | undefined> {
    return (this.#customers.get(code) ?? this.#before.get(code))?.catch(() => undefined)
  }

  /** The deployment's settings by code. */
  async settings(): Promise<ReadonlyMap<string, string>> {
    this.#shared ??= this.#loadShared()
    return (await this.#shared).settings
  }

  /** The settings as they were last read, none before that: asks the database nothing, and waits for nothing. */
  get rememberedSettings(): ReadonlyMap<string, string> {
    return this.#settings
  }

  async #load(code: string): Promise<Customer | undefined> {
    this.#shared ??= this.#loadShared()
    const [record, shared] = await Promise.all([findCustomer(this.#db, code), this.#shared])
    if (!record) return undefined
    const definition = cleanDefinition(record.document)
    const { answer_css: css } = record.setting.templateParams.params
    const customer = {
      code,
      setting: record.setting,
      params: { ...definition.form_params, ...record.setting.params },
      answerCss: typeof css === 'string' ? cleanCss(css) : null,
      ownPictures: ownPicturesOf(record.setting),
      published: indexDefinition(definition, record.version),
      ...shared,
    }
    for (const missing of missingAssets(customer)) this.#log(`the form ${code} names an asset that is not there: ${missing}`)
    return customer
  }

  async #loadShared(): Promise<Shared> {
    try {
      const { settings, integrations, assets } = await readSharedCatalog(this.#db)
      this.#settings = new Map(settings.map(({ code, value }) => [code, value]))
      return {
        settings: this.#settings,
        integrations: new Map(integrations.map(({ service, document }) => [service, document as unknown as Integration])),
        assets: new Map(assets.map((asset) => [`${asset.kind}/${asset.name}`, assetRef(asset)])),
      }
    } catch (error) {
      this.#shared = undefined
      throw error
    }
  }

  /** Drops everything; the next look-up reads anew. */
  forget(): void {
    // Two changes on each other's heels leave nothing else to fall back to.
    if (this.#customers.size > 0) this.#before = this.#customers
    this.#customers = new Map()
    this.#absent = new Set()
    this.#shared = undefined
  }

  async #listen(): Promise<void> {
    try {
      const client = await this.#pool.connect()
      // Stopped meanwhile: nobody else would give this connection back, and the pool would wait for it for ever.
      if (this.#closed) return client.release(true)
      client.on('notification', () => this.forget())
      client.on('error', () => this.#dropListener(client))
      this.#listener = client
      await client.query('listen catalog_changed')
    } catch (error) {
      this.#dropListener(this.#listener)
      this.#log(`cannot listen for changes, looking for them instead: ${error instanceof Error ? error.message : error}`)
    }
  }

  /** Gives a connection back once, however often it says that it is broken. */
  #dropListener(client: PoolClient | undefined): void {
    if (!client || client !== this.#listener) return
    this.#listener = undefined
    client.release(true)
  }

  async #poll(): Promise<void> {
    // One look at a time: of two that wait for a connection at once, one would listen on and never be given back.
    if (this.#looking) return
    this.#looking = true
    try {
      if (!this.#listener && !this.#closed) await this.#listen()
      const revision = await readRevision(this.#db)
      if (revision !== this.#revision) this.forget()
      this.#revision = revision
    } catch {
      // The database is away: what is in memory stays good until it is back.
    } finally {
      this.#looking = false
    }
  }
}

/** @param max entries that stay: anyone can invent codes, and nobody's invention drops a customer */
function dropOldest(kept: Map<string, unknown> | Set<string>, max: number): void {
  const [oldest] = kept.keys()
  if (kept.size > max && oldest !== undefined) kept.delete(oldest)
}

function assetRef(asset: { name: string; media_type: string; content_hash: string; strings: Buffer | null }): AssetRef {
  const url = `/assets/customer/${asset.content_hash}/${asset.name}`
  const strings = asset.strings ? (JSON.parse(asset.strings.toString('utf8')) as Record<string, string>) : undefined
  return { url, mediaType: asset.media_type, ...(strings && { strings }) }
}
