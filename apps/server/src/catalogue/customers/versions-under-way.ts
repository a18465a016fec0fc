import { numberSetting } from '@sportello/contract'
import { type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { DB } from '../../platform/db/schema.ts'
import { type PublishedDefinition, type ReadVersion, readVersion } from '../definitions/rules.ts'
import type { Catalog } from './catalog.ts'
import type { Customer } from './customer.ts'

/** Maximum memory in bytes that one process uses to cache superseded versions of form definitions. */
const MAX_BYTES = 32 * 1_048_576

interface State {
  live: number | null
  /** True if visitors who began in the version may still finish in it; null if the version does not exist. */
  open: boolean | null
}

/**
 * The older form versions that visitors may still submit. When a new version is published, visitors who began in the
 * old
 * version may finish it for some hours (system setting `version_hours`). If the author publishes a later version as
 * urgent, the older versions close at once.
 */
export class VersionsUnderWay {
  readonly #db: Kysely<DB>
  readonly #catalog: Catalog
  readonly #versions = new LRUCache<string, ReadVersion>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: ({ published }) => published.nodes.release?.(),
  })
  readonly #loading = new Map<string, Promise<ReadVersion | undefined>>()
  /**
   * Keeps one customer object for each pair of a version and a live customer, because the cache of responses uses this
   * object as its key. An entry is freed when its version or its live customer is freed.
   */
  readonly #customers = new WeakMap<PublishedDefinition, WeakMap<Customer, Customer>>()

  constructor(db: Kysely<DB>, catalog: Catalog) {
    this.#db = db
    this.#catalog = catalog
  }

  /**
   * Returns a customer with the form version in which a visitor began. Returns undefined if the visitor may not submit
   * that
   * version any more.
   * @param live the customer with the version that this process knows as live
   * @param name the version's name from the configuration of the form's page, `CODE.NUMBER`
   * @param isSubmitted true if the visitor submits the form. The server then asks the database whether the version is
   * still
   * live, because this process may not have received the notification of a newer version yet
   */
  async customer(live: Customer, name: string, isSubmitted = false): Promise<Customer | undefined> {
    if (name === versionName(live.published) && !isSubmitted) return live
    const [codeTag, version] = parsed(name)
    if (codeTag !== live.published.codeTag || version === undefined) return undefined
    const state = await this.#state(codeTag, version, numberSetting(live.settings, 'version_hours'))
    if (!state.open) return undefined
    const known = version === live.published.version ? live : await this.#heard(live, version, state)
    if (known?.published.version === version) return known
    const loaded = await this.#version(name)
    return loaded && known && this.#joined(known, loaded.published)
  }

  /**
   * Returns the live customer. If the visitor's version is newer than the live version that this process knows, reads
   * the
   * customer from the database again.
   */
  async #heard(live: Customer, version: number, { live: newest }: State): Promise<Customer | undefined> {
    if (version < live.published.version || newest === null || newest < version) return live
    this.#catalog.forget()
    return this.#catalog.customer(live.code)
  }

  #joined(live: Customer, published: PublishedDefinition): Customer {
    const known = this.#customers.get(published) ?? new WeakMap<Customer, Customer>()
    this.#customers.set(published, known)
    const joined = known.get(live) ?? { ...live, published, params: { ...published.definition.form_params, ...live.setting.params } }
    known.set(live, joined)
    return joined
  }

  async #state(codeTag: string, version: number, hours: number): Promise<State> {
    const { rows } = await sql<State>`
      select d.live_version as live,
        case when v.version is null then null
          when v.version = d.live_version then true
          else next.published_at > now() - make_interval(secs => ${hours * 3600})
            and not exists (select from definition_versions u
              where u.code_tag = d.code_tag and u.version > v.version and u.version <= d.live_version and u.urgent) end as open
      from definitions d
        left join definition_versions v on v.code_tag = d.code_tag and v.version = ${version}
        left join definition_versions next on next.code_tag = d.code_tag and next.version = ${version} + 1
      where d.code_tag = ${codeTag}`.execute(this.#db)
    return rows[0] ?? { live: null, open: null }
  }

  /** Returns a version of a form definition, from the cache if possible. Parallel callers share one query. */
  async #version(name: string): Promise<ReadVersion | undefined> {
    const known = this.#versions.get(name)
    if (known) return known
    const loading = this.#loading.get(name) ?? this.#load(name).finally(() => this.#loading.delete(name))
    this.#loading.set(name, loading)
    const loaded = await loading
    if (loaded) this.#versions.set(name, loaded)
    return loaded
  }

  async #load(name: string): Promise<ReadVersion | undefined> {
    const [codeTag, version] = parsed(name)
    if (codeTag === undefined || version === undefined) return undefined
    return readVersion(this.#db, codeTag, version)
  }
}

/** Returns the name of a form version as the configuration of a form's page contains it: `CODE.NUMBER`. */
export const versionName = ({ codeTag, version }: Pick<PublishedDefinition, 'codeTag' | 'version'>): string => `${codeTag}.${version}`

/** Maximum value of the database column `version`. */
const MAX_VERSION = 2_147_483_646

function parsed(name: string): [codeTag: string, version: number] | [undefined?, undefined?] {
  const [, codeTag, digits] = /^(.{1,255})\.([1-9]\d{0,9})$/.exec(name) ?? []
  const version = Number(digits)
  return codeTag !== undefined && version <= MAX_VERSION ? [codeTag, version] : []
}
