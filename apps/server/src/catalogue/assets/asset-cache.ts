import { LRUCache } from 'lru-cache'

/** A picture of a customer's pages as the server caches it, ready to be sent. */
export interface ServedAsset {
  content: Buffer
  media_type: string
}

const MAX_BYTES = 32 * 1_048_576

/**
 * Creates an LRU cache of pictures by URL. A URL contains the hash of its content, so cached pictures never become
 * stale. For a picture that is not cached, parallel callers share one fetch. Missing pictures are not cached.
 */
export const openAssetCache = (maxSize = MAX_BYTES) =>
  new LRUCache<string, ServedAsset, () => Promise<ServedAsset | undefined>>({
    maxSize,
    sizeCalculation: ({ content }) => Math.max(1, content.length),
    fetchMethod: (_address, _before, { context: read }) => read(),
  })
