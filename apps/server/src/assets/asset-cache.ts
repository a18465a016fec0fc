/** A picture as it is sent. */
export interface ServedAsset {
  content: Buffer
  media_type: string
}

const MAX_BYTES = 32 * 1_048_576

/** Pictures by their address, whose content never changes, as many as there is room for; the one that was not asked for longest goes. */
export class AssetCache {
  readonly #maxBytes: number
  readonly #kept = new Map<string, ServedAsset>()
  readonly #loading = new Map<string, Promise<ServedAsset | undefined>>()
  #bytes = 0

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes
  }

  /** Many callers share one read. @throws what `load` throws. */
  async get(address: string, load: () => Promise<ServedAsset | undefined>): Promise<ServedAsset | undefined> {
    const known = this.#kept.get(address)
    if (known) {
      this.#kept.delete(address)
      this.#kept.set(address, known)
      return known
    }
    const loading = this.#loading.get(address) ?? load().finally(() => this.#loading.delete(address))
    this.#loading.set(address, loading)
    const asset = await loading
    if (asset) this.#keep(address, asset)
    return asset
  }

  #keep(address: string, asset: ServedAsset): void {
    if (this.#kept.has(address)) return
    this.#kept.set(address, asset)
    this.#bytes += asset.content.length
    for (const [oldest, { content }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) break
      this.#kept.delete(oldest)
      this.#bytes -= content.length
    }
  }
}
