import { LRUCache } from 'lru-cache'

/** A picture in the cache, ready to be sent. */
export interface ServedAsset {
  content: Buffer
  media_type: string
}

const MAX_BYTES = 32 * 1_048_576

/**
 * Creates an LRU cache of pictures by URL; the content of a URL never changes. On a miss, `fetch` calls its `context` to read the picture, once for parallel callers. Missing
 * pictures are not cached.
 */
export const openAssetCache = (maxSize = MAX_BYTES) =>
  new LRUCache<string, ServedAsset, () => Promise<ServedAsset | undefined>>({
    maxSize,
    sizeCalculation: ({ content }) => Math.max(1, content.length),
    fetchMethod: (_address, _before, { context: read }) => read(),
  })
