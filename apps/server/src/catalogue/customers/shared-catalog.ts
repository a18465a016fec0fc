import type { Integration, Setting } from '@sportello/contract'
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/db/schema.ts'
import type { AssetRef } from './customer.ts'
import { readSharedCatalog } from './queries.ts'

/** The settings and assets that all customers share. */
export interface Shared {
  settings: ReadonlyMap<string, Setting['value']>
  integrations: ReadonlyMap<string, Integration>
  assets: ReadonlyMap<string, AssetRef>
}

/** Cache of what all customers share. A change makes a new object. */
export class SharedCatalog {
  readonly #db: Kysely<DB>
  #reading: Promise<Shared> | undefined
  #now: Shared | undefined
  #settings: Shared['settings'] = new Map()

  constructor(db: Kysely<DB>) {
    this.#db = db
  }

  /** What `read` would return without a query; undefined if it would query the database. */
  get now(): Shared | undefined {
    return this.#now
  }

  /** The settings that were read last, even if they have changed since; empty before the first read. */
  get lastSettings(): Shared['settings'] {
    return this.#settings
  }

  /** Returns what all customers share. Parallel callers share one query. */
  read(): Promise<Shared> {
    if (this.#reading) return this.#reading
    const reading = this.#query()
    this.#reading = reading
    reading.then(
      (shared) => {
        if (this.#reading === reading) this.#now = shared
      },
      () => {
        if (this.#reading === reading) this.#reading = undefined
      },
    )
    return reading
  }

  /** Makes the next call query the database again. */
  forget(): void {
    this.#reading = undefined
    this.#now = undefined
  }

  async #query(): Promise<Shared> {
    const { settings, integrations, assets } = await readSharedCatalog(this.#db)
    this.#settings = new Map(settings.map(({ code, value }) => [code, value]))
    return {
      settings: this.#settings,
      integrations: new Map(integrations.map(({ service, document }) => [service, document as unknown as Integration])),
      assets: new Map(assets.map((asset) => [`${asset.kind}/${asset.name}`, assetRef(asset)])),
    }
  }
}

function assetRef(asset: { name: string; media_type: string; content_hash: string; strings: Buffer | null }): AssetRef {
  const url = `/assets/customer/${asset.content_hash}/${asset.name}`
  const strings = asset.strings ? (JSON.parse(asset.strings.toString('utf8')) as Record<string, string>) : undefined
  return { url, mediaType: asset.media_type, ...(strings && { strings }) }
}
