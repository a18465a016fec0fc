import { LRUCache } from 'lru-cache'

/** A picture as it is sent. */
export interface ServedAsset {
  content: Buffer
  media_type: string
}

const MAX_BYTES = 32 * 1_048_576

/**
 * Pictures by their address, whose content never changes, as many as there is room for; the one that was not asked for longest goes. `fetch` reads what is not
 * kept by its `context`, once for all who ask at the same time; what is not there is not kept.
 */
export const openAssetCache = (maxSize = MAX_BYTES) =>
  new LRUCache<string, ServedAsset, () => Promise<ServedAsset | undefined>>({
    maxSize,
    sizeCalculation: ({ content }) => Math.max(1, content.length),
    fetchMethod: (_address, _before, { context: read }) => read(),
  })
