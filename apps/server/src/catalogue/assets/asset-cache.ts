import { LRUCache } from 'lru-cache'

/** A picture in the cache, ready to be sent. */
export interface ServedAsset {
  content: Buffer
  media_type: string
}

const MAX_BYTES = 32 * 1_048_576

/**
 * Creates an LRU cache of pictures by URL. A URL contains the hash of its content, so entries never become stale. On a
 * miss, the cache fetches the picture once, even for parallel callers. Missing pictures are not cached.
 */
export const openAssetCache = (maxSize = MAX_BYTES) =>
  new LRUCache<string, ServedAsset, () => Promise<ServedAsset | undefined>>({
    maxSize,
    sizeCalculation: ({ content }) => Math.max(1, content.length),
    fetchMethod: (_address, _before, { context: read }) => read(),
  })
