import { expect, test } from 'vitest'
import { openAssetCache, type ServedAsset } from './asset-cache.ts'

const picture = (bytes: number): ServedAsset => ({ content: Buffer.alloc(bytes), media_type: 'image/png' })

/** Returns an asset cache that holds at most 100 bytes, and a list that records each asset that the cache fetches. */
function cacheOf() {
  const read: string[] = []
  const cache = openAssetCache(100)
  const get = (address: string, bytes = 40) =>
    cache.fetch(address, {
      context: async () => {
        read.push(address)
        return bytes === 0 ? undefined : picture(bytes)
      },
    })
  return { get, read }
}

test('the asset cache reads an asset from the database only once for 20 parallel requests', async () => {
  const { get, read } = cacheOf()
  const all = await Promise.all(Array.from({ length: 20 }, () => get('a')))
  expect(new Set(all).size).toBe(1)
  await get('a')
  expect(read).toEqual(['a'])
})

test('the asset cache evicts the least recently used asset when it is full', async () => {
  const { get, read } = cacheOf()
  for (const address of ['a', 'b', 'a', 'c', 'a', 'b']) await get(address)
  expect(read).toEqual(['a', 'b', 'c', 'b'])
})

test('the asset cache serves an asset that is larger than the cache’s limit without caching it', async () => {
  const { get, read } = cacheOf()
  expect((await get('large', 200))?.content).toHaveLength(200)
  await get('large', 200)
  await get('a')
  await get('a')
  expect(read).toEqual(['large', 'large', 'a'])
})

test('the asset cache does not cache an absent asset or a failed read', async () => {
  const { get, read } = cacheOf()
  expect(await get('none', 0)).toBeUndefined()
  expect(await get('none')).toBeDefined()
  expect(read).toEqual(['none', 'none'])
  const failing = openAssetCache()
  await expect(failing.fetch('a', { context: () => Promise.reject(new Error('away')) })).rejects.toThrow('away')
  expect(await failing.fetch('a', { context: async () => picture(1) })).toBeDefined()
})
