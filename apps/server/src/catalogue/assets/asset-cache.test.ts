import { expect, test } from 'vitest'
import { openAssetCache, type ServedAsset } from './asset-cache.ts'

const picture = (bytes: number): ServedAsset => ({ content: Buffer.alloc(bytes), media_type: 'image/png' })

/** A cache of 100 bytes, and what was read for it. */
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

test('a picture is read once, by however many who ask at once', async () => {
  const { get, read } = cacheOf()
  const all = await Promise.all(Array.from({ length: 20 }, () => get('a')))
  expect(new Set(all).size).toBe(1)
  await get('a')
  expect(read).toEqual(['a'])
})

test('beyond its room the one that was not asked for longest goes', async () => {
  const { get, read } = cacheOf()
  for (const address of ['a', 'b', 'a', 'c', 'a', 'b']) await get(address)
  expect(read).toEqual(['a', 'b', 'c', 'b'])
})

test('one that is larger than all the room is served, and not kept', async () => {
  const { get, read } = cacheOf()
  expect((await get('large', 200))?.content).toHaveLength(200)
  await get('large', 200)
  await get('a')
  await get('a')
  expect(read).toEqual(['large', 'large', 'a'])
})

test('what is not there is not kept, nor is what could not be read', async () => {
  const { get, read } = cacheOf()
  expect(await get('none', 0)).toBeUndefined()
  expect(await get('none')).toBeDefined()
  expect(read).toEqual(['none', 'none'])
  const failing = openAssetCache()
  await expect(failing.fetch('a', { context: () => Promise.reject(new Error('away')) })).rejects.toThrow('away')
  expect(await failing.fetch('a', { context: async () => picture(1) })).toBeDefined()
})
